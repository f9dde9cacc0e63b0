package dev.tamis.filter;

import java.util.concurrent.atomic.LongAdder;

/**
 * The standard Bloom filter: k bits of a key anywhere among m. The fewest bits of all filters that
 * take keys one by one and can be united.
 *
 * <p>Additions from one thread; from any number of threads, and beside look-ups, if built with
 * {@link FilterBuilder#concurrent()}.
 */
public final class BloomFilter implements MutableFilter {
  /*
   * Idea. m bits, all unset. A key sets k of them; it may have been added if all k are set. The best k
   * leaves half of the bits unset, and then each further position halves the rate.
   *
   * Numbers (BloomSizing has the formulas). 9.59 bits per key and k = 7 for 1 %, 4.79 bits more for
   * each tenfold lower rate. Of 10,000 look-ups of absent keys at 1 %, 100 reach whatever is behind
   * the filter. At twice the keys 1 % becomes 15.7 %, at four times 67.9 %.
   *
   * Positions. One 64-bit hash, walked by a second one: position i is the place of h + i d on a circle
   * of m, by multiply-high (Probes). Kirsch and Mitzenmacher's double hashing is as good as k hashes
   * only for large m; with constant steps, two keys that walk the same steps share most positions.
   * So the step changes at each position (Dillinger and Manolios: enhanced double hashing), which
   * costs one addition.
   *
   * Limits. A look-up of an absent key misses the cache about twice, of a present key k times:
   * BlockedBloomFilter misses once. Bits are never cleared, because each may belong to several keys:
   * no deletes (CountingBloomFilter, CuckooFilter have them) and no growth (ScalableBloomFilter).
   *
   * Papers: Bloom, "Space/time trade-offs in hash coding with allowable errors" (1970); Kirsch,
   * Mitzenmacher, "Less hashing, same performance" (2006); Dillinger, Manolios, "Bloom filters in
   * probabilistic verification" (2004); Swamidass, Baldi, "Mathematical correction for fingerprint
   * similarity measures" (2007) for estimates.
   */
  static final int TYPE = 2;

  private final KeyHash hash;
  private final long expectedKeys;
  private final int hashCount;
  private final BitArray bits;
  private final LongAdder concurrentKeys;
  private long keyCount;

  private BloomFilter(FilterBuilder<BloomFilter> builder) {
    this.hash = builder.hash();
    this.expectedKeys = builder.expectedKeys();
    double bitsPerKey =
        builder.hasRate()
            ? BloomSizing.standardBitsPerKey(builder.falsePositiveRate())
            : builder.bitsPerKey();
    this.hashCount = BloomSizing.standardHashCount(bitsPerKey);
    this.bits = new BitArray(BloomSizing.bits(expectedKeys, bitsPerKey), builder.isConcurrent());
    this.concurrentKeys = builder.isConcurrent() ? new LongAdder() : null;
  }

  BloomFilter(KeyHash hash, long expectedKeys, int hashCount, BitArray bits, long keyCount) {
    this.hash = hash;
    this.expectedKeys = expectedKeys;
    this.hashCount = hashCount;
    this.bits = bits;
    this.concurrentKeys = null;
    this.keyCount = keyCount;
  }

  /** A builder. */
  public static FilterBuilder<BloomFilter> builder() {
    return FilterBuilder.withConcurrentVariant(BloomFilter::new);
  }

  /**
   * The filter that {@link #toBytes} wrote, for additions from one thread.
   *
   * @throws FilterFormatException if the bytes are anything else
   */
  public static BloomFilter fromBytes(byte[] bytes) throws FilterFormatException {
    FilterHeader.Decoded in = FilterHeader.decode(bytes, TYPE);
    FilterHeader header = in.header();
    header.requireCells(BitArray.MAX_SIZE);
    header.requirePlaces(1, BloomSizing.MAX_HASH_COUNT);
    header.requireCellBits(1, 1);
    header.requireNoParameter();
    in.requirePayload((long) BitArray.wordsFor(header.cells()) * Long.BYTES);
    return new BloomFilter(
        header.hash(),
        header.expectedKeys(),
        header.places(),
        BitArray.readFrom(in.payload(), header.cells()),
        header.keyCount());
  }

