package dev.tamis.bench.engine;

import dev.tamis.bench.console.ReportTable;
import dev.tamis.engine.Db;
import dev.tamis.engine.LevelInfo;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Tamis behind the port: every call is one call of {@link Db}. */
final class TamisEngine implements BenchEngine {
  private final Db db;
  private final CountingDirectory files;

  TamisEngine(Db db, CountingDirectory files) {
    this.db = db;
    this.files = files;
  }

  @Override
  public EngineSession session() {
    return new TamisSession(db);
  }

  @Override
  public void flush() throws IOException {
    db.flush();
  }

  @Override
  public void compact() throws IOException {
    db.compact(null, null);
  }

  @Override
  public void awaitQuiet() throws IOException {
    db.awaitQuiet();
  }

  @Override
  public List<String> verify() {
    return db.verify().problems().stream().map(Throwable::toString).toList();
  }

  @Override
  public String stats() {
    return db.stats() + System.lineSeparator() + db.health();
  }

  @Override
  public String levelStats() {
    ReportTable table =
        new ReportTable(
            "level",
            "tables",
            "MB",
            "entries",
            "bits/key",
            "filter checks",
            "false positives",
            "block searches",
            "block reads");
    for (LevelInfo level : db.levels()) {
      table.addRow(
          String.valueOf(level.level()),
          String.valueOf(level.tables()),
          String.format(Locale.ROOT, "%.1f", level.bytes() / 1e6),
          String.format(Locale.ROOT, "%,d", level.entries()),
          String.format(Locale.ROOT, "%.1f", level.bitsPerKey()),
          String.format(Locale.ROOT, "%,d", level.filterChecks()),
          String.format(Locale.ROOT, "%,d", level.filterFalsePositives()),
          String.format(Locale.ROOT, "%,d", level.dataBlockSearches()),
          String.format(Locale.ROOT, "%,d", level.dataBlockReads()));
    }
    return table.render();
  }

  @Override
  public long fileReads() {
    return files.reads();
  }

  @Override
  public void close() throws IOException {
    try (files) {
      db.close();
    }
  }
}
