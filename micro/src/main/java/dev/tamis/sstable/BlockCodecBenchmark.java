package dev.tamis.sstable;

import dev.tamis.micro.Chapter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * LZ4 as the engine calls it ({@link Lz4}), from array to array, over 64 different data blocks of 4
 * KB in turn, whose values halve and whose keys do not shrink. 4,096 divided by the figure is the
 * speed in GB/s.
 *
 * <p>The codec is chosen once per process, so each of the two is measured in a JVM of its own. (In
 * the JVM of the harness, {@code -f 0}, both are the one that this JVM has.)
 */
@Chapter(
    order = 6,
    title = "LZ4",
    operation = "One data block of 4 KB compressed, or decompressed to 4 KB.")
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BlockCodecBenchmark {
  private static final int BLOCKS = 64;

  private final byte[][] raw = new byte[BLOCKS][];
  private final int[] rawLengths = new int[BLOCKS];
  private final byte[][] packed = new byte[BLOCKS][];
  private final int[] packedLengths = new int[BLOCKS];
  private byte[] compressed;
  private byte[] decompressed;
  private int next;

  @Setup
  public void build() {
    List<Blocks.Encoded> blocks = Blocks.build(BLOCKS);
    int longest = 0;
    for (int i = 0; i < BLOCKS; i++) {
      raw[i] = blocks.get(i).payload();
      rawLengths[i] = blocks.get(i).length();
      packed[i] = new byte[Lz4.maxCompressedLength(rawLengths[i])];
      packedLengths[i] = Lz4.compress(raw[i], 0, rawLengths[i], packed[i], 0);
      longest = Math.max(longest, rawLengths[i]);
    }
    compressed = new byte[Lz4.maxCompressedLength(longest)];
    decompressed = new byte[longest];
  }

  @Benchmark
  @Fork(jvmArgsAppend = "-Ddev.tamis.lz4=native")
  public int compressNative() {
    return compress();
  }

  @Benchmark
  @Fork(jvmArgsAppend = "-Ddev.tamis.lz4=java")
  public int compressJava() {
    return compress();
  }

  @Benchmark
  @Fork(jvmArgsAppend = "-Ddev.tamis.lz4=native")
  public byte[] decompressNative() {
    return decompress();
  }

  @Benchmark
  @Fork(jvmArgsAppend = "-Ddev.tamis.lz4=java")
  public byte[] decompressJava() {
    return decompress();
  }

  private int compress() {
    int i = next++ & (BLOCKS - 1);
    return Lz4.compress(raw[i], 0, rawLengths[i], compressed, 0);
  }

  private byte[] decompress() {
    int i = next++ & (BLOCKS - 1);
    String wrong = Lz4.decompress(packed[i], 0, packedLengths[i], decompressed, rawLengths[i]);
    if (wrong != null) {
      throw new IllegalStateException(wrong);
    }
    return decompressed;
  }
}
