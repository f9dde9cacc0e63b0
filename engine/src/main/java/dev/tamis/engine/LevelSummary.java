package dev.tamis.engine;

import dev.tamis.sstable.ReadCounters;
import java.util.ArrayList;
import java.util.List;

/** Adds up the tables of each level and puts what reads did there beside them. */
final class LevelSummary {
  private LevelSummary() {}

  static List<LevelInfo> of(Version version, StoreCounters counters) {
    List<LevelInfo> levels = new ArrayList<>();
    for (int level = 0; level <= version.deepestLevel(); level++) {
      levels.add(
          of(level, version.tables(level), counters.level(level).sum(version.tables(level))));
    }
    return levels;
  }

  private static LevelInfo of(
      int level, List<TableFile.Open> tables, ReadCounters.Snapshot counts) {
    long bytes = 0;
    long entries = 0;
    long keys = 0;
    long filterBytes = 0;
    double filterBits = 0;
    double weightedRate = 0;
    for (TableFile.Open open : tables) {
      TableFile file = open.file();
      bytes += file.sizeBytes();
      entries += file.entries();
      keys += file.distinctKeys();
      filterBytes += file.filterBytes();
      filterBits += file.filterBitsPerKey() * file.distinctKeys();
      weightedRate += file.expectedFilterRate() * file.distinctKeys();
    }
    return new LevelInfo(
        level,
        tables.size(),
        bytes,
        entries,
        filterBytes,
        keys == 0 ? 0 : filterBits / keys,
        keys == 0 ? 0 : weightedRate / keys,
        counts.filterChecks(),
        counts.filterNegatives(),
        counts.filterTruePositives(),
        counts.filterTombstones(),
        counts.filterInvisibles(),
        counts.filterFalsePositives(),
        counts.noFilterSearches(),
        counts.searchesIgnoringFilter(),
        counts.searchesPastDamage(),
        counts.corruptFilters(),
        counts.dataBlockSearches(),
        counts.dataBlockReads());
  }
}
