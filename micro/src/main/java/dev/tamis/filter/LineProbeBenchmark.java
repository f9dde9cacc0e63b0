package dev.tamis.filter;

import dev.tamis.micro.Chapter;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/**
 * The probe of one key in the filter ({@link SplitLine}), its hash known: alone in a call, and 8
 * and 32 in one loop. Absent keys (the filter says no to 99 of 100, most of them after four words)
 * and present ones (always eight words).
 *
 * <p>From memory the figure says how many line fetches are under way at once rather than how long
 * one takes: a processor that has guessed the answer goes on to the next key. See {@link
 * LineReadBenchmark} for what the fetch alone costs.
 */
@Chapter(
    order = 2,
    title = "Filter line probe",
    operation = "One key asked, its hash known, one key, 8 or 32 keys to a call; 10 bits per key.")
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LineProbeBenchmark {

  @Benchmark
  public boolean absentAlone(Lines lines) {
    long hash = lines.absent()[lines.advance(1)];
    return SplitLine.mightContain(lines.lines, 0, lines.lineCount, hash);
  }

  @Benchmark
  public boolean presentAlone(Lines lines) {
    long hash = lines.present()[lines.advance(1)];
    return SplitLine.mightContain(lines.lines, 0, lines.lineCount, hash);
  }

  @Benchmark
  @OperationsPerInvocation(8)
  public int absentBy8(Lines lines) {
    return probe(lines, lines.absent(), 8);
  }

  @Benchmark
  @OperationsPerInvocation(8)
  public int presentBy8(Lines lines) {
    return probe(lines, lines.present(), 8);
  }

  @Benchmark
  @OperationsPerInvocation(Lines.MAX_BATCH)
  public int absentBy32(Lines lines) {
    return probe(lines, lines.absent(), Lines.MAX_BATCH);
  }

  @Benchmark
  @OperationsPerInvocation(Lines.MAX_BATCH)
  public int presentBy32(Lines lines) {
    return probe(lines, lines.present(), Lines.MAX_BATCH);
  }

  private static int probe(Lines lines, long[] hashes, int batch) {
    int first = lines.advance(batch);
    int maybes = 0;
    for (int i = first; i < first + batch; i++) {
      if (SplitLine.mightContain(lines.lines, 0, lines.lineCount, hashes[i])) {
        maybes++;
      }
    }
    return maybes;
  }
}
