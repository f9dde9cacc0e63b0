package dev.tamis.bench.report;

import dev.tamis.bench.filter.FilterMeasurement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** False-positive rate over bits per key, measured and by theory, for one number of keys. */
record RateChart(long keys, List<Curve> curves) {

  /** One kind of filter, by rising bits per key. */
  record Curve(String series, List<Point> points) {}

  /**
   * One filter.
   *
   * @param bitsPerKey bits of memory for each key
   * @param measured rate, 0 to 1, as are the others
   * @param low lower end of the 95 % interval of the measured rate
   * @param high upper end
   */
  record Point(double bitsPerKey, double measured, double low, double high, double expected) {}

  /** A chart for each number of keys, the smallest first; exact sets have no rate. */
  static List<RateChart> of(List<FilterMeasurement> filters) {
    Map<Long, Map<String, List<Point>>> sizes = new TreeMap<>();
    for (FilterMeasurement filter : filters) {
      if (filter.expectedRate() > 0) {
        sizes
            .computeIfAbsent(filter.keys(), key -> new LinkedHashMap<>())
            .computeIfAbsent(filter.filter(), key -> new ArrayList<>())
            .add(point(filter));
      }
    }
    List<RateChart> charts = new ArrayList<>();
    sizes.forEach((keys, byFilter) -> charts.add(new RateChart(keys, curves(byFilter))));
    return charts;
  }

  private static List<Curve> curves(Map<String, List<Point>> byFilter) {
    List<Curve> curves = new ArrayList<>();
    byFilter.forEach(
        (filter, points) -> {
          points.sort(Comparator.comparingDouble(Point::bitsPerKey));
          curves.add(new Curve(filter, points));
        });
    return curves;
  }

  private static Point point(FilterMeasurement filter) {
    return new Point(
        filter.actualBitsPerKey(),
        filter.rate(),
        filter.lowestRate(),
        filter.highestRate(),
        filter.expectedRate());
  }
}
