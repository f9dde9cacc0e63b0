package dev.tamis.filter;

/**
 * How much a test does: enough to notice a fault in seconds, or, with {@code -Dtamis.scale=full},
 * as much as the acceptance criteria ask for, in minutes.
 */
final class TestScale {
  private static final boolean FULL = "full".equals(System.getProperty("tamis.scale"));

  private TestScale() {}

  /** The first number, or at full scale the second. */
  static int of(int quick, int full) {
    return FULL ? full : quick;
  }
}
