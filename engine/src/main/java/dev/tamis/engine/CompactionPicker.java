package dev.tamis.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Decides what to merge next: a pure function of a version and the options, so that a shape of the
 * tree can be tested without a store.
 *
 * <p>Leveled compaction. Level 0 is due when it has {@code level0Tables} tables; level i when it is
 * larger than {@code levelBaseBytes * levelRatio^(i-1)}. The most overdue level goes first. From
 * level 0 all tables go, since they overlap; from a deeper level the table that drags the fewest
 * bytes of the next level along.
 */
final class CompactionPicker {
  private final int level0Tables;
  private final long levelBaseBytes;
  private final int levelRatio;

  CompactionPicker(Options options) {
    level0Tables = options.level0Tables();
    levelBaseBytes = options.levelBaseBytes();
    levelRatio = options.levelRatio();
  }

  /** The most urgent compaction, or {@code null} if nothing is due. */
  Compaction pick(Version version) {
    int mostOverdue = -1;
    double highest = 1;
    for (int level = 0; level < Version.LEVELS - 1; level++) {
      double score = score(version, level);
      if (score >= highest) {
        highest = Math.nextUp(score);
        mostOverdue = level;
      }
    }
    if (mostOverdue < 0) {
      return null;
    }
    return mostOverdue == 0 ? fromLevel0(version) : fromLevel(version, mostOverdue);
  }

  /** How full a level is: 1 is due. */
  double score(Version version, int level) {
    if (level == 0) {
      return (double) version.tables(0).size() / level0Tables;
    }
    return (double) version.bytes(level) / targetBytes(level);
  }

  /** Bytes a level from 1 on may hold. */
  double targetBytes(int level) {
    return levelBaseBytes * Math.pow(levelRatio, level - 1);
  }

  /** The step of a manual compaction that takes everything in a range one level down. */
  static Compaction down(Version version, int level, byte[] from, byte[] to) {
    List<TableFile.Open> upper =
        level == 0 ? closureInLevel0(version, from, to) : version.overlapping(level, from, to);
    return upper.isEmpty() ? null : into(version, level, level + 1, upper);
  }

  /**
   * The last steps: tables of the deepest level that still hold something to forget. Each stretch
   * of neighbours is a plan of its own, since a merge across a table that stays would put it inside
   * the range of the result.
   */
  static List<Compaction> inPlace(Version version, int level, byte[] from, byte[] to) {
    List<Compaction> plans = new ArrayList<>();
    List<TableFile.Open> stretch = new ArrayList<>();
    for (TableFile.Open table : version.overlapping(level, from, to)) {
      if (table.file().hasGarbage()) {
        stretch.add(table);
      } else if (!stretch.isEmpty()) {
        plans.add(new Compaction(level, level, List.copyOf(stretch), List.of()));
        stretch.clear();
      }
    }
    if (!stretch.isEmpty()) {
      plans.add(new Compaction(level, level, List.copyOf(stretch), List.of()));
    }
    return plans;
  }

  private static Compaction fromLevel0(Version version) {
    List<TableFile.Open> tables = version.tables(0);
    TableFile.Open oldest = tables.get(tables.size() - 1);
    // Bulk loads in key order leave tables that overlap nothing: those only change their level.
    if (overlaps(tables, oldest) == 1) {
      Compaction alone = into(version, 0, 1, List.of(oldest));
      if (alone.lower().isEmpty()) {
        return alone;
      }
    }
    return into(version, 0, 1, tables);
  }

  private static Compaction fromLevel(Version version, int level) {
    return version.tables(level).stream()
        .map(table -> into(version, level, level + 1, List.of(table)))
        .min(
            Comparator.comparingDouble(CompactionPicker::dragged)
                .thenComparingLong(plan -> plan.upper().get(0).file().number()))
        .orElseThrow();
  }

  /** Bytes of the next level rewritten for each byte moved down. */
  private static double dragged(Compaction plan) {
    long lower = plan.lower().stream().mapToLong(table -> table.file().sizeBytes()).sum();
    return (double) lower / plan.upper().get(0).file().sizeBytes();
  }

  private static Compaction into(
      Version version, int level, int outputLevel, List<TableFile.Open> upper) {
    byte[] from = upper.get(0).file().smallest();
    byte[] to = upper.get(0).file().largest();
    for (TableFile.Open table : upper) {
      from = KeyOrder.min(from, table.file().smallest());
      to = KeyOrder.max(to, table.file().largest());
    }
    return new Compaction(level, outputLevel, upper, version.overlapping(outputLevel, from, to));
  }

  /**
   * Tables of level 0 that overlap a range, and those that overlap them: leaving an older one
   * behind would put newer versions below older ones.
   */
  private static List<TableFile.Open> closureInLevel0(Version version, byte[] from, byte[] to) {
    byte[] low = from;
    byte[] high = to;
    List<TableFile.Open> chosen = new ArrayList<>();
    while (true) {
      List<TableFile.Open> more = version.overlapping(0, low, high);
      if (more.size() == chosen.size()) {
        return more;
      }
      chosen = more;
      for (TableFile.Open table : more) {
        low = KeyOrder.min(low, table.file().smallest());
        high = KeyOrder.max(high, table.file().largest());
      }
    }
  }

  private static long overlaps(List<TableFile.Open> tables, TableFile.Open with) {
    return tables.stream()
        .filter(table -> table.file().overlaps(with.file().smallest(), with.file().largest()))
        .count();
  }
}
