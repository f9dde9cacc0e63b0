package dev.tamis.bench.job;

import dev.tamis.bench.console.ReportTable;
import java.util.List;
import java.util.Locale;

/** The result as text to read in a terminal of 120 columns. */
final class MainJobReport {
  private static final int FEWEST_LEVELS = 3;

  private final MainJobResult result;

  MainJobReport(MainJobResult result) {
    this.result = result;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    head(text);
    text.append('\n').append(steps());
    text.append(
        "Time inside the store, one thread; us: microseconds of one call;"
            + " the checks of the answers are not counted.\n");
    filters(text, "Loaded, before the full compaction: filters", MainJob.LOADED);
    filters(text, "Compacted and opened again: filters", MainJob.COMPACTED);
    text.append(
            "Counted while the absent keys were read. checks: table look-ups that asked a filter;")
        .append(" negatives: ended there;\n")
        .append(
            "false pos: went on in vain; measured: false positives / (false positives + negatives);\n")
        .append(
            "blocks on, off: data blocks searched with filters, and for the same keys without.\n");
    return text.toString();
  }

  private void head(StringBuilder text) {
    MainJobResult.Data data = result.data();
    MainJobResult.Machine machine = result.machine();
    text.append(
        line(
            "Tamis: %,d entries (%s), %.1f MB of keys and values, seed %d",
            data.entries(),
            data.source(),
            (data.keyBytes() + data.valueBytes()) / 1e6,
            result.seed()));
    text.append(
        line(
            "JDK %s, %s, %d cores, heap %,d MiB, LZ4 codec %s",
            machine.javaVersion(),
            machine.system(),
            machine.cores(),
            machine.maxHeapBytes() >> 20,
            machine.lz4()));
    if (data.overwrites() > 0 || data.blankLines() > 0) {
      text.append(
          line(
              "%,d lines overwrote an earlier one with the same key; %,d blank lines were skipped",
              data.overwrites(), data.blankLines()));
    }
    if (data.absentKeys() < data.entries()) {
      text.append(line("only %,d absent keys were found between the real ones", data.absentKeys()));
    }
    if (result.loadedLevels() < FEWEST_LEVELS) {
      text.append(
          line(
              "the data is small: it stood in %d of the %d levels this test is made for",
              result.loadedLevels(), FEWEST_LEVELS));
    }
  }

  private String steps() {
    ReportTable table =
        new ReportTable(
            "step", "operations", "seconds", "ops/s", "p50 us", "p99 us", "p99.9 us", "max us");
    for (StepResult step : result.steps()) {
      boolean calls = step.operations() > 1;
      table.addRow(
          step.stage() + ": " + step.step(),
          number(step.operations()),
          format("%.3f", step.nanos() / 1e9),
          calls ? format("%,.0f", step.operationsPerSecond()) : "-",
          calls ? micros(step.p50Nanos()) : "-",
          calls ? micros(step.p99Nanos()) : "-",
          calls ? micros(step.p999Nanos()) : "-",
          calls ? micros(step.maxNanos()) : "-");
    }
    return table.render();
  }

  private void filters(StringBuilder text, String title, String stage) {
    List<FilterRow> rows =
        result.filters().stream().filter(row -> row.stage().equals(stage)).toList();
    ReportTable table =
        new ReportTable(
            "level",
            "tables",
            "entries",
            "filter B",
            "bits/key",
            "checks",
            "negatives",
            "false pos",
            "expected",
            "measured",
            "blocks on",
            "blocks off");
    for (FilterRow row : rows) {
      table.addRow(
          row.level() == FilterRow.ALL_LEVELS ? "all" : number(row.level()),
          number(row.tables()),
          number(row.entries()),
          number(row.filterBytes()),
          format("%.2f", row.bitsPerKey()),
          number(row.checks()),
          number(row.negatives()),
          number(row.falsePositives()),
          percent(row.expectedRate()),
          percent(row.measuredRate()),
          number(row.blocksWithFilters()),
          number(row.blocksWithoutFilters()));
    }
    text.append('\n').append(title).append('\n').append(table.render());
    FilterRow all = rows.get(rows.size() - 1);
    if (all.checks() > 0) {
      text.append(
          line(
              "%.2f of 100 table look-ups for absent keys ended at the filter.",
              100.0 * all.negatives() / all.checks()));
    }
  }

  private static String number(long count) {
    return format("%,d", count);
  }

  private static String micros(long nanos) {
    return format("%,.2f", nanos / 1e3);
  }

  private static String percent(Double rate) {
    return rate == null ? "-" : format("%.3f %%", 100 * rate);
  }

  private static String line(String format, Object... arguments) {
    return format(format, arguments) + '\n';
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
