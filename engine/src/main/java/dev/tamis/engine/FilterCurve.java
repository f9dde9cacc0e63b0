package dev.tamis.engine;

import dev.tamis.filter.BloomMath;
import dev.tamis.filter.RibbonPartitionBuilder;
import dev.tamis.sstable.FilterKind;

/**
 * The false-positive rate of a kind of filter over its bits per key, as steps to climb: how much
 * the rate falls for each further quarter of a bit.
 *
 * <p>Only the lower convex hull of the curve is kept. A line filter sets eight bits a key however
 * few it has, so its first bits buy next to nothing (at 2 bits per key it still says "maybe" to 69
 * of 100) and a budget is better spent where it buys something: either no filter or one with enough
 * bits. On the hull every step is worth less than the one before it, which is what {@link
 * FilterBudget} needs.
 */
final class FilterCurve {
  /** The cache line filter, up to the most bits per key that it can use. */
  static final FilterCurve LINES =
      new FilterCurve(BloomMath::splitLineRate, Options.MAX_FILTER_BITS_PER_KEY);

  /**
   * Ribbons: each column halves the rate and costs a bit for every slot. There is no half column.
   */
  static final FilterCurve RIBBONS = ofRibbons();

  private static final double STEP_BITS = 0.25;

  /** 0.0015 %: beyond that a filter is not what reads wait for. */
  private static final int MOST_COLUMNS = 16;

  /** Bits per key at the end of each step; the first begins at 0 bits and a rate of 1. */
  private final double[] bits;

  /** How far the rate falls in a step for each bit per key. */
  private final double[] fall;

  private final boolean divisible;

  /** The rate for so many bits per key, from 0.25 up. */
  interface Rate {
    double at(double bitsPerKey);
  }

  FilterCurve(Rate rate, double maxBitsPerKey) {
    int points = (int) Math.round(maxBitsPerKey / STEP_BITS);
    double[] hullBits = new double[points + 1];
    double[] hullRate = new double[points + 1];
    hullRate[0] = 1;
    int last = 0;
    for (int i = 1; i <= points; i++) {
      double x = i * STEP_BITS;
      double y = rate.at(x);
      // A point above the line from its neighbour on the left to this one is not on the hull.
      while (last > 0
          && (hullRate[last] - hullRate[last - 1]) * (x - hullBits[last - 1])
              >= (y - hullRate[last - 1]) * (hullBits[last] - hullBits[last - 1])) {
        last--;
      }
      last++;
      hullBits[last] = x;
      hullRate[last] = y;
    }
    divisible = true;
    bits = new double[last];
    fall = new double[last];
    for (int i = 0; i < last; i++) {
      bits[i] = hullBits[i + 1];
      fall[i] = (hullRate[i] - hullRate[i + 1]) / (hullBits[i + 1] - hullBits[i]);
    }
  }

  private FilterCurve(double[] bits, double[] fall) {
    this.bits = bits;
    this.fall = fall;
    this.divisible = false;
  }

  private static FilterCurve ofRibbons() {
    double[] bits = new double[MOST_COLUMNS];
    double[] fall = new double[MOST_COLUMNS];
    for (int i = 0; i < MOST_COLUMNS; i++) {
      bits[i] = (i + 1) * RibbonPartitionBuilder.SLOTS_PER_KEY;
      fall[i] = StrictMath.pow(2, -(i + 1)) / RibbonPartitionBuilder.SLOTS_PER_KEY;
    }
    return new FilterCurve(bits, fall);
  }

  /** The curve of a kind of filter. */
  static FilterCurve of(FilterKind kind) {
    return kind == FilterKind.RIBBON ? RIBBONS : LINES;
  }

  /** Whether a part of a step can be had. */
  boolean isDivisible() {
    return divisible;
  }

  int steps() {
    return bits.length;
  }

  /** Bits per key that a step adds. */
  double width(int step) {
    return step == 0 ? bits[0] : bits[step] - bits[step - 1];
  }

  /** How far the rate falls for each bit per key of a step. */
  double fall(int step) {
    return fall[step];
  }
}
