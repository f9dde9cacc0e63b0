package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.assertHolds;
import static dev.tamis.engine.StoreFixture.bytes;
import static dev.tamis.engine.StoreFixture.k;
import static dev.tamis.engine.StoreFixture.model;
import static dev.tamis.engine.StoreFixture.open;
import static dev.tamis.engine.StoreFixture.quiet;
import static dev.tamis.engine.StoreFixture.text;
import static dev.tamis.engine.StoreFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.sstable.Compression;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.Directory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.junit.jupiter.api.Test;

/** Odd keys and values, limits, and what a batch does, through memory, tables, logs and a crash. */
class KeyAndBatchCasesTest {
  private static final byte[] EMPTY = {};

  /** Checks a store in memory, flushed, compacted and reopened, and after a crash of each. */
  private static void assertLives(NavigableMap<byte[], byte[]> model, Options options)
      throws IOException {
    CrashDirectory directory = new CrashDirectory();
    List<CrashDirectory> crashed = new ArrayList<>();
    try (Db db = open(directory, options)) {
      for (var entry : model.entrySet()) {
        db.put(entry.getKey(), entry.getValue());
      }
      assertHolds(db, model, "in memory");
      db.sync();
      crashed.add(directory.crash(CrashModel.DROP_ALL, 1));
      db.flush();
      assertHolds(db, model, "flushed");
      crashed.add(directory.crash(CrashModel.DROP_ALL, 1));
      // Written twice, so that the compaction merges instead of moving.
      for (var entry : model.entrySet()) {
        db.put(entry.getKey(), entry.getValue());
      }
      db.compact(null, null);
      assertHolds(db, model, "compacted");
      crashed.add(directory.crash(CrashModel.DROP_ALL, 1));
      assertThat(db.verify().problems()).isEmpty();
    }
    crashed.add(directory);
    for (int i = 0; i < crashed.size(); i++) {
      try (Db db = open(crashed.get(i), options)) {
        assertHolds(db, model, "reopened, image " + i);
      }
    }
  }

