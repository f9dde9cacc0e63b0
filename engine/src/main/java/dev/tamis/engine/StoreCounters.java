package dev.tamis.engine;

import dev.tamis.sstable.ReadCounters;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/** What a store has done since it was opened; striped, so that counting is not a point to meet. */
final class StoreCounters {
  final LongAdder gets = new LongAdder();
  final LongAdder memtableFilterChecks = new LongAdder();
  final LongAdder memtableFilterNegatives = new LongAdder();
  final LongAdder memtableHits = new LongAdder();
  final LongAdder runsSkippedByRange = new LongAdder();
  final LongAdder writes = new LongAdder();
  final LongAdder operations = new LongAdder();
  final LongAdder logRecords = new LongAdder();
  final LongAdder logBytes = new LongAdder();
  final LongAdder logSyncs = new LongAdder();
  final LongAdder flushes = new LongAdder();
  final LongAdder compactions = new LongAdder();
  final LongAdder trivialMoves = new LongAdder();
  final LongAdder tableBytesWritten = new LongAdder();
  final LongAdder droppedTombstones = new LongAdder();
  final LongAdder droppedVersions = new LongAdder();
  private final LevelCounters[] levels = new LevelCounters[Version.LEVELS];

  StoreCounters() {
    for (int i = 0; i < levels.length; i++) {
      levels[i] = new LevelCounters();
    }
  }

  LevelCounters level(int level) {
    return levels[level];
  }

  /** Runs that were skipped by range, denied by a filter, or searched. */
  long runsConsidered(Version version) {
    long considered = runsSkippedByRange.sum();
    for (int level = 0; level < levels.length; level++) {
      ReadCounters.Snapshot counts = levels[level].sum(version.tables(level));
      considered += counts.filterChecks() + counts.noFilterSearches();
    }
    return considered;
  }

  /** Keeps the counts of the tables that are no more where they were. */
  void versionChanged(Version before, Version next) {
    for (int level = 0; level < levels.length; level++) {
      Set<TableFile.Open> stay = new HashSet<>(next.tables(level));
      for (TableFile.Open table : before.tables(level)) {
        if (!stay.contains(table)) {
          levels[level].leave(table.counters());
        }
      }
    }
  }
}
