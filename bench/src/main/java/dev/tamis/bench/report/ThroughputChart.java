package dev.tamis.bench.report;

import dev.tamis.bench.result.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Bars of one benchmark: a median each, with the smallest and largest repeat as whiskers.
 *
 * @param logarithmic where the values lie too far apart for a scale that begins at zero
 */
record ThroughputChart(String benchmark, boolean logarithmic, List<Bar> bars) {
  private static final double THOUSAND = 1e3;

  /** On a linear scale the smallest bar would be shorter than the whiskers are thick. */
  private static final double WIDEST_LINEAR_RATIO = 30;

  private static final String TIMED = ", every operation timed";

  /**
   * One engine.
   *
   * @param median thousand operations per second, as are {@code min} and {@code max}
   * @param ratio median relative to that of the baseline in the same environment, or null where the
   *     baseline was not measured
   */
  record Bar(String series, double median, double min, double max, int repeats, Double ratio) {}

  /** A bar with what its ratio depends on. */
  private record Measured(int environment, String engine, String series, Spread spread) {}

  /** A chart for each benchmark, in the order in which they come. */
  static List<ThroughputChart> of(List<Sample> samples, String baseline) {
    Map<String, Map<String, List<Sample>>> benchmarks = new LinkedHashMap<>();
    List<Sample> measured = samples.stream().filter(Sample::hasRate).toList();
    for (Sample sample : withoutNeedlessTimed(measured)) {
      String benchmark = sample.benchmark() + (sample.timed() ? TIMED : "");
      benchmarks
          .computeIfAbsent(benchmark, key -> new LinkedHashMap<>())
          .computeIfAbsent(sample.series(), key -> new ArrayList<>())
          .add(sample);
    }
    List<ThroughputChart> charts = new ArrayList<>();
    benchmarks.forEach((benchmark, series) -> charts.add(chart(benchmark, series, baseline)));
    return charts;
  }

  /** Timed runs are for latencies; their throughput is shown only where there is no other. */
  private static List<Sample> withoutNeedlessTimed(List<Sample> samples) {
    return samples.stream()
        .filter(
            sample ->
                !sample.timed()
                    || samples.stream()
                        .noneMatch(
                            other ->
                                !other.timed() && other.benchmark().equals(sample.benchmark())))
        .toList();
  }

  private static ThroughputChart chart(
      String benchmark, Map<String, List<Sample>> series, String baseline) {
    List<Measured> measured = new ArrayList<>();
    series.forEach(
        (name, samples) -> {
          Sample first = samples.get(0);
          measured.add(new Measured(first.environment(), first.engine(), name, spread(samples)));
        });
    List<Bar> bars = new ArrayList<>();
    for (Measured one : measured) {
      Spread spread = one.spread();
      Double ratio =
          measured.stream()
              .filter(m -> m.environment() == one.environment() && m.engine().equals(baseline))
              .map(m -> spread.median() / m.spread().median())
              .findFirst()
              .orElse(null);
      bars.add(
          new Bar(
              one.series(), spread.median(), spread.min(), spread.max(), spread.repeats(), ratio));
    }
    double largest = bars.stream().mapToDouble(Bar::median).max().orElseThrow();
    double smallest = bars.stream().mapToDouble(Bar::median).min().orElseThrow();
    return new ThroughputChart(benchmark, largest > smallest * WIDEST_LINEAR_RATIO, bars);
  }

  private static Spread spread(List<Sample> samples) {
    return Spread.of(
        samples.stream()
            .mapToDouble(sample -> sample.measurement().operationsPerSecond() / THOUSAND)
            .toArray());
  }
}
