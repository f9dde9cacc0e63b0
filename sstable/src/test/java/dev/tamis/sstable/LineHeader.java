package dev.tamis.sstable;

import dev.tamis.filter.FilterPartition;
import dev.tamis.filter.SplitLine;

/** The header of a partition of cache lines, for tests of what keeps lines in memory. */
final class LineHeader {
  private LineHeader() {}

  static FilterPartition.Header of(int lines) {
    return new FilterPartition.Header(SplitLine.LINE_KIND, 1, 0, 1, lines, 1, 0, 0, 0);
  }
}
