package dev.tamis.filter;

/**
 * A Bloom filter that can remove keys: a counter of four bits in place of each bit. Not thread-safe
 * while keys are added or removed.
 */
public final class CountingBloomFilter implements DeletableFilter {
  /*
   * Idea. A bit of a standard filter cannot be cleared, because other keys may need it. A counter says
   * how many: adding increments a key's k counters, removing decrements them.
   *
   * Numbers. Four times the standard filter's memory: 38.3 bits per key at 1 %. Four bits are enough:
   * with the best k a counter reaches 15 with probability 1.6e-15 per counter. One that does is stuck
   * there for ever: it no longer knows its number, and a decrement too many would lose a key. Two
   * counters a byte, the first in the lower half.
   *
   * Limits. A key that was never added but tests positive can be removed, and takes counters of others
   * with it: false negatives from then on. Only a negative test can refuse it. The same key added more
   * than 14 times cannot be removed any more. If only deletes are needed, a CuckooFilter has a third of
   * the memory; if the key set is rebuilt now and then, rebuild a BloomFilter with it.
   *
   * Paper: Fan, Cao, Almeida, Broder, "Summary cache: a scalable wide-area web cache sharing protocol"
   * (2000).
   */
  static final int TYPE = 3;

  static final int COUNTER_BITS = 4;
  static final int STUCK = 15;

  private final KeyHash hash;
  private final long expectedKeys;
  private final int hashCount;
  private final CellArray counters;
  private long keyCount;

  private CountingBloomFilter(FilterBuilder<CountingBloomFilter> builder) {
    this.hash = builder.hash();
    this.expectedKeys = builder.expectedKeys();
    double countersPerKey =
        builder.hasRate()
            ? BloomSizing.standardBitsPerKey(builder.falsePositiveRate())
            : builder.bitsPerKey() / COUNTER_BITS;
    this.hashCount = BloomSizing.standardHashCount(countersPerKey);
    this.counters = new CellArray(BloomSizing.bits(expectedKeys, countersPerKey), COUNTER_BITS);
  }

  private CountingBloomFilter(FilterHeader header, CellArray counters) {
    this.hash = header.hash();
    this.expectedKeys = header.expectedKeys();
    this.hashCount = header.places();
    this.counters = counters;
    this.keyCount = header.keyCount();
  }

  /** A builder; bits per key are those of the counters, four each. */
  public static FilterBuilder<CountingBloomFilter> builder() {
    return FilterBuilder.of(CountingBloomFilter::new);
  }

  /**
   * The filter that {@link #toBytes} wrote.
   *
   * @throws FilterFormatException if the bytes are anything else
   */
  public static CountingBloomFilter fromBytes(byte[] bytes) throws FilterFormatException {
    FilterHeader.Decoded in = FilterHeader.decode(bytes, TYPE);
    FilterHeader header = in.header();
    header.requireCells(CellArray.maxSize(COUNTER_BITS));
    header.requirePlaces(1, BloomSizing.MAX_HASH_COUNT);
    header.requireCellBits(COUNTER_BITS, COUNTER_BITS);
    header.requireNoParameter();
    in.requirePayload(CellArray.sizeBytes(header.cells(), COUNTER_BITS));
    return new CountingBloomFilter(
        header, CellArray.readFrom(in.payload(), header.cells(), COUNTER_BITS));
  }

  @Override
  public boolean addHash(long keyHash) {
    keyCount++;
    boolean fresh = false;
    long walk = keyHash;
    long step = Probes.firstStep(keyHash);
    for (int i = 0; i < hashCount; i++) {
      fresh |= increment(Probes.place(walk, counters.size())) == 0;
      walk += step;
      step += Probes.change(i);
    }
    return fresh;
  }

  /**
   * Removes a key by its hash. Two positions of a key may be the same counter, which then has to be
   * at least 2; so counters are taken back if a later one turns out to be 0.
   */
  @Override
  public boolean removeHash(long keyHash) {
    long walk = keyHash;
    long step = Probes.firstStep(keyHash);
    for (int i = 0; i < hashCount; i++) {
      if (!decrement(Probes.place(walk, counters.size()))) {
        incrementFirst(keyHash, i);
        return false;
      }
      walk += step;
      step += Probes.change(i);
    }
    keyCount--;
    return true;
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    long walk = keyHash;
    long step = Probes.firstStep(keyHash);
    for (int i = 0; i < hashCount; i++) {
      if (counters.get(Probes.place(walk, counters.size())) == 0) {
        return false;
      }
      walk += step;
      step += Probes.change(i);
    }
    return true;
  }

  /** How many counters have this value, 0 to 15; those at 15 are stuck. */
  public long counters(int value) {
    return counters.count(value);
  }

  /**
   * The standard filter of the keys that are in this one now, a quarter of the size: bit for bit
   * the one that a builder with the same keys, rate and hash makes of them.
   */
  public BloomFilter toBloomFilter() {
    BitArray bits = new BitArray(counters.size(), false);
    for (long i = 0; i < counters.size(); i++) {
      if (counters.get(i) != 0) {
        bits.set(i);
      }
    }
    return new BloomFilter(hash, expectedKeys, hashCount, bits, keyCount);
  }

  @Override
  public KeyHash hash() {
    return hash;
  }

  @Override
  public long expectedKeys() {
    return expectedKeys;
  }

  /** Keys added less keys removed. */
  @Override
  public long keyCount() {
    return keyCount;
  }

  @Override
  public double expectedFpr(long keys) {
    return BloomSizing.standardRate(counters.size(), hashCount, keys);
  }

  @Override
  public double currentFpr() {
    return Math.pow(fillRatio(), hashCount);
  }

  /** Part of the counters that are not 0. */
  @Override
  public double fillRatio() {
    return 1 - (double) counters.count(0) / counters.size();
  }

  @Override
  public long bitSize() {
    return counters.size() * COUNTER_BITS;
  }

  @Override
  public int hashCount() {
    return hashCount;
  }

  @Override
  public Cardinality cardinality() {
    return Cardinality.ofCells(counters.size() - counters.count(0), counters.size(), hashCount);
  }

  @Override
  public byte[] toBytes() {
    FilterHeader header =
        new FilterHeader(
            TYPE, hash, keyCount, expectedKeys, counters.size(), hashCount, COUNTER_BITS, 0);
    return header.encode(counters.sizeBytes(), counters::writeTo);
  }

  /** Adds one unless the counter is stuck; returns what it was. */
  private int increment(long index) {
    int count = counters.get(index);
    if (count < STUCK) {
      counters.set(index, count + 1);
    }
    return count;
  }

  /** Takes one off unless the counter is stuck; false if it is 0. */
  private boolean decrement(long index) {
    int count = counters.get(index);
    if (count > 0 && count < STUCK) {
      counters.set(index, count - 1);
    }
    return count > 0;
  }

  private void incrementFirst(long keyHash, int positions) {
    long walk = keyHash;
    long step = Probes.firstStep(keyHash);
    for (int i = 0; i < positions; i++) {
      increment(Probes.place(walk, counters.size()));
      walk += step;
      step += Probes.change(i);
    }
  }
}
