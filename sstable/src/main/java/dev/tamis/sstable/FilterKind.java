package dev.tamis.sstable;

/** What the partitions of a table's filter are. */
public enum FilterKind {
  /** Cache lines: a probe is one line. */
  LINES,

  /**
   * Ribbons: three quarters of the memory at the same rate, or a third of the rate for the same
   * memory, for two or three times the time of a probe and ten times that of building. Partitions
   * of few keys are cache lines here too.
   */
  RIBBON
}
