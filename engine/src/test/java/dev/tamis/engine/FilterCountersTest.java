package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.k;
import static dev.tamis.engine.StoreFixture.open;
import static dev.tamis.engine.StoreFixture.quiet;
import static dev.tamis.engine.StoreFixture.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CrashDirectory;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** What is counted of filters, by store, level and table, fits together, and shows what is odd. */
class FilterCountersTest {
  private static final int KEYS = 1_000;

  @Test
  void countsOfTablesLevelsAndStoreFitTogether() throws IOException {
    Options options =
        quiet().level0Tables(3).levelBaseBytes(8 << 10).levelRatio(3).tableBytes(4 << 10).build();
    try (Db db = open(new CrashDirectory(), options)) {
      for (int round = 0; round < 12; round++) {
        for (int i = 0; i < KEYS; i++) {
          db.put(k(2L * ((i * 7L + round) % KEYS)), value(i, round, 10));
          if (i % 5 == 0) {
            db.delete(k(2L * i));
          }
          // Reads beside compactions: their tables go while they are asked.
          db.get(k(2L * i + 1));
        }
        db.flush();
      }
      db.awaitQuiet();
      assertThat(db.stats().compactions()).isGreaterThan(5);
      // A search whose table went away has failed and was tried again: from here on there are none.
      List<LevelInfo> before = db.levels();
      read(db, 3_000);
      assertThat(before).hasSizeGreaterThan(2);
      for (LevelInfo level : db.levels()) {
        LevelInfo then = before.get(level.level());
        long negatives = level.filterNegatives() - then.filterNegatives();
        long positives =
            level.filterTruePositives()
                - then.filterTruePositives()
                + level.filterFalsePositives()
                - then.filterFalsePositives();
        long unfiltered = level.noFilterSearches() - then.noFilterSearches();
        assertThat(level.filterChecks() - then.filterChecks()).isEqualTo(negatives + positives);
        assertThat(level.dataBlockSearches() - then.dataBlockSearches())
            .isEqualTo(positives + unfiltered);
        assertThat(then.filterChecks())
            .isGreaterThanOrEqualTo(
                then.filterNegatives() + then.filterTruePositives() + then.filterFalsePositives());
        List<TableInfo> tables =
            db.tables().stream().filter(table -> table.level() == level.level()).toList();
        assertThat(tables).hasSize(level.tables());
        assertThat(sum(tables, TableInfo::filterBytes)).isEqualTo(level.filterBytes());
        assertThat(sum(tables, TableInfo::entries)).isEqualTo(level.entries());
        assertThat(sum(tables, TableInfo::filterChecks)).isLessThanOrEqualTo(level.filterChecks());
      }
      for (TableInfo table : db.tables()) {
        assertThat(table.filterChecks())
            .isEqualTo(
                table.filterNegatives()
                    + table.filterTruePositives()
                    + table.filterFalsePositives());
      }
    }
  }

  @Test
  void positivesTellWhatTheyMet() throws IOException {
    try (Db db = open(new CrashDirectory(), quiet().build())) {
      try (Snapshot before = db.snapshot()) {
        db.put(k(0), k(1));
        db.delete(k(2));
        db.put(k(9), k(1));
        db.flush();
        assertThat(db.get(k(0))).isNotNull();
        assertThat(db.get(k(2))).isNull();
        assertThat(db.get(k(2))).isNull();
        for (int i = 0; i < 3; i++) {
          assertThat(db.get(k(9), before)).isNull();
        }
      }
      LevelInfo level = db.levels().get(0);
      assertThat(level.filterTruePositives()).isEqualTo(6);
      assertThat(level.filterTombstones()).isEqualTo(2);
      assertThat(level.filterInvisibles()).isEqualTo(3);
      TableInfo table = db.tables().get(0);
      assertThat(table.filterTombstones()).isEqualTo(2);
      assertThat(table.filterInvisibles()).isEqualTo(3);
      assertThat(db.stats().runsConsidered()).isEqualTo(6);
    }
  }

