package dev.tamis.bench.ycsb;

import dev.tamis.bench.console.ReportTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What YCSB exported: lines {@code [GROUP], figure, value}. */
final class YcsbFigures {
  private static final String RETURN = "Return=";
  private static final String DONE = "Operations";

  private final Map<String, Map<String, String>> groups = new LinkedHashMap<>();

  /** Reads the lines; others than those of figures are passed over. */
  static YcsbFigures parse(List<String> lines) {
    YcsbFigures figures = new YcsbFigures();
    for (String line : lines) {
      String[] parts = line.split(", ", 3);
      if (parts.length == 3 && parts[0].startsWith("[") && parts[0].endsWith("]")) {
        String group = parts[0].substring(1, parts[0].length() - 1);
        figures
            .groups
            .computeIfAbsent(group, name -> new LinkedHashMap<>())
            .put(parts[1], parts[2].strip());
      }
    }
    return figures;
  }

  /** Operations that returned something else than OK. */
  long failed() {
    return groups.values().stream()
        .flatMap(group -> group.entrySet().stream())
        .filter(figure -> figure.getKey().startsWith(RETURN))
        .filter(figure -> !figure.getKey().equals(RETURN + "OK"))
        .mapToLong(figure -> (long) Double.parseDouble(figure.getValue()))
        .sum();
  }

  /** Operations that returned OK; parts of composed operations count on their own. */
  long succeeded() {
    return groups.values().stream()
        .map(group -> group.get(RETURN + "OK"))
        .filter(count -> count != null)
        .mapToLong(count -> (long) Double.parseDouble(count))
        .sum();
  }

  /** Operations a second of the whole phase. */
  double throughput() {
    return number(groups.getOrDefault("OVERALL", Map.of()), "Throughput(ops/sec)");
  }

  /** A row for each operation. */
  String table() {
    ReportTable table =
        new ReportTable(
            "operation", "operations", "failed", "mean us", "p95 us", "p99 us", "max us");
    groups.forEach(
        (name, group) -> {
          if (group.containsKey(DONE) && number(group, DONE) > 0 && !name.equals("CLEANUP")) {
            long ok = (long) number(group, RETURN + "OK");
            long failed =
                group.entrySet().stream()
                    .filter(figure -> figure.getKey().startsWith(RETURN))
                    .mapToLong(figure -> (long) Double.parseDouble(figure.getValue()))
                    .sum();
            table.addRow(
                name,
                String.format(Locale.ROOT, "%,.0f", number(group, DONE)),
                String.format(Locale.ROOT, "%,d", failed - ok),
                micros(group, "AverageLatency(us)"),
                micros(group, "95thPercentileLatency(us)"),
                micros(group, "99thPercentileLatency(us)"),
                micros(group, "MaxLatency(us)"));
          }
        });
    return table.render();
  }

  private static String micros(Map<String, String> group, String figure) {
    return String.format(Locale.ROOT, "%,.1f", number(group, figure));
  }

  private static double number(Map<String, String> group, String figure) {
    String text = group.get(figure);
    return text == null ? 0 : Double.parseDouble(text);
  }
}
