package dev.tamis.filter;

import dev.tamis.micro.Chapter;
import dev.tamis.micro.Mix;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The floor under {@link LineProbeBenchmark}: a word of one random line of the same memory is read
 * and nothing else is done. {@code chained} takes the place of the next read from the word just
 * read, so it is the whole latency of one fetch; the other two leave the processor free to overlap.
 */
@Chapter(
    order = 3,
    title = "Plain read of a random line",
    operation = "One word read from one random 64-byte line: the floor under a probe.")
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LineReadBenchmark {
  private long chain = 1;

  @Benchmark
  public long chained(Lines lines) {
    int line = Mix.below(lines.lineCount, Mix.of(chain));
    chain += lines.lines.getLong(line * SplitLine.BYTES);
    return chain;
  }

  @Benchmark
  public long alone(Lines lines) {
    return read(lines, lines.absent()[lines.advance(1)]);
  }

  @Benchmark
  @OperationsPerInvocation(Lines.MAX_BATCH)
  public long by32(Lines lines) {
    int first = lines.advance(Lines.MAX_BATCH);
    long[] hashes = lines.absent();
    long sum = 0;
    for (int i = first; i < first + Lines.MAX_BATCH; i++) {
      sum += read(lines, hashes[i]);
    }
    return sum;
  }

  private static long read(Lines lines, long hash) {
    return lines.lines.getLong(SplitLine.lineOf(hash, lines.lineCount) * SplitLine.BYTES);
  }
}
