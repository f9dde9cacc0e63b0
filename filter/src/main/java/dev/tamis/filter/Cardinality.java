package dev.tamis.filter;

/**
 * An estimated number of distinct keys.
 *
 * @param keys the estimate; of an intersection it may be a little below 0
 * @param standardError one standard deviation of the estimate; 0 where the number is exact
 * @param saturated whether cells were full, so that the estimate is only a lower bound
 */
public record Cardinality(double keys, double standardError, boolean saturated) {
  /** A number that is known, not estimated. */
  static Cardinality exactly(long keys) {
    return new Cardinality(keys, 0, false);
  }

  /**
   * From the part of {@code cells} cells that is set, where each key sets {@code perKey} cells at
   * random: linear counting, n = -(m/k) ln(1 - x/m), whose standard deviation is sqrt(m (e^t - t -
   * 1)) / k at the load t = k n / m; half-full bits give 0.8 / sqrt(m) of n. Sources: Whang,
   * Vander-Zanden, Taylor, "A linear-time probabilistic counting algorithm" (1990); Swamidass,
   * Baldi (2007) for the filter.
   */
  static Cardinality ofCells(long set, long cells, int perKey) {
    boolean saturated = set >= cells;
    // A full filter holds at least about as many keys as fill all but half of a cell.
    double unset = saturated ? 0.5 / cells : 1 - (double) set / cells;
    double load = -Math.log(unset);
    double deviation = Math.sqrt(cells * Math.max(0, Math.expm1(load) - load)) / perKey;
    return new Cardinality(load * cells / perKey, deviation, saturated);
  }
}
