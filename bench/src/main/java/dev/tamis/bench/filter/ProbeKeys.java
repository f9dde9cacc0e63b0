package dev.tamis.bench.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Keys of 16 bytes, made from their numbers when they are needed: a list of them would push the
 * filter out of the cache. Numbers below {@code count} are in the filter, others are not. Making a
 * key costs about a nanosecond, which every measured time includes; a row of the table shows it.
 */
final class ProbeKeys {
  static final int KEY_BYTES = 16;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final long MIX = 0xBF58476D1CE4E5B9L;

  private final long count;
  private final long seed;

  ProbeKeys(long count, long seed) {
    this.count = count;
    this.seed = seed;
  }

  long count() {
    return count;
  }

  /** Writes a key into an array of {@link #KEY_BYTES} bytes. */
  void write(long number, byte[] key) {
    LONGS.set(key, 0, mixed(number));
    LONGS.set(key, Long.BYTES, number);
  }

  /** The key as a number of 64 bits: its first half, which is different for each, too. */
  static long asLong(byte[] key) {
    return (long) LONGS.get(key, 0);
  }

  /** The number of some present key; for rising {@code i} they jump about all of them. */
  long somePresent(long i) {
    return Math.multiplyHigh((i * GOLDEN) >>> 1, count << 1);
  }

  /** The number of the i-th absent key, from 0. */
  long absent(long i) {
    return count + i;
  }

  private long mixed(long number) {
    long x = (number + seed) * GOLDEN;
    x = (x ^ (x >>> 32)) * MIX;
    return x ^ (x >>> 29);
  }
}
