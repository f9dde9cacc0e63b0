package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.assertHolds;
import static dev.tamis.engine.StoreFixture.k;
import static dev.tamis.engine.StoreFixture.model;
import static dev.tamis.engine.StoreFixture.open;
import static dev.tamis.engine.StoreFixture.quiet;
import static dev.tamis.engine.StoreFixture.tableNames;
import static dev.tamis.engine.StoreFixture.text;
import static dev.tamis.engine.StoreFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Filters as they show through {@link Db}: never a lost key, and counters that say what happened.
 */
class FilterCasesTest {

  @Test
  void caseC3_aDamagedFilterHidesNoKey() throws IOException {
    CrashDirectory sound = new CrashDirectory();
    int keys = 2000;
    Options options = quiet().partitionBytes(256).build();
    NavigableMap<byte[], byte[]> model = model();
    try (Db db = open(sound, options)) {
      for (int i = 0; i < keys; i++) {
        model.put(k(i), value(i, 0, 16));
        db.put(k(i), value(i, 0, 16));
      }
      db.compact(null, null);
    }
    String table = tableNames(sound).get(0);
    byte[] bytes = sound.bytes(table);
    TableRegions regions = TableRegions.of(bytes);
    int from = (int) regions.filterOffset();
    int length = (int) regions.filterLength();

    byte[] zeros = bytes.clone();
    Arrays.fill(zeros, from, from + length, (byte) 0);
    assertThat(corruptFilters(sound, table, zeros, options, model)).isGreaterThan(5);

    for (int seed = 0; seed < 30; seed++) {
      byte[] flipped = bytes.clone();
      int bit = new SplittableRandom(seed).nextInt(8 * length);
      flipped[from + bit / 8] ^= (byte) (1 << (bit % 8));
      assertThat(corruptFilters(sound, table, flipped, options, model))
          .as("seed %d", seed)
          .isEqualTo(1);
    }
    byte[] swapped = bytes.clone();
    int half = length / 2 / 64 * 64;
    System.arraycopy(bytes, from, swapped, from + half, half);
    System.arraycopy(bytes, from + half, swapped, from, half);
    assertThat(corruptFilters(sound, table, swapped, options, model)).isGreaterThan(1);
  }

  /**
   * Opens with a damaged table, reads every key twice, and says how many partitions were noticed.
   */
  private static long corruptFilters(
      CrashDirectory sound,
      String table,
      byte[] damaged,
      Options options,
      NavigableMap<byte[], byte[]> model)
      throws IOException {
    CrashDirectory directory = sound.copy();
    directory.overwrite(table, damaged);
    try (Db db = open(directory, options)) {
      assertHolds(db, model, "damaged filter");
      long noticed = db.levels().get(1).corruptFilters();
      assertHolds(db, model, "damaged filter, second time");
      assertThat(db.levels().get(1).corruptFilters()).as("not read again").isEqualTo(noticed);
      assertThat(db.levels().get(1).noFilterSearches()).isPositive();
      assertThat(db.verify().problems()).singleElement().isInstanceOf(CorruptionException.class);
      return noticed;
    }
  }