  @Override
  public boolean addHash(long keyHash) {
    if (concurrentKeys == null) {
      keyCount++;
    } else {
      concurrentKeys.increment();
    }
    boolean changed = false;
    long walk = keyHash;
    long step = Probes.firstStep(keyHash);
    for (int i = 0; i < hashCount; i++) {
      changed |= bits.set(Probes.place(walk, bits.size()));
      walk += step;
      step += Probes.change(i);
    }
    return changed;
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    long walk = keyHash;
    long step = Probes.firstStep(keyHash);
    for (int i = 0; i < hashCount; i++) {
      if (!bits.get(Probes.place(walk, bits.size()))) {
        return false;
      }
      walk += step;
      step += Probes.change(i);
    }
    return true;
  }

  /**
   * Whether this and the other filter have the same size, number of positions and hash, so that
   * their bits mean the same.
   */
  public boolean isCompatible(BloomFilter other) {
    return bits.size() == other.bits.size()
        && hashCount == other.hashCount
        && hash.equals(other.hash);
  }

  /**
   * The filter of all keys of both, bit for bit the one that would have been built from all of
   * them. Its key count is the sum, keys of both counted twice.
   *
   * @throws IllegalArgumentException if the other is not {@linkplain #isCompatible compatible}
   */
  public BloomFilter union(BloomFilter other) {
    requireCompatible(other);
    return new BloomFilter(
        hash,
        Math.max(expectedKeys, other.expectedKeys),
        hashCount,
        bits.or(other.bits),
        keyCount() + other.keyCount());
  }

  /**
   * How many distinct keys are in both, by inclusion and exclusion of three estimates. The bits set
   * in both filters would not do: they contain the intersection's bits and others by chance.
   *
   * <p>The error bar adds the three variances. It is on the safe side, because the union's error
   * goes with those of the two.
   *
   * @throws IllegalArgumentException if the other is not {@linkplain #isCompatible compatible}
   */
  public Cardinality intersectionEstimate(BloomFilter other) {
    requireCompatible(other);
    Cardinality here = cardinality();
    Cardinality there = other.cardinality();
    Cardinality either =
        Cardinality.ofCells(bits.cardinalityOfUnion(other.bits), bits.size(), hashCount);
    return new Cardinality(
        here.keys() + there.keys() - either.keys(),
        Math.hypot(Math.hypot(here.standardError(), there.standardError()), either.standardError()),
        here.saturated() || there.saturated() || either.saturated());
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
    return BloomSizing.standardRate(bits.size(), hashCount, keys);
  }

  @Override
  public double currentFpr() {
    return Math.pow(fillRatio(), hashCount);
  }

  @Override
  public double fillRatio() {
    return (double) bits.cardinality() / bits.size();
  }

  @Override
  public long bitSize() {
    return bits.size();
  }

  @Override
  public int hashCount() {
    return hashCount;
  }

  @Override
  public Cardinality cardinality() {
    return Cardinality.ofCells(bits.cardinality(), bits.size(), hashCount);
  }

  @Override
  public byte[] toBytes() {
    FilterHeader header =
        new FilterHeader(TYPE, hash, keyCount(), expectedKeys, bits.size(), hashCount, 1, 0);
    return header.encode(bits.sizeBytes(), bits::writeTo);
  }

  private void requireCompatible(BloomFilter other) {
    if (!isCompatible(other)) {
      throw new IllegalArgumentException(
          "filters differ: " + geometry() + " and " + other.geometry());
    }
  }

  private String geometry() {
    return bits.size() + " bits, " + hashCount + " positions, " + hash;
  }
}
