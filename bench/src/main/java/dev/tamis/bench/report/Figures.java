package dev.tamis.bench.report;

import java.util.Locale;

/** Numbers as the tables show them; what was not measured is a dash. */
final class Figures {
  private static final String NOT_MEASURED = "–";
  private static final int THREE_DIGITS = 100;
  private static final int TWO_DIGITS = 10;

  private Figures() {}

  /** About three significant digits, thousands grouped. */
  static String significant(double value) {
    if (!Double.isFinite(value)) {
      return NOT_MEASURED;
    }
    double size = Math.abs(value);
    if (size >= THREE_DIGITS || size == 0) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    if (size >= TWO_DIGITS) {
      return String.format(Locale.ROOT, "%.1f", value);
    }
    return size >= 1
        ? String.format(Locale.ROOT, "%.2f", value)
        : String.format(Locale.ROOT, "%.2g", value);
  }

  static String count(long value) {
    return value < 0 ? NOT_MEASURED : String.format(Locale.ROOT, "%,d", value);
  }

  static String fixed(double value, int decimals) {
    return !Double.isFinite(value)
        ? NOT_MEASURED
        : String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** A share as a percentage. */
  static String percent(double share) {
    if (!Double.isFinite(share)) {
      return NOT_MEASURED;
    }
    double percent = share * 100;
    return percent == 0 || percent >= 1
        ? String.format(Locale.ROOT, "%.2f %%", percent)
        : String.format(Locale.ROOT, "%.2g %%", percent);
  }

  static String microseconds(double nanos) {
    return significant(nanos / 1e3);
  }
}
