package dev.tamis.engine;

/** How the filter memory of {@link Options.Builder#filterBitsPerKey} is spread over the tables. */
public enum FilterSpread {
  /**
   * Small runs get more bits per key than large ones, so that reads for absent keys waste the
   * fewest searches for the memory (Dayan, Athanassoulis, Idreos, "Monkey", SIGMOD 2017). The
   * average over all keys is the option's; filters may hold up to a tenth more while tables move
   * between levels.
   */
  BY_SIZE,

  /** Every key gets the same. */
  UNIFORM
}
