package dev.tamis.filter;

import java.util.function.Function;

/**
 * What a filter is made from: for how many keys, and either how often it may be wrong or how many
 * bits it may spend on a key. Not thread-safe; reusable.
 *
 * <pre>{@code
 * BloomFilter seen = BloomFilter.builder().expectedKeys(1_000_000).falsePositiveRate(0.01).build();
 * }</pre>
 *
 * @param <F> the type of filter
 */
public final class FilterBuilder<F> {
  private static final double UNSET = Double.NaN;

  /** The most keys that any type is asked for; beyond it, products with bits would overflow. */
  private static final long MAX_KEYS = 1L << 40;

  /** More than this many bits per key would lower the rate below that of equal hashes. */
  private static final double MAX_BITS_PER_KEY = 100;

  private final Function<FilterBuilder<F>, F> maker;
  private final boolean concurrencyKnown;
  private KeyHash hash = KeyHash.xxh64(0);
  private long expectedKeys = -1;
  private double falsePositiveRate = UNSET;
  private double bitsPerKey = UNSET;
  private boolean concurrent;

  private FilterBuilder(Function<FilterBuilder<F>, F> maker, boolean concurrencyKnown) {
    this.maker = maker;
    this.concurrencyKnown = concurrencyKnown;
  }

  static <F> FilterBuilder<F> of(Function<FilterBuilder<F>, F> maker) {
    return new FilterBuilder<>(maker, false);
  }

  static <F> FilterBuilder<F> withConcurrentVariant(Function<FilterBuilder<F>, F> maker) {
    return new FilterBuilder<>(maker, true);
  }

  /**
   * For how many distinct keys. Required.
   *
   * @param keys 0 to 2^40
   */
  public FilterBuilder<F> expectedKeys(long keys) {
    if (keys < 0 || keys > MAX_KEYS) {
      throw new IllegalArgumentException(
          "expected keys: actual=" + keys + ", expected=0 to " + MAX_KEYS);
    }
    this.expectedKeys = keys;
    return this;
  }

  /**
   * How often the filter may answer "maybe" for an absent key. Replaces bits per key.
   *
   * @param rate above 0, below 1
   */
  public FilterBuilder<F> falsePositiveRate(double rate) {
    if (!(rate > 0 && rate < 1)) {
      throw new IllegalArgumentException(
          "false-positive rate: actual=" + rate + ", expected=above 0, below 1");
    }
    this.falsePositiveRate = rate;
    this.bitsPerKey = UNSET;
    return this;
  }

  /**
   * How many bits the filter may spend on a key. Replaces the rate.
   *
   * @param bits 1 to 100
   */
  public FilterBuilder<F> bitsPerKey(double bits) {
    if (!(bits >= 1 && bits <= MAX_BITS_PER_KEY)) {
      throw new IllegalArgumentException(
          "bits per key: actual=" + bits + ", expected=1 to " + MAX_BITS_PER_KEY);
    }
    this.bitsPerKey = bits;
    this.falsePositiveRate = UNSET;
    return this;
  }

  /**
   * The hash of keys; XXH64 with seed 0 unless set. Where an adversary chooses keys, take SipHash.
   */
  public FilterBuilder<F> hash(KeyHash keyHash) {
    if (keyHash == null) {
      throw new NullPointerException("hash");
    }
    this.hash = keyHash;
    return this;
  }

  /**
   * Lets any number of threads add at the same time, and beside look-ups, at the price of an atomic
   * instruction for each bit that is not set yet.
   *
   * @throws UnsupportedOperationException if the type has no such variant
   */
  public FilterBuilder<F> concurrent() {
    if (!concurrencyKnown) {
      throw new UnsupportedOperationException("this type of filter takes keys from one thread");
    }
    this.concurrent = true;
    return this;
  }

  /**
   * An empty filter.
   *
   * @throws IllegalStateException if the number of keys, or both rate and bits per key, are not set
   * @throws IllegalArgumentException if the type cannot keep the rate or would be too large
   */
  public F build() {
    if (expectedKeys < 0) {
      throw new IllegalStateException("expected keys are not set");
    }
    if (Double.isNaN(falsePositiveRate) && Double.isNaN(bitsPerKey)) {
      throw new IllegalStateException("neither false-positive rate nor bits per key are set");
    }
    return maker.apply(this);
  }

  KeyHash hash() {
    return hash;
  }

  long expectedKeys() {
    return expectedKeys;
  }

  boolean isConcurrent() {
    return concurrent;
  }

  /** Whether a rate is to be kept; otherwise bits per key are to be spent. */
  boolean hasRate() {
    return !Double.isNaN(falsePositiveRate);
  }

  double falsePositiveRate() {
    return falsePositiveRate;
  }

  double bitsPerKey() {
    return bitsPerKey;
  }
}
