package dev.tamis.engine;

import java.util.Arrays;

/** The order of user keys, bytes compared unsigned, and the limits of what can be stored. */
final class KeyOrder {
  static final int MAX_KEY_BYTES = 65_535;
  static final int MAX_VALUE_BYTES = 256 << 20;

  private KeyOrder() {}

  static int compare(byte[] a, byte[] b) {
    return Arrays.compareUnsigned(a, b);
  }

  /** The smaller one, where {@code null} means below every key. */
  static byte[] min(byte[] a, byte[] b) {
    return a == null || b == null ? null : compare(a, b) <= 0 ? a : b;
  }

  /** The larger one, where {@code null} means above every key. */
  static byte[] max(byte[] a, byte[] b) {
    return a == null || b == null ? null : compare(a, b) >= 0 ? a : b;
  }
}
