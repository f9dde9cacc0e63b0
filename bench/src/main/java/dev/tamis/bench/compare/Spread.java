package dev.tamis.bench.compare;

import java.util.Arrays;

/** Several measurements of the same thing: the middle one, the smallest and the largest. */
record Spread(double median, double min, double max) {

  /** Of at least one value; the median of an even number is the mean of the middle two. */
  static Spread of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }
}
