package dev.tamis.engine;

import dev.tamis.micro.Chapter;
import dev.tamis.sstable.Compression;
import dev.tamis.sstable.EntryCursor;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One step of a scan over cached blocks: of one table, and of four that are merged ({@link
 * MergingCursor}) and interleave at random. The difference is the price of merging.
 */
@Chapter(
    order = 10,
    title = "Merge step",
    operation = "One entry passed in cached tables: by the cursor of one, by the merge of four.")
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MergeStepBenchmark {
  private Tables tables;
  private EntryCursor one;
  private EntryCursor four;

  @Setup
  public void build() throws IOException {
    tables = new Tables(Compression.LZ4);
    one = tables.cursor(0, true);
    one.seekToFirst();
    four = tables.merged(true);
    four.seekToFirst();
  }

  @TearDown
  public void close() throws IOException {
    one.close();
    four.close();
    tables.close();
  }

  @Benchmark
  public int oneTable() throws IOException {
    return step(one);
  }

  @Benchmark
  public int fourTables() throws IOException {
    return step(four);
  }

  private static int step(EntryCursor cursor) throws IOException {
    cursor.next();
    if (!cursor.isValid()) {
      cursor.seekToFirst();
    }
    byte firstOfKey = cursor.keyBytes()[cursor.keyOffset()];
    return firstOfKey + cursor.valueBytes()[cursor.valueOffset()];
  }
}
