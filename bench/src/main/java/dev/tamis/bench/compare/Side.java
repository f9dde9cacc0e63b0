package dev.tamis.bench.compare;

import dev.tamis.bench.result.Measurement;
import dev.tamis.bench.result.Spread;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** All repeats of one benchmark on one engine. */
record Side(String engine, String benchmark, List<Measurement> repeats) {

  Side {
    repeats = List.copyOf(repeats);
  }

  /** The repeats among some measurements; of a latency run, those as measured. */
  static Side of(String engine, String benchmark, List<Measurement> measurements) {
    return new Side(
        engine,
        benchmark,
        measurements.stream()
            .filter(m -> m.engine().equals(engine) && m.benchmark().equals(benchmark))
            .filter(m -> !m.isCorrected())
            .toList());
  }

  boolean isEmpty() {
    return repeats.isEmpty();
  }

  /** Operations a second. */
  Spread throughput() {
    return spread(Measurement::operationsPerSecond);
  }

  /** Median of something else; NaN if it was not measured. */
  double median(ToDoubleFunction<Measurement> figure) {
    return spread(figure).median();
  }

  private Spread spread(ToDoubleFunction<Measurement> figure) {
    return Spread.of(repeats.stream().mapToDouble(figure).toArray());
  }

  /**
   * Throughput against a baseline: the ratio of both medians; and the extremes of the ratios of the
   * repeats that both sides have, for these ran one after the other.
   */
  Spread ratioTo(Side baseline) {
    double[] pairs =
        repeats.stream()
            .map(m -> baseline.ratio(m))
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .toArray();
    double median = throughput().median() / baseline.throughput().median();
    if (pairs.length == 0) {
      return new Spread(median, Double.NaN, Double.NaN, 0);
    }
    Spread spread = Spread.of(pairs);
    return new Spread(median, spread.min(), spread.max(), spread.repeats());
  }

  private OptionalDouble ratio(Measurement other) {
    return repeats.stream()
        .filter(m -> m.repeat() == other.repeat())
        .mapToDouble(m -> other.operationsPerSecond() / m.operationsPerSecond())
        .findFirst();
  }
}
