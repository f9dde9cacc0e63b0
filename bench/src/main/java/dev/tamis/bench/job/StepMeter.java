package dev.tamis.bench.job;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Collects the time of each call of one step. The clock is read before and after every call, so
 * each figure contains one reading of it, some 20 to 40 ns.
 */
final class StepMeter {
  private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Histogram histogram = new Histogram(LONGEST_NANOS, SIGNIFICANT_DIGITS);
  private long nanos;
  private long longestNanos;

  void record(long callNanos) {
    nanos += callNanos;
    longestNanos = Math.max(longestNanos, callNanos);
    histogram.recordValue(Math.min(callNanos, LONGEST_NANOS));
  }

  /** The figures of everything recorded, under these names. */
  StepResult result(String stage, String step, List<LevelChange> levels) {
    long operations = histogram.getTotalCount();
    return new StepResult(
        stage,
        step,
        operations,
        nanos,
        nanos == 0 ? 0 : operations * 1e9 / nanos,
        percentile(50),
        percentile(99),
        percentile(99.9),
        longestNanos,
        levels);
  }

  /**
   * A value of the histogram stands for a range and is its upper end, so it is cut to what was
   * seen.
   */
  private long percentile(double percent) {
    return Math.min(histogram.getValueAtPercentile(percent), longestNanos);
  }
}
