package dev.tamis.engine;

import dev.tamis.sstable.FilterKind;

/**
 * The filter of a table that is about to be written.
 *
 * @param bitsPerKey 0 for none
 */
record FilterChoice(FilterKind kind, double bitsPerKey) {
  static FilterChoice ofLines(double bitsPerKey) {
    return new FilterChoice(FilterKind.LINES, bitsPerKey);
  }
}
