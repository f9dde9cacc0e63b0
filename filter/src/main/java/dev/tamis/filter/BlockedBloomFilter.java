package dev.tamis.filter;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;

/**
 * A Bloom filter whose eight bits of a key lie in one line of 64 bytes, so that a look-up costs one
 * cache miss. The fastest of this package's filters; the engine keeps the same lines in its tables.
 *
 * <p>Additions from one thread; from any number of threads, and beside look-ups, if built with
 * {@link FilterBuilder#concurrent()}. The lines are aligned memory outside the heap, which counts
 * against {@code -XX:MaxDirectMemorySize} and is freed with the object: at most 2 GiB.
 */
public final class BlockedBloomFilter implements MutableFilter {
  /*
   * Idea. One hash chooses a line, the rest of it eight bits, one in each 64-bit word of the line
   * (SplitLine). The probes of a standard filter fall anywhere and miss the cache k times.
   *
   * Numbers. False positives in percent, by the exact mixture over the load of lines (BloomMath) and
   * counted (FORMAT.md, "Simulation"):
   *
   *   bits per key                     6       8      10      12      14      16      20      24
   *   this filter                   9.29    2.93    1.05   0.422   0.188   0.091  0.0260  0.0091
   *   one line, free positions      5.75    2.31    0.97   0.413   0.181   0.083  0.0191
   *   standard filter, best k       5.61    2.16   0.819   0.314   0.120   0.046  0.0067  0.0010
   *
   * Chosen over free positions by measurement: a negative probe takes 4.3 ns in cache and 53 ns from
   * 512 MB of memory, against 7 and 52; in batches 27.5 against 29. At twice the keys 1 % becomes
   * 17 %, at four times 72 % (free positions: 12 and 56; standard: 16 and 68).
   *
   * Limits. Lines fill unevenly, which costs the more the more bits a key has: 1.3 times the standard
   * filter's rate at 10 bits, 2.0 at 16, 9 at 24. So a rate below 0.0091 % is refused: take
   * BloomFilter, or RibbonFilter if the keys are known beforehand. No deletes, and no list of keys.
   *
   * Paper: Putze, Sanders, Singler, "Cache-, Hash- and Space-Efficient Bloom Filters" (2007).
   */
  static final int TYPE = 1;

  private static final int MAX_LINES = (Integer.MAX_VALUE - 1023) / SplitLine.BYTES;

  /** One bit in the bits of a word, for each key of the line. */
  private static final double LOG_UNSET = Math.log1p(-1.0 / 64);

  private final KeyHash hash;
  private final long expectedKeys;
  private final ByteBuffer lines;
  private final int lineCount;
  private final LongAdder concurrentKeys;
  private long keyCount;

  private BlockedBloomFilter(FilterBuilder<BlockedBloomFilter> builder) {
    this.hash = builder.hash();
    this.expectedKeys = builder.expectedKeys();
    this.lineCount = lineCountOf(builder);
    this.lines = SplitLine.allocate(lineCount);
    this.concurrentKeys = builder.isConcurrent() ? new LongAdder() : null;
  }

  private BlockedBloomFilter(FilterHeader header, ByteBuffer payload) {
    this.hash = header.hash();
    this.expectedKeys = header.expectedKeys();
    this.lineCount = (int) header.cells();
    this.lines = SplitLine.allocate(lineCount);
    lines.duplicate().put(payload);
    this.concurrentKeys = null;
    this.keyCount = header.keyCount();
  }

  /**
   * A builder. Rates from 0.0091 % up; bits per key above {@link
   * FilterPartitionBuilder#MAX_BITS_PER_KEY} are taken as that.
   */
  public static FilterBuilder<BlockedBloomFilter> builder() {
    return FilterBuilder.withConcurrentVariant(BlockedBloomFilter::new);
  }

