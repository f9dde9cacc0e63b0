package dev.tamis.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes of a key as a number whose signed order is the unsigned order of the bytes.
 *
 * <p>A key that ends earlier is filled with zeros, so {} and {0} have the same number: different
 * numbers decide a comparison, equal ones leave it to the whole keys.
 */
final class Discriminator {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Discriminator() {}

  /** The number of the bytes behind the first {@code skip} bytes of a key. */
  static long of(byte[] key, int offset, int length, int skip) {
    int rest = length - skip;
    if (rest >= Long.BYTES) {
      return (long) LONGS.get(key, offset + skip) ^ Long.MIN_VALUE;
    }
    long bytes = 0;
    for (int i = 0; i < rest; i++) {
      bytes |= (key[offset + skip + i] & 0xFFL) << (56 - Byte.SIZE * i);
    }
    return bytes ^ Long.MIN_VALUE;
  }

  /**
   * The number that a key has if its prefix is cut to {@code skip} bytes, given the number it has
   * behind the whole prefix.
   */
  static long behindShorterPrefix(byte[] prefix, int skip, long discriminator) {
    long head = of(prefix, 0, prefix.length, skip);
    int shift = (prefix.length - skip) * Byte.SIZE;
    return shift >= Long.SIZE ? head : head | (discriminator ^ Long.MIN_VALUE) >>> shift;
  }

  /** Number of leading bytes that two keys share. */
  static int sharedBytes(byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
    int limit = Math.min(aLength, bLength);
    int i = 0;
    while (i < limit && a[aOffset + i] == b[bOffset + i]) {
      i++;
    }
    return i;
  }
}
