package dev.tamis.sstable;

import dev.tamis.micro.Chapter;
import dev.tamis.micro.Entries;
import dev.tamis.micro.Mix;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The search that every table and every level begins with: which part does a key belong to ({@link
 * Fences}). 128 fences are about what a table of a million entries pins, 16,384 what a very large
 * one does.
 *
 * <p>{@code between}: a random key, decided by the first eight bytes of the fences. {@code exact}:
 * a key that is a fence, so that the rest is compared as well. A key takes a few nanoseconds to
 * make, which {@code keyAlone} shows and the others contain.
 */
@Chapter(
    order = 4,
    title = "Fence search",
    operation = "One random key of 16 bytes placed among the fences, in the cache.")
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FenceSearchBenchmark {

  @Param({"128", "16384"})
  public int fenceCount;

  private final byte[] key = new byte[Entries.KEY_BYTES];
  private byte[][] separators;
  private Fences fences;
  private long next;

  @Setup
  public void build() {
    separators = Entries.sortedKeys(0, fenceCount);
    fences = Fences.of(List.of(separators));
    next = fenceCount; // keys from here on are no separators
  }

  @Benchmark
  public byte[] keyAlone() {
    Entries.putKey(key, next++);
    return key;
  }

  @Benchmark
  public int between() {
    Entries.putKey(key, next++);
    return fences.find(key, 0, key.length);
  }

  @Benchmark
  public int exact() {
    byte[] separator = separators[Mix.below(fenceCount, Mix.of(next++))];
    return fences.find(separator, 0, separator.length);
  }
}
