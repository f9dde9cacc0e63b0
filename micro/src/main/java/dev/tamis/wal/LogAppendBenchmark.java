package dev.tamis.wal;

import dev.tamis.micro.Chapter;
import dev.tamis.micro.ScratchDirectory;
import dev.tamis.storage.Directory;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What a put pays for its log ({@link LogWriter}): checksums and one write to a file in the page
 * cache, without a sync. Entries of 130 bytes, alone or, as batches and groups of writers are, 10
 * or 100 in one record and so in one write.
 *
 * <p>A log of 64 MB is removed and the next one begun, so the disk neither fills nor has much time
 * to write; that is in the figures.
 */
@Chapter(
    order = 9,
    title = "Log append",
    operation = "One entry of 130 bytes, 1, 10 or 100 to a record and write; buffered, no sync.")
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LogAppendBenchmark {
  private static final int ENTRY_BYTES = 130;
  private static final int MAX_ENTRIES = 100;
  private static final long ROLL_BYTES = 64 << 20;

  private final byte[] buffer = new byte[LogWriter.HEADER_BYTES + MAX_ENTRIES * ENTRY_BYTES];
  private ScratchDirectory scratch;
  private Directory directory;
  private LogWriter log;
  private long number;
  private long sequence;

  @Setup
  public void open() throws IOException {
    new SplittableRandom(1).nextBytes(buffer);
    scratch = ScratchDirectory.create();
    directory = scratch.files();
    log = create();
  }

  @TearDown
  public void close() throws IOException {
    log.close();
    scratch.close();
  }

  @Benchmark
  public void alone() throws IOException {
    append(1);
  }

  @Benchmark
  @OperationsPerInvocation(10)
  public void by10() throws IOException {
    append(10);
  }

  @Benchmark
  @OperationsPerInvocation(MAX_ENTRIES)
  public void by100() throws IOException {
    append(MAX_ENTRIES);
  }

  private void append(int entries) throws IOException {
    if (log.size() >= ROLL_BYTES) {
      log.close();
      directory.delete(name());
      number++;
      log = create();
    }
    int length = entries * ENTRY_BYTES;
    log.append(LogWriter.FIRST_TYPE, sequence, buffer, LogWriter.HEADER_BYTES, length);
    sequence += entries;
  }

  private LogWriter create() throws IOException {
    return LogWriter.create(directory, name(), 1, 42 + number, number);
  }

  private String name() {
    return number + ".log";
  }
}
