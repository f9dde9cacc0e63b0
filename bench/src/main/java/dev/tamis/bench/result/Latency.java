package dev.tamis.bench.result;

import java.util.List;

/**
 * How long single operations took, in nanoseconds, the clock's own cost included.
 *
 * @param corrected whether operations that waited for a slow one before them were counted as having
 *     waited (coordinated omission)
 * @param percentiles which percentiles {@code nanos} gives, for instance 50, 99, 99.9, 100
 * @param nanos an upper bound of the duration of that share of all operations
 */
public record Latency(boolean corrected, List<Double> percentiles, List<Long> nanos) {
  /** The percentiles that runs report and files have columns for. */
  public static final List<Double> REPORTED = List.of(50.0, 75.0, 90.0, 99.0, 99.9, 99.99, 100.0);

  public Latency {
    percentiles = List.copyOf(percentiles);
    nanos = List.copyOf(nanos);
    if (percentiles.size() != nanos.size()) {
      throw new IllegalArgumentException(
          "nanos: actual=" + nanos.size() + ", expected=" + percentiles.size());
    }
  }
}
