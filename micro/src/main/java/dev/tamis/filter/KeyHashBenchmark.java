package dev.tamis.filter;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import dev.tamis.micro.Chapter;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The hash that every read and every write computes once. 128 keys in the cache are hashed in turn,
 * each in a call of its own, so the processor may begin a hash before the one before it is done, as
 * it may in a store.
 *
 * <p>Two yardsticks: Guava's murmur3, which its Bloom filter uses, and the JDK's CRC32C, which is
 * an instruction of the processor but far too weak to place keys by.
 */
@Chapter(
    order = 1,
    title = "Key hash",
    operation = "One hash of one key of so many bytes, in the cache.")
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class KeyHashBenchmark {
  private static final int KEYS = 128;

  @Param({"8", "16", "32", "100"})
  public int keyBytes;

  private final KeyHash keyHash = KeyHash.xxh64(42);
  private final HashFunction murmur3 = Hashing.murmur3_128(42);
  private final CRC32C crc = new CRC32C();
  private final byte[][] keys = new byte[KEYS][];
  private int next;

  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < KEYS; i++) {
      keys[i] = new byte[keyBytes];
      random.nextBytes(keys[i]);
    }
  }

  @Benchmark
  public long keyHash() {
    return keyHash.hash(nextKey());
  }

  @Benchmark
  public long guavaMurmur3() {
    return murmur3.hashBytes(nextKey()).asLong();
  }

  @Benchmark
  public long crc32c() {
    crc.reset();
    byte[] key = nextKey();
    crc.update(key, 0, key.length);
    return crc.getValue();
  }

  private byte[] nextKey() {
    return keys[next++ & (KEYS - 1)];
  }
}
