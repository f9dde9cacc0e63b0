package dev.tamis.bench.run;

import dev.tamis.bench.result.Latency;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The percentiles of a latency run, as measured and corrected for coordinated omission.
 *
 * <p>Each thread asks the next question when the last is answered, so while one operation is slow,
 * no others are asked that would have been slow too. The correction adds those: it takes operations
 * to arrive at the mean rate of the run, one each mean duration, and counts those that a slow one
 * kept waiting.
 */
final class Latencies {
  private Latencies() {}

  /** As measured. */
  static Latency measured(Histogram histogram) {
    return of(false, histogram);
  }

  /** Corrected. */
  static Latency corrected(Histogram histogram) {
    long interval = Math.max(1, Math.round(histogram.getMean()));
    return of(true, histogram.copyCorrectedForCoordinatedOmission(interval));
  }

  private static Latency of(boolean corrected, Histogram histogram) {
    List<Long> nanos = Latency.REPORTED.stream().map(histogram::getValueAtPercentile).toList();
    return new Latency(corrected, Latency.REPORTED, nanos);
  }
}
