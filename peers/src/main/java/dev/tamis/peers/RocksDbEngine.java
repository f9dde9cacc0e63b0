package dev.tamis.peers;

import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineSession;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** RocksDB behind the port. */
final class RocksDbEngine implements BenchEngine {
  private static final List<String> WORK =
      List.of(
          "rocksdb.mem-table-flush-pending",
          "rocksdb.compaction-pending",
          "rocksdb.num-running-flushes",
          "rocksdb.num-running-compactions");
  private static final long POLL_MILLIS = 2;

  private final RocksDB db;
  private final NativeParts parts;

  RocksDbEngine(RocksDB db, NativeParts parts) {
    this.db = db;
    this.parts = parts;
  }

  @Override
  public EngineSession session() {
    return new RocksDbSession(db);
  }

  @Override
  public void flush() throws IOException {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      db.flush(options);
    } catch (RocksDBException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void compact() throws IOException {
    flush();
    try {
      db.compactRange();
    } catch (RocksDBException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void awaitQuiet() throws IOException {
    try {
      while (works()) {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    } catch (RocksDBException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for compactions");
    }
  }

  private boolean works() throws RocksDBException {
    for (String property : WORK) {
      if (db.getLongProperty(property) > 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public List<String> verify() {
    try {
      db.verifyChecksum();
      return List.of();
    } catch (RocksDBException e) {
      return List.of(e.toString());
    }
  }

  @Override
  public String stats() {
    return property("rocksdb.stats");
  }

  @Override
  public String levelStats() {
    return property("rocksdb.levelstats");
  }

  private String property(String name) {
    try {
      return db.getProperty(name);
    } catch (RocksDBException e) {
      return e.toString();
    }
  }

  @Override
  public void close() {
    parts.close();
  }
}
