package dev.tamis.bench.job;

import dev.tamis.engine.LevelInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * One level over the time of a step: its shape at the end, and how far each counter went. The
 * store's own counters are totals since it was opened.
 */
record LevelChange(
    int level,
    int tables,
    long sizeBytes,
    long entries,
    long filterBytes,
    double bitsPerKey,
    double expectedFilterRate,
    long filterChecks,
    long filterNegatives,
    long filterTruePositives,
    long filterFalsePositives,
    long noFilterSearches,
    long dataBlockSearches,
    long dataBlockReads) {

  /** From two snapshots of one open store; a level that only the later one knows began at 0. */
  static List<LevelChange> between(List<LevelInfo> earlier, List<LevelInfo> later) {
    List<LevelChange> changes = new ArrayList<>(later.size());
    for (LevelInfo end : later) {
      changes.add(of(find(earlier, end.level()), end));
    }
    return changes;
  }

  private static LevelInfo find(List<LevelInfo> levels, int level) {
    for (LevelInfo info : levels) {
      if (info.level() == level) {
        return info;
      }
    }
    return null;
  }

  private static LevelChange of(LevelInfo start, LevelInfo end) {
    boolean known = start != null;
    return new LevelChange(
        end.level(),
        end.tables(),
        end.bytes(),
        end.entries(),
        end.filterBytes(),
        finite(end.bitsPerKey()),
        finite(end.expectedFilterRate()),
        end.filterChecks() - (known ? start.filterChecks() : 0),
        end.filterNegatives() - (known ? start.filterNegatives() : 0),
        end.filterTruePositives() - (known ? start.filterTruePositives() : 0),
        end.filterFalsePositives() - (known ? start.filterFalsePositives() : 0),
        end.noFilterSearches() - (known ? start.noFilterSearches() : 0),
        end.dataBlockSearches() - (known ? start.dataBlockSearches() : 0),
        end.dataBlockReads() - (known ? start.dataBlockReads() : 0));
  }

  /** A level without keys or filters has no rate; JSON has no NaN, so 0 stands for it. */
  private static double finite(double rate) {
    return Double.isFinite(rate) ? rate : 0;
  }
}
