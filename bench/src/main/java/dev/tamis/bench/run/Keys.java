package dev.tamis.bench.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Keys as db_bench makes them: the number of the key, big-endian, in the first eight bytes, and the
 * rest filled with {@code '0'}; of shorter keys the number has all bytes. So keys sort as their
 * numbers do.
 */
final class Keys {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final byte PADDING = '0';

  private final int keyBytes;

  Keys(int keyBytes) {
    this.keyBytes = keyBytes;
  }

  /** The number of different keys of a length, as far as it can be counted. */
  static long capacity(int keyBytes) {
    return keyBytes >= Long.BYTES ? Long.MAX_VALUE : 1L << (Byte.SIZE * keyBytes);
  }

  int keyBytes() {
    return keyBytes;
  }

  /** An array to set keys in. */
  byte[] buffer() {
    return padded(keyBytes);
  }

  /**
   * An array to set keys in that are in no store: one byte longer, as in db_bench, so that each
   * lies right behind the key of its number.
   */
  byte[] missingBuffer() {
    return padded(keyBytes + 1);
  }

  /** Makes a buffer the key of a number. */
  void set(byte[] buffer, long number) {
    if (keyBytes >= Long.BYTES) {
      LONG.set(buffer, 0, number);
      return;
    }
    for (int i = 0; i < keyBytes; i++) {
      buffer[i] = (byte) (number >>> (Byte.SIZE * (keyBytes - 1 - i)));
    }
  }

  /** The number of a key, or -1 if it is not one of ours. */
  long number(byte[] key) {
    if (key.length != keyBytes) {
      return -1;
    }
    if (keyBytes >= Long.BYTES) {
      for (int i = Long.BYTES; i < keyBytes; i++) {
        if (key[i] != PADDING) {
          return -1;
        }
      }
      return Math.max(-1, (long) LONG.get(key, 0));
    }
    long number = 0;
    for (byte b : key) {
      number = (number << Byte.SIZE) | (b & 0xFF);
    }
    return number;
  }

  private static byte[] padded(int length) {
    byte[] buffer = new byte[length];
    Arrays.fill(buffer, PADDING);
    return buffer;
  }
}
