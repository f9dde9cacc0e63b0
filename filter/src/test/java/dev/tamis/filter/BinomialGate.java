package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Decides whether a measured rate fits an expected one: |f/q - p| at most z sqrt(p (1-p) / q) +
 * slack p, with z = 5.
 */
final class BinomialGate {
  private static final double Z = 5;

  private BinomialGate() {}

  static double tolerance(double expected, long queries, double slack) {
    return Z * Math.sqrt(expected * (1 - expected) / queries) + slack * expected;
  }

  static void assertFits(String what, long positives, long queries, double expected, double slack) {
    double measured = (double) positives / queries;
    assertThat(Math.abs(measured - expected))
        .as("%s: measured %s of %s queries, expected %s", what, measured, queries, expected)
        .isLessThanOrEqualTo(tolerance(expected, queries, slack));
  }
}
