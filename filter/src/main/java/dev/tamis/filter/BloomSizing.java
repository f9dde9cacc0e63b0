package dev.tamis.filter;

/**
 * How many bits and positions a filter needs, and what the standard filter then answers wrongly.
 * Stateless and thread-safe.
 */
public final class BloomSizing {
  /*
   * A standard filter of m bits with n keys of k positions each has a given bit unset with probability
   * (1 - 1/m)^(kn), so
   *
   *     rate = (1 - (1 - 1/m)^(kn))^k,  smallest at k = (m/n) ln 2, where it is 2^-k
   *     m/n  = ln(1/rate) / (ln 2)^2 = 1.4427 log2(1/rate)
   *
   * Numbers. 1 % costs 9.585 bits per key and k = 7, and every tenfold lower rate 4.79 bits more:
   * ten million keys take 11.4 MiB at 1 % and 17.1 MiB at 0.1 % (k = 10). A 1 % filter with twice its
   * keys is wrong for 15.7 % of absent keys, with four times for 67.9 %.
   *
   * StrictMath, because sizes are written to disk and must be the same on every machine.
   */
  private static final double LN_2 = StrictMath.log(2);

  /** The most positions of a key; reached at 92 bits per key. */
  static final int MAX_HASH_COUNT = 64;

  private static final int BISECTIONS = 60;

  private BloomSizing() {}

  /**
   * Bits per key that a standard filter needs for a rate.
   *
   * @param rate above 0, below 1
   */
  public static double standardBitsPerKey(double rate) {
    return -StrictMath.log(rate) / (LN_2 * LN_2);
  }

  /** The best number of positions for so many bits per key: 0.69 of it, rounded, at least 1. */
  public static int standardHashCount(double bitsPerKey) {
    return (int) Math.max(1, Math.min(MAX_HASH_COUNT, Math.round(bitsPerKey * LN_2)));
  }

  /**
   * Rate of a standard filter.
   *
   * @param bits its size, at least 1
   * @param hashCount positions of a key
   * @param keys distinct keys added
   * @return 0 to 1
   */
  public static double standardRate(long bits, int hashCount, long keys) {
    if (bits == 1) {
      return keys > 0 ? 1 : 0;
    }
    double logUnset = StrictMath.log1p(-1.0 / bits) * hashCount * keys;
    return StrictMath.pow(-StrictMath.expm1(logUnset), hashCount);
  }

  /**
   * Bits per key that lines of 64 bytes need for a rate, the inverse of {@link
   * BloomMath#splitLineRate(double)}.
   *
   * @param rate at least the one of {@link FilterPartitionBuilder#MAX_BITS_PER_KEY}
   * @return {@link FilterPartitionBuilder#MIN_BITS_PER_KEY} or more
   * @throws IllegalArgumentException if no number of bits that is worth its price reaches the rate
   */
  public static double splitLineBitsPerKey(double rate) {
    double low = FilterPartitionBuilder.MIN_BITS_PER_KEY;
    double high = FilterPartitionBuilder.MAX_BITS_PER_KEY;
    double least = BloomMath.splitLineRate(high);
    if (!(rate >= least)) {
      throw new IllegalArgumentException(
          "false-positive rate of lines: actual=" + rate + ", expected=at least " + least);
    }
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (BloomMath.splitLineRate(middle) > rate) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** So many bits per key for so many keys, rounded up, at least 1. */
  static long bits(long keys, double bitsPerKey) {
    return Math.max(1, (long) Math.ceil(keys * bitsPerKey));
  }
}
