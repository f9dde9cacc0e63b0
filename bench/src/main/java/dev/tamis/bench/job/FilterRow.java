package dev.tamis.bench.job;

import java.util.ArrayList;
import java.util.List;

/**
 * What the filters of one level did while absent keys were read, beside the same reads with filters
 * ignored.
 *
 * @param level the level's number, or -1 for all levels together
 * @param filterBytes size of the filters
 * @param checks table look-ups that asked a filter
 * @param negatives look-ups that ended there
 * @param falsePositives look-ups that went on in vain
 * @param expectedRate false positives per check that the filters were built for; null where none
 * @param measuredRate falsePositives / (falsePositives + negatives); null where nothing was checked
 * @param blocksWithFilters data blocks searched with filters on
 * @param blocksWithoutFilters data blocks searched with filters ignored
 */
record FilterRow(
    String stage,
    int level,
    int tables,
    long entries,
    long filterBytes,
    double bitsPerKey,
    long checks,
    long negatives,
    long falsePositives,
    Double expectedRate,
    Double measuredRate,
    long blocksWithFilters,
    long blocksWithoutFilters) {

  static final int ALL_LEVELS = -1;

  /**
   * One row per level that holds tables, and one for all of them.
   *
   * @param with the reads of absent keys with filters
   * @param without the same reads with filters ignored
   */
  static List<FilterRow> of(StepResult with, StepResult without) {
    List<FilterRow> rows = new ArrayList<>();
    for (LevelChange level : with.levels()) {
      if (level.tables() > 0) {
        rows.add(ofLevel(with.stage(), level, find(without.levels(), level.level())));
      }
    }
    rows.add(total(with.stage(), rows));
    return rows;
  }

  private static LevelChange find(List<LevelChange> levels, int number) {
    return levels.stream().filter(level -> level.level() == number).findFirst().orElse(null);
  }

  private static FilterRow ofLevel(String stage, LevelChange level, LevelChange ignored) {
    return new FilterRow(
        stage,
        level.level(),
        level.tables(),
        level.entries(),
        level.filterBytes(),
        level.bitsPerKey(),
        level.filterChecks(),
        level.filterNegatives(),
        level.filterFalsePositives(),
        level.filterBytes() == 0 ? null : level.expectedFilterRate(),
        rate(level.filterFalsePositives(), level.filterNegatives()),
        level.dataBlockSearches(),
        ignored == null ? 0 : ignored.dataBlockSearches());
  }

  private static FilterRow total(String stage, List<FilterRow> rows) {
    int tables = 0;
    long entries = 0;
    long filterBytes = 0;
    long checks = 0;
    long negatives = 0;
    long falsePositives = 0;
    long with = 0;
    long without = 0;
    double keys = 0;
    double expected = 0;
    for (FilterRow row : rows) {
      tables += row.tables;
      entries += row.entries;
      filterBytes += row.filterBytes;
      checks += row.checks;
      negatives += row.negatives;
      falsePositives += row.falsePositives;
      with += row.blocksWithFilters;
      without += row.blocksWithoutFilters;
      keys += row.bitsPerKey == 0 ? 0 : row.filterBytes * 8 / row.bitsPerKey;
      expected += row.expectedRate == null ? 0 : row.expectedRate * row.checks;
    }
    return new FilterRow(
        stage,
        ALL_LEVELS,
        tables,
        entries,
        filterBytes,
        keys == 0 ? 0 : filterBytes * 8 / keys,
        checks,
        negatives,
        falsePositives,
        checks == 0 ? null : expected / checks,
        rate(falsePositives, negatives),
        with,
        without);
  }

  private static Double rate(long falsePositives, long negatives) {
    long asked = falsePositives + negatives;
    return asked == 0 ? null : (double) falsePositives / asked;
  }
}
