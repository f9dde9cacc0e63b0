package dev.tamis.peers;

import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineCursor;
import dev.tamis.bench.engine.EngineSession;
import java.io.IOException;
import java.util.function.Function;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBIterator;

/** Either LevelDB behind the port; they share an interface. */
final class LevelDbEngine implements BenchEngine {
  private final DB db;
  private final Runnable compaction;
  private final Function<DBIterator, EngineCursor> cursors;

  LevelDbEngine(DB db, Runnable compaction, Function<DBIterator, EngineCursor> cursors) {
    this.db = db;
    this.compaction = compaction;
    this.cursors = cursors;
  }

  @Override
  public EngineSession session() {
    return new LevelDbSession(db, cursors);
  }

  /** LevelDB only flushes when a memtable is full. */
  @Override
  public void flush() {}

  @Override
  public void compact() {
    compaction.run();
  }

  /** LevelDB does not tell whether it works. */
  @Override
  public void awaitQuiet() {}

  @Override
  public String stats() {
    String stats = db.getProperty("leveldb.stats");
    return stats == null ? "" : stats;
  }

  @Override
  public void close() throws IOException {
    db.close();
  }
}
