package dev.tamis.bench.engine;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** A key-value store as the benchmarks see it. Safe for several threads. */
public interface BenchEngine extends Closeable {

  /** What one thread reads and writes with; to be closed by that thread before the engine. */
  EngineSession session() throws IOException;

  /** Writes what is in memory to files, where the engine has such a step. */
  void flush() throws IOException;

  /** Merges everything into its final shape, where the engine has such a step. Flushes first. */
  void compact() throws IOException;

  /** Returns when no flush or compaction runs or is due. */
  void awaitQuiet() throws IOException;

  /**
   * Checks everything that the engine can check.
   *
   * @return what is wrong; empty if all is well
   * @throws UnsupportedOperationException if the engine cannot
   */
  default List<String> verify() throws IOException {
    throw new UnsupportedOperationException("verify");
  }

  /** The engine's own statistics in its own words; empty if it has none. */
  default String stats() {
    return "";
  }

  /** The same for the levels of its tree. */
  default String levelStats() {
    return "";
  }

  /**
   * Calls that read a file, counted where the engine hands them to the operating system, since it
   * was opened; -1 if they can't be counted.
   */
  default long fileReads() {
    return -1;
  }
}
