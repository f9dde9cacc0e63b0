package dev.tamis.bench.report;

import dev.tamis.bench.result.Latency;
import dev.tamis.bench.result.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Latency by percentile of one benchmark, a curve for each engine. */
record LatencyChart(String benchmark, List<Curve> curves) {

  /**
   * One engine.
   *
   * @param corrected see {@link Latency#corrected}
   * @param points by rising percentile; the slowest operation has the percentile 100
   */
  record Curve(String series, boolean corrected, List<Point> points) {}

  /**
   * A place on a curve.
   *
   * @param nanos median over the repeats
   */
  record Point(double percentile, double nanos) {}

  /** A chart for each benchmark that has latencies, in the order in which they come. */
  static List<LatencyChart> of(List<Sample> samples) {
    Map<String, Map<Name, List<Latency>>> benchmarks = new LinkedHashMap<>();
    for (Sample sample : samples) {
      Latency latency = sample.measurement().latency();
      if (latency != null) {
        benchmarks
            .computeIfAbsent(sample.benchmark(), key -> new LinkedHashMap<>())
            .computeIfAbsent(
                new Name(sample.series(), latency.corrected()), key -> new ArrayList<>())
            .add(latency);
      }
    }
    List<LatencyChart> charts = new ArrayList<>();
    benchmarks.forEach(
        (benchmark, latencies) -> {
          List<Curve> curves = new ArrayList<>();
          latencies.forEach((name, repeats) -> curves.add(curve(name, repeats)));
          charts.add(new LatencyChart(benchmark, curves));
        });
    return charts;
  }

  private record Name(String series, boolean corrected) {}

  private static Curve curve(Name name, List<Latency> repeats) {
    Map<Double, List<Long>> byPercentile = new TreeMap<>();
    for (Latency latency : repeats) {
      for (int i = 0; i < latency.percentiles().size(); i++) {
        byPercentile
            .computeIfAbsent(latency.percentiles().get(i), key -> new ArrayList<>())
            .add(latency.nanos().get(i));
      }
    }
    List<Point> points = new ArrayList<>();
    byPercentile.forEach(
        (percentile, nanos) ->
            points.add(
                new Point(
                    percentile,
                    Spread.of(nanos.stream().mapToDouble(Long::doubleValue).toArray()).median())));
    return new Curve(name.series(), name.corrected(), points);
  }
}
