package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.assertHolds;
import static dev.tamis.engine.StoreFixture.entries;
import static dev.tamis.engine.StoreFixture.k;
import static dev.tamis.engine.StoreFixture.model;
import static dev.tamis.engine.StoreFixture.open;
import static dev.tamis.engine.StoreFixture.quiet;
import static dev.tamis.engine.StoreFixture.small;
import static dev.tamis.engine.StoreFixture.tableBytes;
import static dev.tamis.engine.StoreFixture.tableNames;
import static dev.tamis.engine.StoreFixture.text;
import static dev.tamis.engine.StoreFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deletes, overwrites and snapshots across flushes and compactions. */
class CompactionCasesTest {

  @Test
  void caseD1_deletesDoNotComeBackAfterCompactionsOfSubRanges() throws IOException {
    for (int seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int keys = 100 + random.nextInt(200);
      Options options = small().levelBaseBytes(2048 << random.nextInt(4)).build();
      try (Db db = open(new CrashDirectory(), options)) {
        putAll(db, keys, 1);
        db.compact(null, null);
        putAll(db, keys, 2);
        for (int i = 0; i < keys; i++) {
          db.delete(k(i));
        }
        db.flush();
        assertHolds(db, model(), "seed " + seed + ", after the flush");
        for (int step = 0; step < 6; step++) {
          int from = random.nextInt(keys);
          int to = from + random.nextInt(keys - from);
          db.compact(k(from), k(to));
          String about = "seed " + seed + ", step " + step + ", " + from + ".." + to;
          assertHolds(db, model(), about);
          for (int i = 0; i < keys; i++) {
            assertThat(db.get(k(i))).as("get of %d, %s", i, about).isNull();
          }
        }
        assertThat(db.verify().problems()).as("seed " + seed).isEmpty();
      }
    }
  }

