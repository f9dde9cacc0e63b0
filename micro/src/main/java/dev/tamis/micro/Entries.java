package dev.tamis.micro;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The entries of all benchmarks: keys of 16 random bytes, values of 100 bytes of which the second
 * half repeats the first, so that blocks of them compress by about half.
 */
public final class Entries {
  public static final int KEY_BYTES = 16;
  public static final int VALUE_BYTES = 100;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int POOL_VALUES = 1024;

  private static final byte[] POOL = pool();

  private Entries() {}

  /** Writes key {@code number}; different numbers give different keys, in random order. */
  public static void putKey(byte[] key, long number) {
    LONGS.set(key, 0, Mix.of(number));
    LONGS.set(key, Long.BYTES, Mix.of(~number));
  }

  /** A new array with key {@code number}. */
  public static byte[] key(long number) {
    byte[] key = new byte[KEY_BYTES];
    putKey(key, number);
    return key;
  }

  /** Keys {@code from} to {@code to - 1}, sorted. */
  public static byte[][] sortedKeys(int from, int to) {
    byte[][] keys = new byte[to - from][];
    for (int i = from; i < to; i++) {
      keys[i - from] = key(i);
    }
    Arrays.sort(keys, Arrays::compareUnsigned);
    return keys;
  }

  /** The array that holds all values. */
  @SuppressWarnings("ReturnsArrayView") // nobody changes it, and a copy would cost
  public static byte[] values() {
    return POOL;
  }

  /** Where in {@link #values} the value of an entry begins. */
  public static int valueOffset(long number) {
    return (int) (number & (POOL_VALUES - 1)) * VALUE_BYTES;
  }

  private static byte[] pool() {
    SplittableRandom random = new SplittableRandom(1);
    byte[] pool = new byte[POOL_VALUES * VALUE_BYTES];
    byte[] half = new byte[VALUE_BYTES / 2];
    for (int start = 0; start < pool.length; start += VALUE_BYTES) {
      random.nextBytes(half);
      System.arraycopy(half, 0, pool, start, half.length);
      System.arraycopy(half, 0, pool, start + half.length, half.length);
    }
    return pool;
  }
}