  /**
   * The filter that {@link #toBytes} wrote, for additions from one thread.
   *
   * @throws FilterFormatException if the bytes are anything else
   */
  public static BlockedBloomFilter fromBytes(byte[] bytes) throws FilterFormatException {
    FilterHeader.Decoded in = FilterHeader.decode(bytes, TYPE);
    FilterHeader header = in.header();
    header.requireCells(MAX_LINES);
    header.requirePlaces(SplitLine.WORDS, SplitLine.WORDS);
    header.requireCellBits(SplitLine.BITS, SplitLine.BITS);
    FilterHeader.require(
        header.parameter() == SplitLine.LINE_KIND,
        "line kind",
        SplitLine.LINE_KIND,
        header.parameter());
    in.requirePayload(header.cells() * SplitLine.BYTES);
    return new BlockedBloomFilter(header, in.payload());
  }

  @Override
  public boolean addHash(long keyHash) {
    if (concurrentKeys == null) {
      keyCount++;
      return SplitLine.add(lines, 0, lineCount, keyHash);
    }
    concurrentKeys.increment();
    return SplitLine.addConcurrently(lines, 0, lineCount, keyHash);
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    return SplitLine.mightContain(lines, 0, lineCount, keyHash);
  }

  /** Touches the lines of all hashes first: from memory, several times faster than one by one. */
  @Override
  public int mightContainHashes(long[] hashes, int count, boolean[] answers) {
    return SplitLine.mightContain(lines, 0, lineCount, hashes, count, answers);
  }

  @Override
  public KeyHash hash() {
    return hash;
  }

  @Override
  public long expectedKeys() {
    return expectedKeys;
  }

  @Override
  public long keyCount() {
    return concurrentKeys == null ? keyCount : concurrentKeys.sum();
  }

  @Override
  public double expectedFpr(long keys) {
    return BloomMath.splitLineRate(keys, lineCount);
  }

  @Override
  public double currentFpr() {
    return BloomMath.splitLineRateOfBits(lines, 0, lineCount);
  }

  @Override
  public double fillRatio() {
    long set = 0;
    for (int at = 0; at < lines.capacity(); at += Long.BYTES) {
      set += Long.bitCount(lines.getLong(at));
    }
    return (double) set / bitSize();
  }

  @Override
  public long bitSize() {
    return (long) lineCount * SplitLine.BITS;
  }

  /** Always 8. */
  @Override
  public int hashCount() {
    return SplitLine.WORDS;
  }

  /**
   * The sum of the estimates of all lines: a line whose words have j random bits each, the same
   * word never twice for one key, has 512 (1 - (63/64)^j) bits set.
   */
  @Override
  public Cardinality cardinality() {
    double keys = 0;
    double variance = 0;
    boolean saturated = false;
    for (int line = 0; line < lineCount; line++) {
      int set = 0;
      for (int w = 0; w < SplitLine.WORDS; w++) {
        set += Long.bitCount(lines.getLong(line * SplitLine.BYTES + w * Long.BYTES));
      }
      saturated |= set == SplitLine.BITS;
      double unset = Math.max(SplitLine.BITS - set, 0.5) / SplitLine.BITS;
      double inLine = Math.log(unset) / LOG_UNSET;
      keys += inLine;
      double load = inLine / 64;
      variance += SplitLine.BITS * Math.max(0, Math.expm1(load) - load) / 64;
    }
    return new Cardinality(keys, Math.sqrt(variance), saturated);
  }

  @Override
  public byte[] toBytes() {
    FilterHeader header =
        new FilterHeader(
            TYPE,
            hash,
            keyCount(),
            expectedKeys,
            lineCount,
            SplitLine.WORDS,
            SplitLine.BITS,
            SplitLine.LINE_KIND);
    return header.encode(lines.capacity(), out -> out.put(lines.duplicate()));
  }

  private static int lineCountOf(FilterBuilder<BlockedBloomFilter> builder) {
    double bitsPerKey =
        builder.hasRate()
            ? BloomSizing.splitLineBitsPerKey(builder.falsePositiveRate())
            : Math.min(builder.bitsPerKey(), FilterPartitionBuilder.MAX_BITS_PER_KEY);
    double count = Math.ceil(builder.expectedKeys() * bitsPerKey / SplitLine.BITS);
    if (count > MAX_LINES) {
      throw new IllegalArgumentException(
          "lines of a filter: actual=" + count + ", expected=at most " + MAX_LINES);
    }
    return Math.max(1, (int) count);
  }
}
