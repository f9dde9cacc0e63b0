package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.await;
import static dev.tamis.engine.StoreFixture.k;
import static dev.tamis.engine.StoreFixture.open;
import static dev.tamis.engine.StoreFixture.quiet;
import static dev.tamis.engine.StoreFixture.text;
import static dev.tamis.engine.StoreFixture.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One key in every layer at once: memtable, frozen memtable, two level 0 tables, two levels. */
class LayerCasesTest {
  private static final byte[] KEY = k(100);
  private static final int LAYERS = 6;

  private final FaultDirectory directory = new FaultDirectory(new CrashDirectory());
  private final List<Snapshot> snapshots = new ArrayList<>();

  /**
   * @param deletedIn layer in which the key is deleted instead of put, 1 the deepest; 0 for none
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  void caseD10_theNewestLayerWins(int deletedIn) throws Exception {
    Options options = quiet().level0Tables(3).levelBaseBytes(8 << 10).tableBytes(64 << 10).build();
    CountDownLatch flushGoesOn = new CountDownLatch(1);
    ExecutorService other = Executors.newSingleThreadExecutor();
    Db db = open(directory, options);
    try {
      for (int i = 0; i < 200; i++) {
        db.put(k(i), value(i, 0, 100));
      }
      write(db, 1, deletedIn);
      db.flush();
      db.compact(null, null);
      await("the bottom level holds layer 1", () -> tables(db).equals(List.of(0, 0, 1)));
      write(db, 2, deletedIn);
      db.flush();
      for (int i = 0; i < 2; i++) {
        // Overlaps the key, or the table of layer 2 would move down alone.
        db.put(k(0), value(i, 1, 10));
        db.put(k(199), value(i, 1, 10));
        db.flush();
      }
      await("the middle level holds layer 2", () -> tables(db).equals(List.of(0, 1, 1)));
      write(db, 3, deletedIn);
      db.flush();
      write(db, 4, deletedIn);
      db.flush();
      assertThat(tables(db)).isEqualTo(List.of(2, 1, 1));
      write(db, 5, deletedIn);
      CountDownLatch flushWaits = new CountDownLatch(1);
      directory.add(
          FaultRule.on(FaultOperation.CREATE, "*.sst.tmp")
              .run(
                  () -> {
                    flushWaits.countDown();
                    Waits.await(flushGoesOn);
                  }));
      Future<?> flush = other.submit(() -> flushUnchecked(db));
      Waits.await(flushWaits);
      write(db, 6, deletedIn);
      assertThat(tables(db)).isEqualTo(List.of(2, 1, 1));
      assertAllLayers(db, deletedIn, "six layers");

      flushGoesOn.countDown();
      flush.get();
      assertAllLayers(db, deletedIn, "the frozen memtable flushed");
      db.compact(null, null);
      assertAllLayers(db, deletedIn, "all compacted, snapshots kept");
      snapshots.forEach(Snapshot::close);
      db.compact(null, null);
      assertThat(text(db.get(KEY))).isEqualTo(expected(LAYERS, deletedIn));
      assertThat(db.verify().problems()).isEmpty();
    } finally {
      flushGoesOn.countDown();
      other.shutdown();
      db.close();
    }
  }

  private void write(Db db, int layer, int deletedIn) throws IOException {
    if (layer == deletedIn) {
      db.delete(KEY);
    } else {
      db.put(KEY, text("layer " + layer));
    }
    snapshots.add(db.snapshot());
  }

  private static String expected(int layer, int deletedIn) {
    return layer == deletedIn ? null : "layer " + layer;
  }

  private void assertAllLayers(Db db, int deletedIn, String when) throws IOException {
    assertThat(text(db.get(KEY))).as(when).isEqualTo(expected(LAYERS, deletedIn));
    for (int layer = 1; layer <= LAYERS; layer++) {
      String about = when + ", seen from layer " + layer;
      Snapshot snapshot = snapshots.get(layer - 1);
      String expected = expected(layer, deletedIn);
      assertThat(text(db.get(KEY, snapshot))).as(about).isEqualTo(expected);
      ReadOptions options = ReadOptions.DEFAULT.withSnapshot(snapshot);
      assertThat(text(db.get(KEY, options.ignoringFilters()))).as(about).isEqualTo(expected);
      try (Cursor cursor = db.cursor(options, null, null)) {
        cursor.seek(KEY);
        assertThat(cursor.key()).as(about).isEqualTo(expected == null ? k(101) : KEY);
        if (expected != null) {
          assertThat(text(cursor.value())).as(about).isEqualTo(expected);
        }
        cursor.seek(k(101));
        cursor.previous();
        assertThat(cursor.key()).as(about).isEqualTo(expected == null ? k(99) : KEY);
        if (expected != null) {
          assertThat(text(cursor.value())).as(about).isEqualTo(expected);
        }
      }
    }
  }

  private static List<Integer> tables(Db db) {
    return db.levels().stream().map(LevelInfo::tables).toList();
  }

  private static void flushUnchecked(Db db) {
    try {
      db.flush();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
