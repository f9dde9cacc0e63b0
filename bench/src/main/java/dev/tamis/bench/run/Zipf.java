package dev.tamis.bench.run;

import java.util.SplittableRandom;

/**
 * Ranks below n of which rank i comes up in proportion to {@code 1 / (i + 1)^theta}, for a theta
 * below 1.
 *
 * <p>After Gray, Sundaresan, Englert, Baclawski and Weinberger, Quickly Generating Billion-Record
 * Synthetic Databases, SIGMOD 1994, as YCSB does it: the first two ranks are exact, the others an
 * inverted approximation. One {@code pow} a sample.
 */
final class Zipf {
  /** The sum is exact up to here; from here on an integral is, to nine digits. */
  private static final int EXACT_TERMS = 100_000;

  private final long n;
  private final double zeta;
  private final double alpha;
  private final double eta;
  private final double secondRank;

  Zipf(long n, double theta) {
    this.n = n;
    zeta = zeta(n, theta);
    alpha = 1 / (1 - theta);
    secondRank = 1 + Math.pow(0.5, theta);
    eta = (1 - Math.pow(2.0 / n, 1 - theta)) / (1 - zeta(2, theta) / zeta);
  }

  long next(SplittableRandom random) {
    double u = random.nextDouble();
    double scaled = u * zeta;
    if (scaled < 1) {
      return 0;
    }
    if (scaled < secondRank) {
      return Math.min(1, n - 1);
    }
    return Math.min(n - 1, (long) (n * Math.pow(eta * u - eta + 1, alpha)));
  }

  /** The sum of {@code i^-theta} for i from 1 to n. */
  static double zeta(long n, double theta) {
    long exact = Math.min(n, EXACT_TERMS);
    double sum = 0;
    for (long i = 1; i <= exact; i++) {
      sum += Math.pow((double) i, -theta);
    }
    if (n > exact) {
      // The middle rule: term i is about the integral from i - 1/2 to i + 1/2.
      sum += (Math.pow(n + 0.5, 1 - theta) - Math.pow(exact + 0.5, 1 - theta)) / (1 - theta);
    }
    return sum;
  }
}