  @Test
  void caseG13_countersOfALevelAreExactAndItsRateIsTheExpectedOne() throws IOException {
    int keys = 50_000;
    Options options = quiet().blockBytes(4096).partitionBytes(8192).cacheBytes(64 << 20).build();
    try (Db db = open(new CrashDirectory(), options)) {
      for (int i = 0; i < keys; i++) {
        db.put(k(2L * i), k(i));
      }
      db.compact(null, null);
      int absent = 100_000;
      SplittableRandom random = new SplittableRandom(13);
      for (int i = 0; i < absent; i++) {
        assertThat(db.get(k(2L * random.nextInt(keys - 1) + 1))).isNull();
      }
      LevelInfo missed = db.levels().get(1);
      assertThat(missed.filterChecks()).isEqualTo(absent);
      assertThat(missed.filterNegatives() + missed.filterFalsePositives()).isEqualTo(absent);
      assertThat(missed.filterTruePositives()).isZero();
      assertThat(missed.dataBlockSearches()).isEqualTo(missed.filterFalsePositives());
      assertThat(missed.noFilterSearches()).isZero();
      assertThat(missed.corruptFilters()).isZero();
      assertThat(missed.measuredFilterRate()).isBetween(0.008, 0.013);
      assertThat(missed.measuredFilterRate()).isCloseTo(missed.expectedFilterRate(), within(0.002));

      int present = 100_000;
      for (int i = 0; i < present; i++) {
        assertThat(db.get(k(2L * (i % keys)))).isNotNull();
      }
      LevelInfo both = db.levels().get(1);
      assertThat(both.filterTruePositives()).isEqualTo(present);
      assertThat(both.filterFalsePositives()).isEqualTo(missed.filterFalsePositives());
      assertThat(both.filterNegatives()).isEqualTo(missed.filterNegatives());
      assertThat(both.filterChecks()).isEqualTo(absent + present);
      assertThat(both.measuredFilterRate()).isEqualTo(missed.measuredFilterRate());

      for (int i = 0; i < 1000; i++) {
        assertThat(db.get(k(2L * keys + i))).isNull();
      }
      LevelInfo outside = db.levels().get(1);
      assertThat(outside.filterChecks()).as("outside the range").isEqualTo(both.filterChecks());
      assertThat(outside.filterNegatives()).isEqualTo(both.filterNegatives());
      assertThat(db.stats().gets()).isEqualTo(absent + present + 1000);
    }
  }

  @Test
  void caseG13_theSumOverLayersIsTheNumberOfGets() throws IOException {
    try (Db db = open(new CrashDirectory(), quiet().cacheBytes(16 << 20).build())) {
      int keys = 1000;
      for (int table = 0; table < 3; table++) {
        for (int i = 0; i < keys; i++) {
          db.put(k(6L * i + table), k(i));
        }
        if (table == 0) {
          db.compact(null, null);
        } else {
          db.flush();
        }
      }
      db.put(k(3), text("in memory"));
      for (int i = 0; i < 6 * keys; i++) {
        assertThat(db.get(k(i)) != null).as("key %d", i).isEqualTo(i % 6 < 3 || i == 3);
      }
      Stats stats = db.stats();
      LevelInfo upper = db.levels().get(0);
      LevelInfo lower = db.levels().get(1);
      assertThat(stats.gets()).isEqualTo(6L * keys);
      assertThat(stats.memtableFilterChecks()).isEqualTo(6L * keys);
      assertThat(stats.memtableHits()).isEqualTo(1);
      assertThat(upper.filterTruePositives()).isEqualTo(2L * keys);
      assertThat(lower.filterTruePositives()).isEqualTo(keys);
      for (LevelInfo level : List.of(upper, lower)) {
        assertThat(level.filterChecks())
            .isEqualTo(
                level.filterNegatives()
                    + level.filterTruePositives()
                    + level.filterFalsePositives());
        assertThat(level.dataBlockSearches())
            .isEqualTo(level.filterTruePositives() + level.filterFalsePositives());
      }
      // Two tables in level 0; the newer one answers a third of its keys' gets alone.
      long asked = 2L * (6L * keys - 1) - keys;
      long askedBelow = 6L * keys - 1 - 2L * keys;
      assertThat(stats.runsConsidered()).isEqualTo(asked + askedBelow);
      assertThat(stats.runsSkippedByRange() + upper.filterChecks() + lower.filterChecks())
          .isEqualTo(asked + askedBelow);
      assertThat(stats.runsSkippedByRange()).isPositive();
    }
  }