  @Test
  void caseD3_snapshotsSeeTheirStateAcrossCompactions() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    Options options = small().memtableBytes(256 << 10).tableBytes(64 << 10).build();
    CrashDirectory directory = new CrashDirectory();
    try (Db db = open(directory, options)) {
      NavigableMap<byte[], byte[]> latest = model();
      List<Snapshot> snapshots = new ArrayList<>();
      List<NavigableMap<byte[], byte[]>> models = new ArrayList<>();
      for (int i = 0; i < 16_000; i++) {
        byte[] key = k(random.nextInt(200));
        if (random.nextInt(10) == 0) {
          db.delete(key);
          latest.remove(key);
        } else {
          byte[] value = value(i, 3, 1024);
          db.put(key, value);
          latest.put(key, value);
        }
        if (i % 4000 == 3000) {
          snapshots.add(db.snapshot());
          models.add(copy(latest));
        }
        if (random.nextInt(1500) == 0) {
          int from = random.nextInt(200);
          db.compact(k(from), k(from + random.nextInt(100)));
        }
      }
      while (!snapshots.isEmpty()) {
        db.compact(null, null);
        for (int i = 0; i < snapshots.size(); i++) {
          assertHolds(
              db, ReadOptions.DEFAULT.withSnapshot(snapshots.get(i)), models.get(i), "snapshot");
        }
        assertHolds(db, latest, "latest");
        int released = random.nextInt(snapshots.size());
        snapshots.remove(released).close();
        models.remove(released);
      }
      db.compact(null, null);
      assertHolds(db, latest, "latest, nobody else");
      assertThat(entries(db)).isEqualTo(latest.size());
      assertThat(db.verify().problems()).isEmpty();
    }
  }

  @Test
  void caseD5_aSnapshotOfTheEmptyStoreStaysEmpty() throws IOException {
    try (Db db = open(new CrashDirectory(), quiet().build())) {
      Snapshot empty = db.snapshot();
      assertThat(empty.sequence()).isZero();
      db.put(k(1), text("one"));
      for (String when : List.of("in memory", "flushed", "compacted", "compacted again")) {
        assertThat(db.get(k(1), empty)).as(when).isNull();
        assertHolds(db, ReadOptions.DEFAULT.withSnapshot(empty), model(), when);
        assertThat(db.get(k(1))).as(when).isEqualTo(text("one"));
        if (when.equals("in memory")) {
          db.flush();
        } else {
          db.compact(null, null);
        }
      }
      empty.close();
      db.compact(null, null);
      assertThat(db.get(k(1))).isEqualTo(text("one"));
    }
  }

  @Test
  void caseD7_deletesGiveTheSpaceBack() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    Options options = small().memtableBytes(1 << 20).tableBytes(1 << 20).build();
    try (Db db = open(directory, options)) {
      for (int i = 0; i < 10_000; i++) {
        db.put(k(i), value(i, 7, 1024));
      }
      db.compact(null, null);
      assertThat(tableBytes(directory)).isGreaterThan(10_000 * 1024);
      for (int i = 0; i < 10_000; i++) {
        db.delete(k(i));
      }
      db.compact(null, null);
      assertThat(tableBytes(directory)).isLessThan(64 << 10);
      assertHolds(db, model(), "all deleted");
    }
  }

  @Test
  void caseD9_oneHotKeyLeavesOneVersionAndFewFiles() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    int puts = 1_000_000;
    try (Db db = open(directory, small().memtableBytes(256 << 10).build())) {
      for (int i = 0; i < puts; i++) {
        db.put(k(7), k(i));
        if (i % 50_000 == 0) {
          assertThat(directory.list()).as("after %d puts", i).hasSizeLessThan(30);
        }
      }
      assertThat(db.get(k(7))).isEqualTo(k(puts - 1));
      assertThat(db.stats().flushes()).isGreaterThan(10);
      db.compact(null, null);
      assertThat(db.get(k(7))).isEqualTo(k(puts - 1));
      assertThat(entries(db)).isEqualTo(1);
      assertThat(tableNames(directory)).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void caseD12_aFailedReadInACompactionLosesNothing(int failingRead) throws IOException {
    FaultDirectory directory = new FaultDirectory(new CrashDirectory());
    NavigableMap<byte[], byte[]> model = model();
    try (Db db = open(directory, quiet().cacheBytes(0).build())) {
      for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 100; i++) {
          model.put(k(i * (round + 1)), value(i, round, 20));
          db.put(k(i * (round + 1)), value(i, round, 20));
        }
        db.flush();
      }
      List<String> inputs = tableNames(directory);
      assertThat(inputs).hasSize(3);
      FaultRule rule =
          directory.add(
              FaultRule.on(FaultOperation.READ, inputs.get(1)).nth(failingRead).failOnce());
      assertThatThrownBy(() -> db.compact(null, null))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("injected");
      assertThat(directory.injected()).hasSize(1);
      directory.remove(rule);
      assertThat(tableNames(directory)).as("inputs and no part of an output").isEqualTo(inputs);
      assertThat(directory.list()).noneMatch(name -> name.endsWith(".tmp"));
      assertThat(db.health().state()).isEqualTo(Health.State.DEGRADED);
      assertHolds(db, model, "after the failure");

      db.compact(null, null);
      assertThat(db.health().state()).isEqualTo(Health.State.OPEN);
      assertHolds(db, model, "after the retry");
      assertThat(entries(db)).isEqualTo(model.size());
    }
  }

  @Test
  void rewritesAtTheDeepestLevelNeverSpanATableThatStaysThere() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    NavigableMap<byte[], byte[]> model = model();
    try (Db db = open(directory, quiet().tableBytes(1024).build())) {
      Snapshot old = db.snapshot();
      for (int i = 0; i < 300; i++) {
        db.put(k(i), value(i, 1, 30));
        model.put(k(i), value(i, 1, 30));
      }
      Snapshot seesAll = db.snapshot();
      for (int i : new int[] {5, 6, 150, 151, 290}) {
        db.delete(k(i));
        model.remove(k(i));
      }
      db.compact(null, null);
      assertThat(db.levels().get(1).tables()).isGreaterThan(4);
      old.close();
      seesAll.close();
      // Now only some tables of the deepest level hold something to forget.
      db.compact(null, null);
      assertThat(db.verify().problems()).isEmpty();
      assertHolds(db, model, "after the rewrite in place");
    }
    try (Db db = open(directory, quiet().build())) {
      assertHolds(db, model, "after reopening");
    }
  }

  private static void putAll(Db db, int keys, int round) throws IOException {
    for (int i = 0; i < keys; i++) {
      db.put(k(i), value(i, round, 40));
    }
  }

  private static NavigableMap<byte[], byte[]> copy(Map<byte[], byte[]> model) {
    NavigableMap<byte[], byte[]> copy = model();
    copy.putAll(model);
    return copy;
  }
}
