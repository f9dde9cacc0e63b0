package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.assertHolds;
import static dev.tamis.engine.StoreFixture.await;
import static dev.tamis.engine.StoreFixture.k;
import static dev.tamis.engine.StoreFixture.model;
import static dev.tamis.engine.StoreFixture.number;
import static dev.tamis.engine.StoreFixture.open;
import static dev.tamis.engine.StoreFixture.quiet;
import static dev.tamis.engine.StoreFixture.tableNames;
import static dev.tamis.engine.StoreFixture.text;
import static dev.tamis.engine.StoreFixture.textKeysBackward;
import static dev.tamis.engine.StoreFixture.textKeysForward;
import static dev.tamis.engine.StoreFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cursors over a whole store, with entries in the memtable and in tables. */
class ScanCasesTest {

  @Test
  void caseE1_randomWalkOverDeletesAndOverwrittenVersions() throws IOException {
    NavigableMap<byte[], byte[]> model = model();
    try (Db db = open(new CrashDirectory(), quiet().build())) {
      for (int round = 0; round < 3; round++) {
        for (String key : List.of("a", "b", "c", "d", "e")) {
          db.put(text(key), text(key + round));
          model.put(text(key), text(key + round));
        }
        if (round < 2) {
          db.flush();
        }
      }
      for (String deleted : List.of("b", "d")) {
        db.delete(text(deleted));
        model.remove(text(deleted));
      }
      assertHolds(db, model, "a, c, e");
      List<Map.Entry<byte[], byte[]>> entries = new ArrayList<>(model.entrySet());
      SplittableRandom random = new SplittableRandom(1);
      try (Cursor cursor = db.cursor()) {
        int at = 0;
        cursor.seekToFirst();
        for (int step = 0; step < 10_000; step++) {
          boolean forward = random.nextBoolean();
          if (forward) {
            cursor.next();
          } else {
            cursor.previous();
          }
          at += forward ? 1 : -1;
          if (at < 0 || at == entries.size()) {
            assertThat(cursor.isValid()).as("step %d", step).isFalse();
            at = at < 0 ? 0 : entries.size() - 1;
            if (at == 0) {
              cursor.seekToFirst();
            } else {
              cursor.seekToLast();
            }
          }
          assertThat(cursor.key()).as("step %d", step).isEqualTo(entries.get(at).getKey());
          assertThat(cursor.value()).as("step %d", step).isEqualTo(entries.get(at).getValue());
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void caseE3_laterWritesDoNotDisturbAnOpenCursor(boolean flushed) throws IOException {
    try (Db db = open(new CrashDirectory(), quiet().build())) {
      for (int i = 1; i <= 4; i++) {
        db.put(text("key" + i), text("old"));
      }
      if (flushed) {
        db.flush();
      }
      try (Cursor cursor = db.cursor()) {
        cursor.seekToLast();
        cursor.previous();
        assertThat(cursor.key()).isEqualTo(text("key3"));
        db.put(text("key25"), text("between"));
        db.put(text("key3"), text("new"));
        db.delete(text("key4"));
        if (flushed) {
          db.compact(null, null);
        }
        assertThat(cursor.value()).isEqualTo(text("old"));
        cursor.next();
        assertThat(cursor.key()).isEqualTo(text("key4"));
        cursor.previous();
        assertThat(cursor.key()).isEqualTo(text("key3"));
        assertThat(cursor.value()).isEqualTo(text("old"));
        cursor.previous();
        assertThat(cursor.key()).isEqualTo(text("key2"));
      }
      try (Cursor later = db.cursor()) {
        later.seekToFirst();
        assertThat(textKeysForward(later)).containsExactly("key1", "key2", "key25", "key3");
      }
    }
  }

  @Test
  void caseE5_aBigForwardScanHoldsEveryKeyFromTheFirstOn() throws IOException {
    int keys = 1_000_000;
    Options options = quiet().blockBytes(4096).memtableBytes(4 << 20).level0Tables(4).build();
    try (Db db = open(new CrashDirectory(), options)) {
      WriteBatch batch = new WriteBatch();
      for (int i = 0; i < keys; i++) {
        batch.put(k(i), k(i));
        if (batch.count() == 1000) {
          db.write(batch);
          batch.clear();
        }
      }
      long expected = 0;
      try (Cursor cursor = db.cursor()) {
        for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
          if (cursor.keyView().getLong() != expected || cursor.valueView().getLong() != expected) {
            assertThat(cursor.key()).isEqualTo(k(expected));
          }
          expected++;
        }
      }
      assertThat(expected).isEqualTo(keys);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void caseE6_seeksToAbsentKeys(boolean flushed) throws IOException {
    try (Db db = open(new CrashDirectory(), quiet().build())) {
      for (int i = 10; i <= 30; i += 10) {
        db.put(k(i), k(i));
      }
      if (flushed) {
        db.flush();
      }
      int[] places = {5, 10, 15, 35};
      int[] ceilings = {10, 10, 20, -1};
      int[] floors = {-1, 10, 10, 30};
      try (Cursor cursor = db.cursor()) {
        for (int i = 0; i < places.length; i++) {
          cursor.seek(k(places[i]));
          assertThat(position(cursor)).as("seek %d", places[i]).isEqualTo(ceilings[i]);
          cursor.seekFloor(k(places[i]));
          assertThat(position(cursor)).as("seekFloor %d", places[i]).isEqualTo(floors[i]);
        }
      }
    }
  }

  private static long position(Cursor cursor) {
    return cursor.isValid() ? number(cursor.key()) : -1;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void caseE7_boundsHoldForEveryPositioningCall(boolean flushed) throws IOException {
    try (Db db = open(new CrashDirectory(), quiet().build())) {
      for (int i = 10; i <= 50; i += 5) {
        db.put(k(i), k(i));
        if (flushed && i == 30) {
          db.flush();
        }
      }
      try (Cursor cursor = db.cursor(ReadOptions.DEFAULT, k(20), k(40))) {
        cursor.seek(k(5));
        assertThat(position(cursor)).isEqualTo(20);
        cursor.previous();
        assertThat(position(cursor)).isEqualTo(-1);
        cursor.seek(k(40));
        assertThat(position(cursor)).isEqualTo(-1);
        cursor.seekFloor(k(45));
        assertThat(position(cursor)).isEqualTo(35);
        cursor.next();
        assertThat(position(cursor)).isEqualTo(-1);
        cursor.seekFloor(k(15));
        assertThat(position(cursor)).isEqualTo(-1);
        cursor.seekToFirst();
        assertThat(position(cursor)).isEqualTo(20);
        cursor.seekToLast();
        assertThat(position(cursor)).isEqualTo(35);
        cursor.seek(k(39));
        assertThat(position(cursor)).isEqualTo(-1);
      }
      try (Cursor nothing = db.cursor(ReadOptions.DEFAULT, k(20), k(20))) {
        nothing.seekToFirst();
        assertThat(nothing.isValid()).isFalse();
        nothing.seekToLast();
        assertThat(nothing.isValid()).isFalse();
        nothing.seek(k(20));
        assertThat(nothing.isValid()).isFalse();
        nothing.seekFloor(k(20));
        assertThat(nothing.isValid()).isFalse();
      }
      assertThatThrownBy(() -> db.cursor(ReadOptions.DEFAULT, k(21), k(20)))
          .isInstanceOf(IllegalArgumentException.class);
      byte[] empty = {};
      try (Cursor belowAll = db.cursor(ReadOptions.DEFAULT, null, empty)) {
        belowAll.seekToFirst();
        assertThat(belowAll.isValid()).as("nothing is below the empty key").isFalse();
      }
      try (Cursor all = db.cursor(ReadOptions.DEFAULT, empty, null)) {
        all.seekToFirst();
        assertThat(position(all)).isEqualTo(10);
      }
      assertThat(db.stats().openCursors()).isZero();
    }
  }

  @Test
  void caseE8_boundsAreCopied() throws IOException {
    try (Db db = open(new CrashDirectory(), quiet().build())) {
      for (String key : List.of("a", "b", "c", "d")) {
        db.put(text(key), text(key));
      }
      byte[] lower = text("b");
      byte[] upper = text("d");
      try (Cursor cursor = db.cursor(ReadOptions.DEFAULT, lower, upper)) {
        Arrays.fill(lower, (byte) 0xFF);
        Arrays.fill(upper, (byte) 0xFF);
        cursor.seekToFirst();
        assertThat(textKeysForward(cursor)).containsExactly("b", "c");
        cursor.seekToLast();
        assertThat(textKeysBackward(cursor)).containsExactly("c", "b");
        byte[] place = text("c");
        cursor.seek(place);
        place[0] = 0;
        cursor.previous();
        assertThat(cursor.key()).isEqualTo(text("b"));
      }
    }
  }

  @Test
  void caseE12_forgottenCursorsAreCountedAndTheirFilesGo() throws Exception {
    CrashDirectory directory = new CrashDirectory();
    Db db = open(directory, quiet().build());
    for (int round = 0; round < 10; round++) {
      for (int i = 0; i < 50; i++) {
        db.put(k(i), value(i, round, 20));
      }
      db.flush();
      openAndForget(db, 100);
    }
    db.compact(null, null);
    assertThat(tableNames(directory)).as("pinned by cursors").hasSizeGreaterThan(1);
    await(
        "all forgotten cursors are noticed",
        () -> {
          System.gc();
          return db.stats().openCursors() == 0;
        });
    assertThat(db.stats().leakedCursors()).isEqualTo(1000);
    assertThat(tableNames(directory)).as("nobody needs the inputs").hasSize(1);
    Cursor unclosed = db.cursor();
    unclosed.seekToFirst();
    Snapshot unclosedSnapshot = db.snapshot();
    assertThat(db.stats().openSnapshots()).isEqualTo(1);
    db.close();
    assertThatThrownBy(unclosed::next).isInstanceOf(IllegalStateException.class);
    unclosed.close();
    unclosedSnapshot.close();
    assertThat(directory.openHandles()).isEmpty();
  }

  private static void openAndForget(Db db, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      @SuppressWarnings("resource") // forgetting it is what is tried
      Cursor forgotten = db.cursor();
      forgotten.seekToFirst();
    }
  }

  @Test
  void caseE14_arraysGivenOutAndTakenInAreNobodyElses() throws IOException {
    try (Db db = open(new CrashDirectory(), quiet().build())) {
      byte[] key = text("k0");
      byte[] value = text("v0");
      db.put(key, value);
      WriteBatch batch = new WriteBatch();
      byte[] batchKey = text("k1");
      batch.put(batchKey, text("v1"));
      batchKey[0] = 'x';
      db.write(batch);
      key[0] = 'x';
      value[0] = 'x';
      for (int flushed = 0; flushed < 2; flushed++) {
        assertThat(db.get(text("k0"))).isEqualTo(text("v0"));
        db.get(text("k0"))[0] = 'x';
        assertThat(db.get(text("k0"))).isEqualTo(text("v0"));
        List<byte[]> keys = new ArrayList<>();
        try (Cursor cursor = db.cursor()) {
          for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
            keys.add(cursor.key());
            cursor.value()[0] = 'x';
          }
        }
        assertThat(keys).containsExactly(text("k0"), text("k1"));
        keys.get(0)[0] = 'x';
        assertThat(db.get(text("k1"))).isEqualTo(text("v1"));
        db.flush();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void caseE16_aLongRunOfTombstonesIsPassed(boolean flushed) throws IOException {
    int keys = 200_000;
    try (Db db = open(new CrashDirectory(), quiet().blockBytes(4096).build())) {
      for (int i = 1; i <= keys; i++) {
        db.put(k(i), k(i));
      }
      if (flushed) {
        db.flush();
      }
      for (int i = 1; i <= keys - 10; i++) {
        db.delete(k(i));
      }
      if (flushed) {
        db.flush();
      }
      try (Cursor cursor = db.cursor()) {
        cursor.seekToFirst();
        assertThat(cursor.key()).isEqualTo(k(keys - 9));
        cursor.previous();
        assertThat(cursor.isValid()).isFalse();
      }
    }
  }
}
