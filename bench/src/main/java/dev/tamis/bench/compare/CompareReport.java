package dev.tamis.bench.compare;

import static dev.tamis.bench.console.ReportTable.number;

import dev.tamis.bench.console.ReportTable;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.result.Measurement;
import dev.tamis.bench.result.Spread;
import java.util.List;

/** What a comparison says in words and tables. */
final class CompareReport {
  private CompareReport() {}

  /** A line for each engine: what it is, what its writes promise. */
  static String engines(List<EngineProvider> engines) {
    StringBuilder text = new StringBuilder();
    for (EngineProvider engine : engines) {
      text.append(engine.name()).append(": ").append(engine.description()).append('\n');
      text.append("  writes: ").append(engine.writeGuarantee()).append('\n');
      if (!engine.jvmFlags().isEmpty()) {
        text.append("  JVM: ").append(String.join(" ", engine.jvmFlags())).append('\n');
      }
    }
    return text.toString();
  }

  /** One row for each benchmark and engine that has figures. */
  static String table(
      List<String> benchmarks,
      List<EngineProvider> engines,
      String baseline,
      List<Measurement> measurements) {
    ReportTable table =
        new ReportTable(
            "benchmark",
            "engine",
            "kops/s",
            "min..max",
            "x " + baseline,
            "min..max",
            "CPU ns/op",
            "alloc B/op",
            "write amp",
            "space amp");
    for (String benchmark : benchmarks) {
      Side base = Side.of(baseline, benchmark, measurements);
      for (EngineProvider engine : engines) {
        Side side = Side.of(engine.name(), benchmark, measurements);
        if (!side.isEmpty()) {
          addRow(table, side, base);
        }
      }
    }
    return table.render();
  }

  private static void addRow(ReportTable table, Side side, Side base) {
    Spread throughput = side.throughput();
    Spread ratio =
        base.isEmpty() ? new Spread(Double.NaN, Double.NaN, Double.NaN, 0) : side.ratioTo(base);
    table.addRow(
        side.benchmark(),
        side.engine(),
        number("%,.1f", throughput.median() / 1e3),
        number("%,.1f", throughput.min() / 1e3) + ".." + number("%,.1f", throughput.max() / 1e3),
        number("%.2f", ratio.median()),
        number("%.2f", ratio.min()) + ".." + number("%.2f", ratio.max()),
        number("%,.0f", side.median(Measurement::cpuNanosPerOperation)),
        number("%,.1f", side.median(Measurement::allocatedBytesPerOperation)),
        number("%.2f", side.median(Measurement::writeAmplification)),
        number("%.2f", side.median(Measurement::spaceAmplification)));
  }
}
