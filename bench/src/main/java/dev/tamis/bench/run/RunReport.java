package dev.tamis.bench.run;

import static dev.tamis.bench.console.ReportTable.NOT_MEASURED;
import static dev.tamis.bench.console.ReportTable.count;
import static dev.tamis.bench.console.ReportTable.number;

import dev.tamis.bench.console.ReportTable;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.result.EnvironmentLines;
import dev.tamis.bench.result.Latency;
import dev.tamis.bench.result.Measurement;
import dev.tamis.bench.result.RunEnvironment;
import java.util.ArrayList;
import java.util.List;

/** What a run says in words and tables. */
final class RunReport {
  private RunReport() {}

  /** Where the figures come from, and what they are of. */
  static String head(RunEnvironment environment, EngineProvider provider) {
    List<String> lines = new ArrayList<>(EnvironmentLines.of(environment));
    lines.add("engine: " + provider.description());
    lines.add("write_guarantee: " + provider.writeGuarantee());
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  /** One row for each benchmark; then, of a latency run, two rows each of percentiles. */
  static String tables(List<Measurement> measurements) {
    StringBuilder text = new StringBuilder(System.lineSeparator());
    text.append(throughput(measurements));
    if (measurements.stream().anyMatch(measurement -> measurement.latency() != null)) {
      text.append(System.lineSeparator()).append(latency(measurements));
    }
    return text.toString();
  }

  private static String throughput(List<Measurement> measurements) {
    ReportTable table =
        new ReportTable(
            "benchmark",
            "threads",
            "operations",
            "found",
            "seconds",
            "ops/s",
            "ns/op",
            "CPU ns/op",
            "alloc B/op",
            "MB/s",
            "MB written",
            "write amp",
            "space amp",
            "file reads");
    for (Measurement m : measurements) {
      if (m.isCorrected()) {
        continue;
      }
      table.addRow(
          m.benchmark(),
          String.valueOf(m.threads()),
          count(m.operations()),
          count(m.found()),
          number("%.3f", m.seconds()),
          number("%,.0f", m.operationsPerSecond()),
          number("%,.0f", m.seconds() * 1e9 * m.threads() / m.operations()),
          number("%,.0f", m.cpuNanosPerOperation()),
          number("%,.1f", m.allocatedBytesPerOperation()),
          m.userBytes() < 0 ? NOT_MEASURED : number("%,.1f", m.userBytes() / 1e6 / m.seconds()),
          m.writtenBytes() < 0 ? NOT_MEASURED : number("%,.1f", m.writtenBytes() / 1e6),
          number("%.2f", m.writeAmplification()),
          number("%.2f", m.spaceAmplification()),
          count(m.fileReads()));
    }
    return table.render();
  }

  private static String latency(List<Measurement> measurements) {
    String[] headings = new String[Latency.REPORTED.size() + 1];
    headings[0] = "latency in ns, corrected for coordinated omission or not";
    for (int i = 1; i < headings.length; i++) {
      double percentile = Latency.REPORTED.get(i - 1);
      headings[i] = percentile == 100 ? "max" : "p" + number("%s", percentile).replace(".0", "");
    }
    ReportTable table = new ReportTable(headings);
    for (Measurement m : measurements) {
      if (m.latency() == null) {
        continue;
      }
      String[] cells = new String[headings.length];
      cells[0] = m.benchmark() + (m.isCorrected() ? ", corrected" : ", as measured");
      for (int i = 1; i < cells.length; i++) {
        cells[i] = count(m.latency().nanos().get(i - 1));
      }
      table.addRow(cells);
    }
    return table.render();
  }
}
