package dev.tamis.engine;

/**
 * What filter the tables of the deepest level get; most keys are there, and so most of the bits.
 */
public enum LastLevelFilter {
  /** The same as everywhere: one cache line a key. */
  LINES,

  /**
   * Ribbons, which need a quarter less memory for the same rate: what that saves goes to where it
   * helps the most. For stores that are asked for many absent keys and whose deepest level is
   * rewritten seldom: a probe there takes two or three times as long, and building the filter ten
   * times. Tables that move there as they are keep the lines they have.
   */
  RIBBON,

  /**
   * None. For reads that mostly find what they ask for: such a read ends at the deepest level
   * anyway, and its filter would cost memory and time for nothing. A read for an absent key pays
   * with one search of a data block. Tables of level 0 keep their filters.
   */
  NONE
}
