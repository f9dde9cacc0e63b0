package dev.tamis.sstable;

import dev.tamis.filter.FilterPartitionBuilder;
import dev.tamis.filter.KeyHash;
import dev.tamis.filter.PartitionBuilder;
import dev.tamis.filter.RibbonPartitionBuilder;

/** What the partitions of a table's filter are. */
public enum FilterKind {
  /** Cache lines: a probe is one line. */
  LINES {
    @Override
    PartitionBuilder builder(KeyHash hash) {
      return new FilterPartitionBuilder(hash);
    }
  },

  /**
   * Ribbons: three quarters of the memory at the same rate, or a third of the rate for the same
   * memory, for two or three times the time of a probe and ten times that of building. Partitions
   * of few keys are cache lines here too.
   */
  RIBBON {
    @Override
    PartitionBuilder builder(KeyHash hash) {
      return new RibbonPartitionBuilder(hash);
    }
  };

  /** Builds its partitions. */
  abstract PartitionBuilder builder(KeyHash hash);
}
