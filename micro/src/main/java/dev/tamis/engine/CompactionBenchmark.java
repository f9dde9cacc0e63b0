package dev.tamis.engine;

import dev.tamis.micro.Chapter;
import dev.tamis.sstable.Compression;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The whole way of an entry through a compaction: read and unpacked from four tables in the page
 * cache, merged ({@link MergingCursor}), kept ({@link SurvivorCursor}), packed, checksummed and
 * written to one new table with its filter ({@link TableOutput}). Syncs are left out. The new table
 * is removed each time.
 *
 * <p>With each LZ4 codec in a JVM of its own, as in the table of LZ4, and without compression.
 * Before anything is measured two million entries are compacted: until then the compiler is not
 * done, and the first compactions take five times as long.
 */
@Chapter(
    order = 11,
    title = "Compaction",
    operation = "One of 100,000 entries of four tables merged into a new one, with its filter.")
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CompactionBenchmark {

  private static final int WARM_UP_ROUNDS = 20;

  /** Tables of compressed blocks. */
  @State(Scope.Thread)
  public static class Packed {
    private Tables tables;

    @Setup
    public void build() throws IOException {
      tables = new Tables(Compression.LZ4);
      warmUp(tables);
    }

    @TearDown
    public void close() throws IOException {
      tables.close();
    }
  }

  /** Tables of blocks as they are. */
  @State(Scope.Thread)
  public static class Plain {
    private Tables tables;

    @Setup
    public void build() throws IOException {
      tables = new Tables(Compression.NONE);
      warmUp(tables);
    }

    @TearDown
    public void close() throws IOException {
      tables.close();
    }
  }

  @Benchmark
  @OperationsPerInvocation(Tables.ENTRIES)
  @Fork(jvmArgsAppend = "-Ddev.tamis.lz4=native")
  public long nativeLz4(Packed packed) throws IOException {
    return compact(packed.tables);
  }

  @Benchmark
  @OperationsPerInvocation(Tables.ENTRIES)
  @Fork(jvmArgsAppend = "-Ddev.tamis.lz4=java")
  public long javaLz4(Packed packed) throws IOException {
    return compact(packed.tables);
  }

  @Benchmark
  @OperationsPerInvocation(Tables.ENTRIES)
  public long uncompressed(Plain plain) throws IOException {
    return compact(plain.tables);
  }

  private static void warmUp(Tables tables) throws IOException {
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      compact(tables);
    }
  }

  private static long compact(Tables tables) throws IOException {
    TableOutput output = tables.output();
    try (SurvivorCursor survivors =
        new SurvivorCursor(
            tables.merged(false), new long[] {Long.MAX_VALUE}, (key, offset, length) -> true)) {
      output.addAll(survivors, new Cancellation());
    }
    List<TableFile> written = output.finish();
    long entries = 0;
    for (TableFile table : written) {
      entries += table.entries();
      tables.remove(table);
    }
    if (entries != Tables.ENTRIES) {
      throw new IllegalStateException("entries: actual=" + entries);
    }
    return entries;
  }
}
