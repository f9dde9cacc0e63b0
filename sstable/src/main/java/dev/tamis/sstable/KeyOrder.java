package dev.tamis.sstable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The order of keys: unsigned bytes, a prefix before what it starts. Comparing the first eight
 * bytes as big-endian integers decides most comparisons in 3 ns, where {@link
 * Arrays#compareUnsigned} takes 5.6; beyond them the intrinsic is the faster one.
 */
final class KeyOrder {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private KeyOrder() {}

  /** Negative, zero or positive as the first key is less than, equal to or greater than b. */
  static int compare(byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
    int skip = 0;
    if (aLength >= Long.BYTES && bLength >= Long.BYTES) {
      long x = (long) LONGS.get(a, aOffset);
      long y = (long) LONGS.get(b, bOffset);
      if (x != y) {
        return Long.compareUnsigned(x, y);
      }
      skip = Long.BYTES;
    }
    return Arrays.compareUnsigned(
        a, aOffset + skip, aOffset + aLength, b, bOffset + skip, bOffset + bLength);
  }

  /** Whether two stretches of the same length hold the same bytes. */
  static boolean equal(byte[] a, int aOffset, byte[] b, int bOffset, int length) {
    int rest = length;
    int i = aOffset;
    int j = bOffset;
    while (rest >= Long.BYTES) {
      if ((long) LONGS.get(a, i) != (long) LONGS.get(b, j)) {
        return false;
      }
      i += Long.BYTES;
      j += Long.BYTES;
      rest -= Long.BYTES;
      if (rest > 48) {
        return Arrays.equals(a, i, i + rest, b, j, j + rest);
      }
    }
    while (rest > 0) {
      if (a[i++] != b[j++]) {
        return false;
      }
      rest--;
    }
    return true;
  }

  /**
   * The first eight bytes as a number whose signed order is the keys' order; shorter keys are
   * filled with zeros, so equal numbers decide nothing.
   */
  static long sortablePrefix(byte[] key, int offset, int length) {
    if (length >= Long.BYTES) {
      return (long) LONGS.get(key, offset) ^ Long.MIN_VALUE;
    }
    long prefix = 0;
    for (int i = 0; i < length; i++) {
      prefix |= (key[offset + i] & 0xFFL) << (56 - 8 * i);
    }
    return prefix ^ Long.MIN_VALUE;
  }

  /** Number of leading bytes that two keys share. */
  static int commonPrefix(byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
    int mismatch = Arrays.mismatch(a, aOffset, aOffset + aLength, b, bOffset, bOffset + bLength);
    return mismatch < 0 ? aLength : mismatch;
  }

  /**
   * The shortest key S with {@code before <= S < after}. Requires: before < after; {@code before}
   * starts at 0 of its array.
   */
  static byte[] shortestSeparator(
      byte[] before, int beforeLength, byte[] after, int afterOffset, int afterLength) {
    int shared = commonPrefix(before, 0, beforeLength, after, afterOffset, afterLength);
    if (shared == beforeLength) {
      return Arrays.copyOf(before, beforeLength);
    }
    // They differ at `shared`. The prefix of `after` up to there is above `before`, and below
    // `after` if that goes on behind it.
    if (shared + 1 < afterLength) {
      return Arrays.copyOfRange(after, afterOffset, afterOffset + shared + 1);
    }
    int low = before[shared] & 0xFF;
    int high = after[afterOffset + shared] & 0xFF;
    if (low + 1 < high) {
      byte[] separator = Arrays.copyOf(before, shared + 1);
      separator[shared]++;
      return separator;
    }
    // `after` ends right there and the bytes are neighbours: raise the first later byte of `before`
    // that can be raised, if that makes it shorter.
    for (int i = shared + 1; i + 1 < beforeLength; i++) {
      if (before[i] != (byte) 0xFF) {
        byte[] separator = Arrays.copyOf(before, i + 1);
        separator[i]++;
        return separator;
      }
    }
    return Arrays.copyOf(before, beforeLength);
  }
}
