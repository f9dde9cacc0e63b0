package dev.tamis.bench.report;

import dev.tamis.bench.result.Measurement;
import dev.tamis.bench.result.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Throughput of one benchmark over time, a line for each engine and repeat. */
record TimeChart(String benchmark, List<Line> lines) {

  /** An interval with less than this part of the line's median throughput is a stall. */
  static final double STALL_SHARE = 0.1;

  /** A line needs two points. */
  private static final int FEWEST_INTERVALS = 2;

  /** A last interval shorter than this part of the others says nothing. */
  private static final double SHORTEST_LAST = 0.2;

  private static final double THOUSAND = 1e3;

  /**
   * One run.
   *
   * @param stalledSeconds length of all intervals that are stalls
   * @param longestStallSeconds length of the most stalls one after another
   */
  record Line(
      String series,
      int repeat,
      double stalledSeconds,
      double longestStallSeconds,
      List<Point> points) {}

  /**
   * An interval.
   *
   * @param second middle of the interval, from the start
   * @param rate thousand operations per second
   */
  record Point(double second, double rate, boolean stalled) {}

  /** A chart for each benchmark whose throughput was noted by intervals. */
  static List<TimeChart> of(List<Sample> samples) {
    Map<String, List<Line>> benchmarks = new LinkedHashMap<>();
    for (Sample sample : samples) {
      Measurement measurement = sample.measurement();
      if (measurement.intervalOperations().size() >= FEWEST_INTERVALS
          && measurement.intervalSeconds() > 0
          && sample.hasRate()) {
        benchmarks
            .computeIfAbsent(sample.benchmark(), key -> new ArrayList<>())
            .add(line(sample.series(), measurement));
      }
    }
    List<TimeChart> charts = new ArrayList<>();
    benchmarks.forEach((benchmark, lines) -> charts.add(new TimeChart(benchmark, lines)));
    return charts;
  }

  private static Line line(String series, Measurement measurement) {
    double interval = measurement.intervalSeconds();
    List<Long> operations = measurement.intervalOperations();
    double lastInterval = measurement.seconds() - (operations.size() - 1) * interval;
    boolean lastCounts = lastInterval >= SHORTEST_LAST * interval;
    int count = lastCounts ? operations.size() : operations.size() - 1;
    double[] lengths = new double[count];
    double[] rates = new double[count];
    for (int i = 0; i < count; i++) {
      lengths[i] = i == operations.size() - 1 ? Math.min(interval, lastInterval) : interval;
      rates[i] = operations.get(i) / lengths[i] / THOUSAND;
    }
    double stall = Spread.of(rates).median() * STALL_SHARE;
    List<Point> points = new ArrayList<>();
    double stalledSeconds = 0;
    double longest = 0;
    double current = 0;
    for (int i = 0; i < count; i++) {
      boolean stalled = rates[i] < stall;
      points.add(new Point(i * interval + lengths[i] / 2, rates[i], stalled));
      stalledSeconds += stalled ? lengths[i] : 0;
      current = stalled ? current + lengths[i] : 0;
      longest = Math.max(longest, current);
    }
    return new Line(series, measurement.repeat(), stalledSeconds, longest, points);
  }
}
