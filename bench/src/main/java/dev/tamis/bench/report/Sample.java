package dev.tamis.bench.report;

import dev.tamis.bench.result.Measurement;

/**
 * A measurement and where it was made.
 *
 * @param environment which of the page's environments, from 0
 * @param series what its bars and curves are named: the engine, and the letter of the environment
 *     where there are several
 */
record Sample(int environment, String series, Measurement measurement) {

  String engine() {
    return measurement.engine();
  }

  /** Which chart it belongs to: benchmarks with different numbers of threads are not compared. */
  String benchmark() {
    int threads = measurement.threads();
    return threads == 1
        ? measurement.benchmark()
        : measurement.benchmark() + ", " + threads + " threads";
  }

  /** Whether the clock was read around every operation, which slows short ones down. */
  boolean timed() {
    return measurement.latency() != null;
  }

  /**
   * Whether it is about a number of operations that took some time; steps like an opening are not.
   */
  boolean hasRate() {
    double rate = measurement.operationsPerSecond();
    return rate > 0 && Double.isFinite(rate);
  }

  /** Whether this is the same run as the other one, with its latencies corrected. */
  boolean isCorrectedTwinOf(Sample other) {
    return measurement.isCorrected()
        && other.timed()
        && !other.measurement.isCorrected()
        && series.equals(other.series)
        && measurement.benchmark().equals(other.measurement.benchmark())
        && measurement.repeat() == other.measurement.repeat()
        && measurement.threads() == other.measurement.threads()
        && measurement.operations() == other.measurement.operations()
        && measurement.seconds() == other.measurement.seconds();
  }
}