  @Test
  void caseI1_theEmptyKeyIsAKey() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    try (Db db = open(directory, quiet().build())) {
      assertThat(db.get(EMPTY)).isNull();
      db.put(EMPTY, text("v"));
      db.put(k(1), text("w"));
      db.flush();
      db.delete(EMPTY);
      assertThat(db.get(EMPTY)).isNull();
      db.compact(EMPTY, EMPTY);
      assertThat(db.get(EMPTY)).isNull();
      db.write(new WriteBatch().put(EMPTY, text("in a batch")));
      try (Cursor cursor = db.cursor()) {
        cursor.seek(EMPTY);
        assertThat(cursor.key()).isEmpty();
        cursor.next();
        assertThat(cursor.key()).isEqualTo(k(1));
        cursor.previous();
        assertThat(cursor.key()).isEmpty();
        cursor.seekFloor(EMPTY);
        assertThat(cursor.value()).isEqualTo(text("in a batch"));
      }
    }
    try (Db db = open(directory, quiet().build())) {
      assertThat(db.get(EMPTY)).isEqualTo(text("in a batch"));
    }
    NavigableMap<byte[], byte[]> model = model();
    model.put(EMPTY, text("v"));
    assertLives(model, quiet().build());
  }

  @Test
  void caseI2_anEmptyValueIsNotAbsent() throws IOException {
    NavigableMap<byte[], byte[]> model = model();
    model.put(k(1), EMPTY);
    model.put(k(2), text("two"));
    model.put(k(3), EMPTY);
    assertLives(model, quiet().build());
    assertLives(model, quiet().compression(Compression.LZ4).cacheBytes(0).build());
    try (Db db = open(new CrashDirectory(), quiet().build())) {
      assertThatThrownBy(() -> db.put(k(1), null)).isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> db.put(null, EMPTY)).isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> db.get(null)).isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> db.delete(null)).isInstanceOf(NullPointerException.class);
      assertThat(db.snapshot().sequence()).isZero();
    }
  }

  @Test
  void caseI3_zeroAndFfKeysInOrderAndAsBounds() throws IOException {
    List<byte[]> keys =
        List.of(
            EMPTY,
            bytes(0),
            bytes(0, 0),
            bytes(1, 0xFF),
            bytes(1, 0xFF, 5),
            bytes(2, 0),
            bytes(0xFF),
            bytes(0xFF, 0xFF),
            bytes(0xFF, 0xFF, 0));
    NavigableMap<byte[], byte[]> model = model();
    keys.forEach(key -> model.put(key, text(Arrays.toString(key))));
    assertLives(model, quiet().build());
    assertLives(model, quiet().blockBytes(64).build());
    try (Db db = open(new CrashDirectory(), quiet().build())) {
      for (byte[] key : keys) {
        db.put(key, text(Arrays.toString(key)));
      }
      for (int flushed = 0; flushed < 2; flushed++) {
        for (byte[] lower : keys) {
          for (byte[] upper : keys) {
            if (Arrays.compareUnsigned(lower, upper) <= 0) {
              assertBetween(db, model, lower, upper);
            }
          }
          assertBetween(db, model, lower, null);
        }
        db.flush();
      }
    }
  }

  private static void assertBetween(
      Db db, NavigableMap<byte[], byte[]> model, byte[] lower, byte[] upper) throws IOException {
    NavigableMap<byte[], byte[]> range =
        upper == null ? model.tailMap(lower, true) : model.subMap(lower, true, upper, false);
    List<byte[]> forward = new ArrayList<>();
    List<byte[]> backward = new ArrayList<>();
    try (Cursor cursor = db.cursor(ReadOptions.DEFAULT, lower, upper)) {
      for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
        forward.add(cursor.key());
      }
      for (cursor.seekToLast(); cursor.isValid(); cursor.previous()) {
        backward.add(cursor.key());
      }
    }
    String about = Arrays.toString(lower) + " to " + Arrays.toString(upper);
    assertThat(forward).as(about).containsExactlyElementsOf(range.keySet());
    assertThat(backward).as(about).containsExactlyElementsOf(range.descendingKeySet());
  }

  @Test
  void caseI5_theLongestKeysAreReadableForEver() throws IOException {
    NavigableMap<byte[], byte[]> model = model();
    for (int length = 65_526; length <= 65_535; length++) {
      byte[] key = value(5, length, length);
      byte[] sibling = key.clone();
      sibling[length - 1] ^= 1;
      model.put(key, text("length " + length));
      model.put(sibling, EMPTY);
    }
    assertLives(model, quiet().build());
    assertLives(model, quiet().compression(Compression.LZ4).tableBytes(100_000).build());
    CrashDirectory directory = new CrashDirectory();
    try (Db db = open(directory, quiet().build())) {
      for (var write :
          List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
              () -> db.put(new byte[65_536], EMPTY),
              () -> db.delete(new byte[65_536]),
              () -> new WriteBatch().put(new byte[65_536], EMPTY),
              () -> db.put(EMPTY, new byte[(256 << 20) + 1]))) {
        assertThatThrownBy(write).isInstanceOf(IllegalArgumentException.class);
      }
      assertThat(db.stats().logBytes()).as("nothing was logged").isZero();
      assertThat(db.get(new byte[65_536])).isNull();
      db.put(k(1), text("still works"));
    }
    try (Db db = open(directory, quiet().build())) {
      assertThat(db.get(k(1))).isEqualTo(text("still works"));
    }
  }

  @Test
  void caseI9_aFullBatchRefusesTheNextOperationAndIsWrittenAsItIs() throws IOException {
    WriteBatch batch = new WriteBatch(10_000);
    NavigableMap<byte[], byte[]> model = model();
    int[] added = {0};
    assertThatThrownBy(
            () -> {
              for (; ; added[0]++) {
                batch.put(k(added[0]), value(added[0], 9, 50));
              }
            })
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(added[0]).isEqualTo(batch.count()).isBetween(100, 200);
    for (int i = 0; i < added[0]; i++) {
      model.put(k(i), value(i, 9, 50));
    }
    CrashDirectory directory = new CrashDirectory();
    try (Db db = open(directory, quiet().build())) {
      db.write(batch);
      assertHolds(db, model, "written");
    }
    try (Db db = open(directory, quiet().build())) {
      assertHolds(db, model, "reopened");
    }
  }

  @Test
  void caseI10_sameKeyManyTimesEmptyAndReusedBatches() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    WriteBatch batch = new WriteBatch();
    try (Db db = open(directory, quiet().build())) {
      batch.put(k(1), text("1")).delete(k(1)).put(k(1), text("2"));
      db.write(batch);
      assertThat(db.get(k(1))).isEqualTo(text("2"));
      assertThat(db.snapshot().sequence()).isEqualTo(3);

      db.put(k(2), text("unsynced"));
      db.write(new WriteBatch(), Durability.SYNC);
      try (Db crashed = open(directory.crash(CrashModel.DROP_ALL, 1), quiet().build())) {
        assertThat(crashed.get(k(2))).as("an empty SYNC batch syncs").isEqualTo(text("unsynced"));
      }
      db.write(new WriteBatch());
      assertThat(db.snapshot().sequence()).as("an empty batch takes no number").isEqualTo(4);

      db.put(k(1), text("3"));
      db.write(batch);
      assertThat(db.get(k(1))).as("applied again").isEqualTo(text("2"));
      batch.clear();
      batch.put(k(1), text("4")).delete(k(1));
      db.write(batch);
      assertThat(db.get(k(1))).isNull();
    }
    try (Db db = open(directory, quiet().build())) {
      assertThat(db.get(k(1))).isNull();
      assertThat(db.get(k(2))).isEqualTo(text("unsynced"));
      assertThat(db.snapshot().sequence()).isEqualTo(10);
    }
  }

  @Test
  void caseI12_compressionMayChangeFromOpenToOpen() throws IOException {
    Directory directory = new CrashDirectory();
    NavigableMap<byte[], byte[]> model = model();
    long[] bytes = new long[2];
    for (int round = 0; round < 6; round++) {
      Compression compression = round % 2 == 0 ? Compression.NONE : Compression.LZ4;
      Options options = quiet().compression(compression).tableBytes(16 << 10).build();
      try (Db db = open(directory, options)) {
        assertHolds(db, model, "round " + round);
        for (int i = 0; i < 300; i++) {
          byte[] value = i % 3 == 0 ? value(i, round, 200) : new byte[200];
          db.put(k(i * 6L + round), value);
          model.put(k(i * 6L + round), value);
        }
        db.flush();
        bytes[round % 2] = db.levels().get(0).bytes();
        if (round >= 2) {
          db.compact(k(round * 100L), k(round * 200L));
        }
        assertHolds(db, model, "round " + round + ", compacted");
        assertThat(db.verify().problems()).isEmpty();
      }
    }
    try (Db db = open(directory, quiet().compression(Compression.LZ4).build())) {
      db.compact(null, null);
      assertHolds(db, model, "all compacted");
    }
  }

  @Test
  void caseI12_whatDoesNotGetSmallerIsStoredRaw() throws IOException {
    for (int random = 0; random < 2; random++) {
      Map<Compression, Long> sizes = new EnumMap<>(Compression.class);
      for (Compression compression : Compression.values()) {
        Options options = quiet().compression(compression).blockBytes(4096).build();
        try (Db db = open(new CrashDirectory(), options)) {
          for (int i = 0; i < 500; i++) {
            db.put(k(i), random == 1 ? value(i, 12, 500) : new byte[500]);
          }
          db.flush();
          sizes.put(compression, db.levels().get(0).bytes());
        }
      }
      long raw = sizes.get(Compression.NONE);
      long packed = sizes.get(Compression.LZ4);
      if (random == 1) {
        assertThat(packed).isBetween(raw * 98 / 100, raw);
      } else {
        assertThat(packed).isLessThan(raw / 5);
      }
    }
  }
}
