package dev.tamis.engine;

import dev.tamis.sstable.ReadCounters;
import java.util.concurrent.atomic.LongAdder;

/** What a store has done since it was opened; striped, so that counting is not a point to meet. */
final class StoreCounters {
  final LongAdder gets = new LongAdder();
  final LongAdder memtableFilterChecks = new LongAdder();
  final LongAdder memtableFilterNegatives = new LongAdder();
  final LongAdder memtableHits = new LongAdder();
  final LongAdder tablesSkippedByRange = new LongAdder();
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
  private final ReadCounters[] levels = new ReadCounters[Version.LEVELS];

  StoreCounters() {
    for (int i = 0; i < levels.length; i++) {
      levels[i] = new ReadCounters();
    }
  }

  ReadCounters level(int level) {
    return levels[level];
  }
}
