package dev.tamis.bench.filter;

import dev.tamis.bench.console.ReportTable;
import java.util.List;
import java.util.Locale;

/** The figures as a table of plain text; a dash is what a filter does not have. */
final class FilterTable {
  private static final String NOTHING = "-";

  private FilterTable() {}

  static String render(List<FilterMeasurement> measurements) {
    ReportTable table =
        new ReportTable(
            "filter",
            "keys",
            "bits/key",
            "build",
            "present",
            "absent",
            "hashed",
            "batch",
            "false positives",
            "95 % interval",
            "theory");
    for (FilterMeasurement m : measurements) {
      table.addRow(
          m.filter(),
          String.format(Locale.ROOT, "%,d", m.keys()),
          m.bytes() == 0 ? NOTHING : decimals(m.actualBitsPerKey(), 2),
          decimals(m.buildNanos(), 1),
          decimals(m.presentNanos(), 1),
          decimals(m.absentNanos(), 1),
          decimals(m.hashedNanos(), 1),
          decimals(m.batchNanos(), 1),
          percent(m.rate()),
          m.probes() == 0 ? NOTHING : percent(m.lowestRate()) + " - " + percent(m.highestRate()),
          percent(m.expectedRate()));
    }
    return table.render();
  }

  private static String decimals(double value, int decimals) {
    return Double.isNaN(value) ? NOTHING : String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? NOTHING : String.format(Locale.ROOT, "%.4f %%", share * 100);
  }
}
