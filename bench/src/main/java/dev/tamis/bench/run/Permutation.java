package dev.tamis.bench.run;

/**
 * The numbers below a limit in an order that looks random, without a table of them.
 *
 * <p>A Feistel network of four rounds permutes the numbers of an even count of bits; a result
 * beyond the limit is put through again until it is below, which keeps it a permutation ("cycle
 * walking": Black and Rogaway, Ciphers with Arbitrary Finite Domains, 2002). The network has less
 * than four times as many numbers as the limit, so it takes less than four passes on average.
 */
final class Permutation {
  private static final int ROUNDS = 4;
  private static final long ODD = 0x9E3779B97F4A7C15L;

  private final long limit;
  private final int halfBits;
  private final long halfMask;
  private final long seed;

  Permutation(long limit, long seed) {
    this.limit = limit;
    this.seed = seed;
    int bits = Math.max(2, Long.SIZE - Long.numberOfLeadingZeros(limit - 1));
    halfBits = (bits + 1) / 2;
    halfMask = (1L << halfBits) - 1;
  }

  /** Where a number below the limit goes. */
  long apply(long number) {
    long permuted = number;
    do {
      permuted = pass(permuted);
    } while (permuted >= limit);
    return permuted;
  }

  private long pass(long number) {
    long left = number >>> halfBits;
    long right = number & halfMask;
    for (int round = 1; round <= ROUNDS; round++) {
      long mixed = (right + seed + round) * ODD;
      mixed = (mixed ^ (mixed >>> 32)) * ODD;
      long next = left ^ (mixed >>> (Long.SIZE - halfBits));
      left = right;
      right = next;
    }
    return (left << halfBits) | right;
  }
}
