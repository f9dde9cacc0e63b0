package dev.tamis.bench.filter;

import static dev.tamis.bench.console.ReportTable.count;
import static dev.tamis.bench.console.ReportTable.number;

import dev.tamis.bench.console.ReportTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What Tamis' filters cost beside what they are made of, and beside Guava's. Both sides of a ratio
 * were measured in turns in one run, so a slow or busy machine changes it less than the times.
 */
final class FilterRatios {
  private static final long IN_CACHE_BYTES = 1 << 18;
  private static final long LARGE_BYTES = 60_000_000;
  private static final long HUGE_BYTES = 500_000_000;
  private static final long MANY_KEYS = 1_000_000;
  private static final double MOST_HASHES_PER_PROBE = 1.5;
  private static final double MOST_LINE_READS_PER_PROBE = 1.5;
  private static final double MOST_HASHES_PER_BUILT_KEY = 5;
  private static final double LEAST_OF_GUAVA_IN_CACHE = 3;
  private static final double LEAST_OF_GUAVA_IN_MEMORY = 2.5;

  private FilterRatios() {}

  /**
   * One ratio.
   *
   * @param bytes memory of the Tamis filter
   * @param goal where there is one for this size, else NaN
   * @param higherIsBetter whether the goal is the least, else it is the most
   */
  record Ratio(
      String what, long keys, long bytes, double value, double goal, boolean higherIsBetter) {

    /** Whether there is a goal, and the ratio is on its right side. */
    boolean isMet() {
      return higherIsBetter ? value >= goal : value <= goal;
    }
  }

  /** All ratios whose two sides were measured. */
  static List<Ratio> of(List<FilterMeasurement> measurements) {
    Map<List<Object>, Map<String, FilterMeasurement>> sizes = new LinkedHashMap<>();
    Map<Long, Map<String, FilterMeasurement>> withoutBits = new LinkedHashMap<>();
    for (FilterMeasurement m : measurements) {
      if (Double.isNaN(m.bitsPerKey())) {
        withoutBits.computeIfAbsent(m.keys(), k -> new LinkedHashMap<>()).put(m.filter(), m);
      } else {
        sizes
            .computeIfAbsent(List.of(m.keys(), m.bitsPerKey()), k -> new LinkedHashMap<>())
            .put(m.filter(), m);
      }
    }
    List<Ratio> ratios = new ArrayList<>();
    sizes.forEach(
        (size, kinds) -> {
          kinds.putAll(withoutBits.getOrDefault((Long) size.get(0), Map.of()));
          addRatios(kinds, ratios);
        });
    return ratios;
  }

  /** The ratios as a table of plain text. */
  static String render(List<Ratio> ratios) {
    ReportTable table = new ReportTable("ratio", "keys", "bytes", "measured", "goal", "met");
    for (Ratio r : ratios) {
      boolean hasGoal = !Double.isNaN(r.goal());
      String side = r.higherIsBetter() ? "at least %.1f" : "at most %.1f";
      table.addRow(
          r.what(),
          count(r.keys()),
          count(r.bytes()),
          number("%.2f", r.value()),
          number(side, r.goal()),
          hasGoal ? r.isMet() ? "yes" : "no" : ReportTable.NOT_MEASURED);
    }
    return table.render();
  }

  private static void addRatios(Map<String, FilterMeasurement> kinds, List<Ratio> ratios) {
    FilterMeasurement key = kinds.get(FilterKinds.KEY);
    FilterMeasurement hash = kinds.get(FilterKinds.HASH);
    FilterMeasurement line = kinds.get(FilterKinds.LINE);
    FilterMeasurement guava = kinds.get(FilterKinds.GUAVA);
    for (String name : List.of(FilterKinds.PARTITION, FilterKinds.BLOCKED)) {
      FilterMeasurement tamis = kinds.get(name);
      if (tamis == null) {
        continue;
      }
      boolean inCache = tamis.bytes() <= IN_CACHE_BYTES;
      boolean isLarge = tamis.bytes() >= LARGE_BYTES;
      if (key != null && hash != null) {
        add(
            ratios,
            name + ": absent, hashed / hash of a key",
            tamis,
            tamis.hashedNanos() / (hash.absentNanos() - key.absentNanos()),
            inCache ? MOST_HASHES_PER_PROBE : Double.NaN,
            false);
        add(
            ratios,
            name + ": build / hash of a key",
            tamis,
            tamis.buildNanos() / hash.buildNanos(),
            tamis.keys() == MANY_KEYS ? MOST_HASHES_PER_BUILT_KEY : Double.NaN,
            false);
      }
      if (line != null) {
        add(
            ratios,
            name + ": batch of 32 / 32 lines read",
            tamis,
            tamis.batchNanos() / line.batchNanos(),
            tamis.bytes() >= HUGE_BYTES ? MOST_LINE_READS_PER_PROBE : Double.NaN,
            false);
      }
      if (guava != null) {
        double goal = isLarge ? LEAST_OF_GUAVA_IN_MEMORY : Double.NaN;
        add(
            ratios,
            "Guava / " + name + ": absent",
            tamis,
            guava.absentNanos() / tamis.absentNanos(),
            inCache ? LEAST_OF_GUAVA_IN_CACHE : goal,
            true);
      }
    }
  }

  private static void add(
      List<Ratio> ratios,
      String what,
      FilterMeasurement tamis,
      double value,
      double goal,
      boolean higherIsBetter) {
    if (!Double.isNaN(value)) {
      ratios.add(new Ratio(what, tamis.keys(), tamis.bytes(), value, goal, higherIsBetter));
    }
  }
}
