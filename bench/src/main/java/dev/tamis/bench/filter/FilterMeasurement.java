package dev.tamis.bench.filter;

/**
 * One filter of one size. The row of the CSV file and the object of the JSON file have these
 * components as their fields; what was not measured is NaN and left empty in the files. Times are
 * CPU time of the one measuring thread, per key, medians over the rounds.
 *
 * @param filter name of the filter
 * @param keys keys that were added, 16 bytes each
 * @param bitsPerKey what was asked for
 * @param bytes memory that it takes
 * @param buildNanos adding a key, its hash included
 * @param presentNanos asking for a key that was added, its hash included
 * @param absentNanos asking for one that was not, its hash included
 * @param hashedNanos asking for one that was not, its hash known
 * @param batchNanos the same, with the bulk form for 32 keys at once
 * @param probes absent keys asked for to find the rate
 * @param falsePositives of these, answered with "maybe"
 * @param expectedRate rate of false positives by the filter's theory
 */
public record FilterMeasurement(
    String filter,
    long keys,
    double bitsPerKey,
    long bytes,
    double buildNanos,
    double presentNanos,
    double absentNanos,
    double hashedNanos,
    double batchNanos,
    long probes,
    long falsePositives,
    double expectedRate) {
  /** Quantile of the normal distribution for 95 % of both sides together. */
  private static final double Z = 1.959964;

  /** The same figures under another name. */
  public FilterMeasurement named(String name) {
    return new FilterMeasurement(
        name,
        keys,
        bitsPerKey,
        bytes,
        buildNanos,
        presentNanos,
        absentNanos,
        hashedNanos,
        batchNanos,
        probes,
        falsePositives,
        expectedRate);
  }

  /** Bits of memory for each key. */
  public double actualBitsPerKey() {
    return bytes * (double) Byte.SIZE / keys;
  }

  /** The measured rate of false positives. */
  public double rate() {
    return (double) falsePositives / probes;
  }

  /**
   * Lower end of the 95 % interval of the true rate (Wilson's, which holds for few positives, too).
   */
  public double lowestRate() {
    return Math.max(0, (centre() - halfWidth()) / (1 + Z * Z / probes));
  }

  /** Upper end of that interval. */
  public double highestRate() {
    return Math.min(1, (centre() + halfWidth()) / (1 + Z * Z / probes));
  }

  private double centre() {
    return rate() + Z * Z / (2.0 * probes);
  }

  private double halfWidth() {
    double rate = rate();
    return Z * Math.sqrt(rate * (1 - rate) / probes + Z * Z / (4.0 * probes * probes));
  }
}
