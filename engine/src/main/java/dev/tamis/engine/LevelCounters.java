package dev.tamis.engine;

import dev.tamis.sstable.ReadCounters;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * What point reads did in a level since the store was opened. Each table counts for itself, so that
 * a read bumps one counter and a filter can be held against its own rate; this adds the tables up
 * and remembers those that have left the level. Thread-safe.
 *
 * <p>A read that began before a table left may still count in it, so the last ones to leave are
 * summed anew each time. Only a read that outlasts {@value #KEPT} departures is not counted.
 */
final class LevelCounters {
  private static final int KEPT = 256;

  private final Queue<ReadCounters> left = new ArrayDeque<>();
  private ReadCounters.Snapshot longGone = ReadCounters.Snapshot.NONE;

  /** A table has left the level. */
  synchronized void leave(ReadCounters table) {
    left.add(table);
    if (left.size() > KEPT) {
      longGone = longGone.plus(left.remove().snapshot());
    }
  }

  /** The sum over the tables that are there and those that were. */
  synchronized ReadCounters.Snapshot sum(List<TableFile.Open> present) {
    ReadCounters.Snapshot sum = longGone;
    for (ReadCounters table : left) {
      sum = sum.plus(table.snapshot());
    }
    for (TableFile.Open table : present) {
      sum = sum.plus(table.counters().snapshot());
    }
    return sum;
  }
}