  /** C8 of the acceptance: a store whose options change keeps tables of every kind. */
  @Test
  void c8_everyKindOfFilterSideBySideHidesNothing() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    NavigableMap<byte[], byte[]> model = model();
    List<Options> kinds =
        List.of(
            quiet().filterBitsPerKey(0).build(),
            quiet().partitionBytes(4096).lastLevelFilter(LastLevelFilter.RIBBON).build(),
            quiet().partitionBytes(4096).build(),
            quiet().filterSpread(FilterSpread.UNIFORM).filterBitsPerKey(5).build(),
            quiet().lastLevelFilter(LastLevelFilter.NONE).build());
    for (int round = 0; round < kinds.size(); round++) {
      try (Db db = open(directory, kinds.get(round))) {
        for (int i = 0; i < 600; i++) {
          byte[] key = k(2L * ((i * 7L + round * 100L) % 1000));
          model.put(key, value(i, round, 8));
          db.put(key, value(i, round, 8));
        }
        db.flush();
        if (round == 1) {
          db.compact(null, null);
          assertThat(db.tables()).allMatch(FilterCasesTest::isRibbon);
        }
        assertHolds(db, model, "round " + round);
        for (int i = 0; i < 999; i++) {
          assertThat(db.get(k(2L * i + 1))).isNull();
        }
      }
    }
    try (Db db = open(directory, kinds.get(2))) {
      assertThat(db.tables()).as("before").anyMatch(FilterCasesTest::isRibbon);
      db.compact(null, null);
      assertThat(db.tables()).as("after").noneMatch(FilterCasesTest::isRibbon);
      assertThat(db.tables()).allMatch(table -> table.bitsPerKey() >= 9);
      assertHolds(db, model, "rebuilt");
    }
  }

  /** Its rate is a power of two, and that of lines is not. */
  private static boolean isRibbon(TableInfo table) {
    double rate = table.expectedFilterRate();
    return rate < 1 && rate == Math.scalb(1.0, Math.getExponent(rate));
  }

  @Test
  void caseG15_absurdBitsAreRefusedAndUselessOnesMeanNoFilter() throws IOException {
    for (double absurd : new double[] {Double.NaN, -1, Integer.MAX_VALUE, Double.MAX_VALUE}) {
      assertThatThrownBy(() -> Options.builder().filterBitsPerKey(absurd))
          .as("%f bits", absurd)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(String.valueOf(absurd));
    }
    for (double bits : new double[] {0, 0.1, 0.5, 1, 1.5, 24, 100}) {
      NavigableMap<byte[], byte[]> model = model();
      try (Db db = open(new CrashDirectory(), quiet().filterBitsPerKey(bits).build())) {
        for (int i = 0; i < 1000; i++) {
          model.put(k(2L * i), value(i, 0, 8));
          db.put(k(2L * i), value(i, 0, 8));
        }
        db.flush();
        assertHolds(db, model, bits + " bits");
        for (int i = 0; i < 999; i++) {
          assertThat(db.get(k(2L * i + 1))).isNull();
        }
        LevelInfo level = db.levels().get(0);
        if (bits < Options.MIN_FILTER_BITS_PER_KEY) {
          assertThat(level.filterBytes()).as("%f bits", bits).isZero();
          assertThat(level.filterChecks()).isZero();
          assertThat(level.noFilterSearches()).isEqualTo(1999);
          assertThat(level.expectedFilterRate()).isEqualTo(1);
        } else {
          double capped = Math.min(bits, Options.MAX_FILTER_BITS_PER_KEY);
          assertThat(level.bitsPerKey()).as("%f bits", bits).isGreaterThanOrEqualTo(capped);
          assertThat(level.filterNegatives()).as("%f bits", bits).isPositive();
          assertThat(level.noFilterSearches()).isZero();
        }
        assertThat(db.verify().problems()).as("%f bits", bits).isEmpty();
      }
    }
  }

  @Test
  void caseG17_tablesOfOneKeyOrOnlyTombstonesAndTinyPartitions() throws IOException {
    Options options = quiet().partitionBytes(64).blockBytes(64).filterBitsPerKey(24).build();
    CrashDirectory directory = new CrashDirectory();
    try (Db db = open(directory, options)) {
      db.delete(k(5));
      db.flush();
      assertThat(db.get(k(5))).isNull();
      assertThat(db.get(k(6))).isNull();
      db.put(k(6), text("six"));
      db.flush();
      NavigableMap<byte[], byte[]> model = model();
      model.put(k(6), text("six"));
      assertHolds(db, model, "one key");
      for (int i = 0; i < 500; i++) {
        model.put(k(i), value(i, 17, 3));
        db.put(k(i), value(i, 17, 3));
      }
      db.flush();
      assertHolds(db, model, "partitions of one line");
      db.compact(null, null);
      assertHolds(db, model, "compacted");
      assertThat(db.verify().problems()).isEmpty();
    }
  }

  @Test
  void caseH15_theFilterCountsKeysNotVersions() throws IOException {
    try (Db db = open(new CrashDirectory(), quiet().build())) {
      for (int i = 0; i < 2000; i++) {
        Snapshot keptForEver = db.snapshot();
        assertThat(keptForEver.sequence()).isEqualTo(i);
        db.put(k(i % 2), value(i, 15, 10));
      }
      db.flush();
      LevelInfo level = db.levels().get(0);
      assertThat(level.entries()).isEqualTo(2000);
      assertThat(level.filterBytes()).isLessThan(1024);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 4.5, 9.55, 16})
  void caseH19_theFilterHasTheBitsThatWereAskedFor(double bits) throws IOException {
    Options options = quiet().blockBytes(4096).partitionBytes(8192).filterBitsPerKey(bits).build();
    try (Db db = open(new CrashDirectory(), options)) {
      for (int i = 0; i < 50_000; i++) {
        db.put(k(i), k(i));
      }
      db.flush();
      LevelInfo level = db.levels().get(0);
      assertThat(level.bitsPerKey()).isBetween(bits, bits * 1.1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {64 << 10, 0})
  void caseG10_tinyCacheManyTablesFewHandles(int cacheBytes) throws Exception {
    CrashDirectory directory = new CrashDirectory();
    Options options = quiet().cacheBytes(cacheBytes).maxOpenFiles(8).tableBytes(1 << 10).build();
    int keys = 10_000;
    try (Db db = open(directory, options)) {
      for (int i = 0; i < keys; i++) {
        db.put(k(2L * i), value(i, 10, 16));
      }
      db.compact(null, null);
      // A lone table is only moved; one that overlaps it makes a merge, which cuts.
      db.put(k(0), value(0, 10, 16));
      db.put(k(2L * keys - 2), value(keys - 1, 10, 16));
      db.compact(null, null);
      assertThat(tableNames(directory)).hasSizeGreaterThan(200);
      ExecutorService threads = Executors.newFixedThreadPool(8);
      try {
        List<Callable<Integer>> readers =
            java.util.stream.IntStream.range(0, 8)
                .mapToObj(seed -> (Callable<Integer>) () -> readAtRandom(db, keys, seed))
                .toList();
        for (Future<Integer> reader : threads.invokeAll(readers)) {
          assertThat(reader.get()).isEqualTo(4_000);
        }
      } finally {
        threads.shutdownNow();
      }
      assertThat(db.stats().openFiles()).isLessThanOrEqualTo(8);
      assertThat(db.health().state()).isEqualTo(Health.State.OPEN);
    }
    assertThat(directory.openHandles()).isEmpty();
  }

  private static int readAtRandom(Db db, int keys, int seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    int gets = 0;
    for (; gets < 4_000; gets++) {
      int i = random.nextInt(keys);
      boolean present = random.nextBoolean();
      byte[] found = db.get(k(2L * i + (present ? 0 : 1)));
      byte[] expected = present ? value(i, 10, 16) : null;
      if (!Arrays.equals(found, expected)) {
        throw new AssertionError("seed " + seed + ", key " + i + ", present " + present);
      }
    }
    return gets;
  }
}
