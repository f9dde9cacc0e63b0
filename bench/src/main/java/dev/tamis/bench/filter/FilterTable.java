package dev.tamis.bench.filter;

import static dev.tamis.bench.console.ReportTable.NOT_MEASURED;
import static dev.tamis.bench.console.ReportTable.count;
import static dev.tamis.bench.console.ReportTable.number;

import dev.tamis.bench.console.ReportTable;
import java.util.List;

/** The figures as a table of plain text; a dash is what a filter does not have. */
final class FilterTable {
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
          count(m.keys()),
          m.bytes() == 0 ? NOT_MEASURED : number("%.2f", m.actualBitsPerKey()),
          number("%.1f", m.buildNanos()),
          number("%.1f", m.presentNanos()),
          number("%.1f", m.absentNanos()),
          number("%.1f", m.hashedNanos()),
          number("%.1f", m.batchNanos()),
          percent(m.rate()),
          m.probes() == 0
              ? NOT_MEASURED
              : percent(m.lowestRate()) + " - " + percent(m.highestRate()),
          percent(m.expectedRate()));
    }
    return table.render();
  }

  private static String percent(double share) {
    return number("%.4f %%", share * 100);
  }
}
