package dev.tamis.bench.result;

import java.util.Arrays;

/**
 * What several repeats of one measurement say together.
 *
 * @param median the middle value, or the mean of the two middle ones
 * @param repeats how many there were
 */
public record Spread(double median, double min, double max, int repeats) {

  /** Of at least one value. */
  public static Spread of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("values: actual=0, expected=at least 1");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1], sorted.length);
  }
}