  @Test
  void searchesWithoutAFilterTellWhy() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    try (Db db = open(directory, quiet().filterBitsPerKey(0).build())) {
      fill(db);
      assertThat(db.get(k(1))).isNull();
      LevelInfo level = db.levels().get(0);
      assertThat(level.noFilterSearches()).isEqualTo(1);
      assertThat(level.searchesIgnoringFilter() + level.searchesPastDamage()).isZero();
    }
    try (Db db = open(new CrashDirectory(), quiet().build())) {
      fill(db);
      assertThat(db.get(k(1), ReadOptions.DEFAULT.ignoringFilters())).isNull();
      LevelInfo level = db.levels().get(0);
      assertThat(level.noFilterSearches()).isEqualTo(1);
      assertThat(level.searchesIgnoringFilter()).isEqualTo(1);
      assertThat(level.searchesPastDamage()).isZero();
    }
  }

  @Test
  void aReadIsCountedInItsTableAndStaysInTheLevelWhenTheTableGoes() throws IOException {
    try (Db db = open(new CrashDirectory(), quiet().build())) {
      fill(db);
      read(db, 500);
      LevelInfo before = db.levels().get(0);
      assertThat(before.filterChecks()).isPositive();
      assertThat(db.tables().get(0).filterChecks()).isEqualTo(before.filterChecks());

      db.compact(null, null); // A lone table moves as it is.
      assertThat(db.stats().trivialMoves()).isEqualTo(1);
      assertThat(db.levels().get(0).filterChecks()).isEqualTo(before.filterChecks());
      assertThat(db.levels().get(0).filterNegatives()).isEqualTo(before.filterNegatives());
      assertThat(db.levels().get(1).filterChecks()).isZero();
      assertThat(db.tables()).singleElement().extracting(TableInfo::filterChecks).isEqualTo(0L);

      read(db, 500);
      LevelInfo moved = db.levels().get(1);
      assertThat(moved.filterChecks()).isEqualTo(before.filterChecks());
      fill(db);
      db.compact(null, null); // Two that overlap become another.
      assertThat(db.levels().get(1).filterChecks()).isEqualTo(moved.filterChecks());
      assertThat(db.levels().get(1).dataBlockReads()).isEqualTo(moved.dataBlockReads());
    }
  }

  @Test
  void countsOfManyTablesThatAreGoneAreKept() throws IOException {
    try (Db db = open(new CrashDirectory(), quiet().build())) {
      long checks = 0;
      for (int round = 0; round < 300; round++) {
        db.put(k(0), k(round));
        db.put(k(2), k(round));
        db.flush();
        db.get(k(1));
        checks++;
        db.compact(null, null);
      }
      assertThat(db.levels().get(0).filterChecks() + db.levels().get(0).noFilterSearches())
          .isEqualTo(checks);
    }
  }

  @Test
  void aFilterThatLetsTooMuchThroughIsReported() throws IOException {
    try (Db db = open(new CrashDirectory(), quiet().filterBitsPerKey(5).build())) {
      fill(db);
      long passing = 1;
      while (db.levels().get(0).filterFalsePositives() == 0) {
        passing += 2;
        assertThat(passing).as("a false positive").isLessThan(2 * KEYS);
        db.get(k(passing));
      }
      read(db, 2 * KEYS);
      assertThat(db.stats().driftingFilters()).isZero();
      for (int i = 0; i < 200; i++) {
        assertThat(db.get(k(passing))).isNull();
      }
      assertThat(db.stats().driftingFilters()).isEqualTo(1);
      assertThat(db.tables().get(0).filterRateDrifts()).isTrue();
    }
  }

  @Test
  void theAlarmIsSetToOneInAMillion() {
    // At 1 % and the slack of 15 %, 115 in 10,000 are nothing, 160 may still be chance.
    assertThat(table(9_885, 115, 0.01).filterRateDrifts()).isFalse();
    assertThat(table(9_840, 160, 0.01).filterRateDrifts()).isFalse();
    assertThat(table(9_815, 185, 0.01).filterRateDrifts()).isTrue();
    assertThat(table(0, 0, 0.01).filterRateDrifts()).isFalse();
    assertThat(table(0, 3, 0.01).filterRateDrifts()).isFalse();
    assertThat(table(0, 4, 0.01).filterRateDrifts()).isTrue();
    assertThat(table(0, 1_000, 1).filterRateDrifts()).as("no filter").isFalse();
    assertThat(table(1_000_000, 0, 0.01).filterRateDrifts()).isFalse();
  }

  private static TableInfo table(long negatives, long falsePositives, double expectedRate) {
    return new TableInfo(
        0,
        "1.sst",
        1,
        1,
        1,
        1,
        expectedRate,
        negatives + falsePositives,
        negatives,
        0,
        0,
        0,
        falsePositives,
        0,
        0,
        0,
        0,
        0);
  }

  @Test
  void loadsAndEvictionsOfTheLastLevelsFiltersAreCounted() throws IOException {
    Options options = quiet().cacheBytes(16 << 10).build();
    try (Db db = open(new CrashDirectory(), options)) {
      for (int i = 0; i < 20 * KEYS; i++) {
        db.put(k(2L * i), value(i, 0, 4));
      }
      db.compact(null, null);
      SplittableRandom random = new SplittableRandom(1);
      for (int i = 0; i < 5_000; i++) {
        assertThat(db.get(k(2L * random.nextInt(20 * KEYS - 1) + 1))).isNull();
      }
      TableInfo table = db.tables().get(0);
      assertThat(table.level()).isEqualTo(1);
      assertThat(table.filterPartitionLoads()).isBetween(100L, table.filterChecks());
      assertThat(db.stats().filterEvictions()).isPositive();
      assertThat(db.stats().filterMemoryBytes()).isBetween(0L, 16L << 10);
    }
  }

  private static void fill(Db db) throws IOException {
    for (int i = 0; i < KEYS; i++) {
      db.put(k(2L * i), value(i, 0, 10));
    }
    db.flush();
  }

  /** As many present keys as absent ones. */
  private static void read(Db db, int count) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < count; i++) {
      db.get(k(random.nextInt(2 * KEYS)));
    }
  }

  private static long sum(List<TableInfo> tables, ToLongFunction<TableInfo> field) {
    return tables.stream().mapToLong(field).sum();
  }
}
