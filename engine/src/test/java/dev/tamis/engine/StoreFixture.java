package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.sstable.Compression;
import dev.tamis.storage.Directory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** Small stores for tests of {@link Db}, keys and values for them, and comparing with a model. */
final class StoreFixture {
  private StoreFixture() {}

  /** Sizes that a few hundred keys fill several levels with. */
  static Options.Builder small() {
    return Options.builder()
        .memtableBytes(4096)
        .blockBytes(256)
        .partitionBytes(128)
        .level0Tables(3)
        .levelRatio(3)
        .levelBaseBytes(16 << 10)
        .tableBytes(4096)
        .compression(Compression.NONE)
        .cacheBytes(1 << 20);
  }

  /** Sizes at which nothing is flushed or merged unless a test asks for it. */
  static Options.Builder quiet() {
    return Options.builder()
        .memtableBytes(64 << 20)
        .blockBytes(256)
        .partitionBytes(128)
        .level0Tables(1000)
        .compression(Compression.NONE)
        .cacheBytes(1 << 20);
  }

  static Db open(Directory directory, Options options) throws IOException {
    return Db.open(new Environment(directory, new SplittableRandom(42), Thread::new), options);
  }

  static Store openStore(Directory directory, Options options) throws IOException {
    return StoreOpening.open(
        new Environment(directory, new SplittableRandom(42), Thread::new), options);
  }

  /** An 8-byte big-endian key, so that keys are ordered as their numbers. */
  static byte[] k(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  static long number(byte[] key) {
    return ByteBuffer.wrap(key).getLong();
  }

  static byte[] text(String value) {
    return value.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] value) {
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }

  static byte[] bytes(int... values) {
    byte[] result = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      result[i] = (byte) values[i];
    }
    return result;
  }

  /** A value that says which key and which round it belongs to. */
  static byte[] value(long number, long round, int length) {
    byte[] value = new byte[length];
    new SplittableRandom(number * 1_000_003 + round).nextBytes(value);
    return value;
  }

  static NavigableMap<byte[], byte[]> model() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  /** Table files in a directory, ascending. */
  static List<String> tableNames(Directory directory) throws IOException {
    return directory.list().stream()
        .filter(name -> FileNames.tableNumber(name) >= 0)
        .sorted()
        .toList();
  }

  static long tableBytes(Directory directory) throws IOException {
    long bytes = 0;
    for (String name : tableNames(directory)) {
      bytes += directory.size(name);
    }
    return bytes;
  }

  /** Entries in all tables: versions and tombstones. */
  static long entries(Db db) {
    return db.levels().stream().mapToLong(LevelInfo::entries).sum();
  }

  /** Waits for background work, ten seconds at most. */
  static void await(String what, BooleanSupplier holds) throws InterruptedException {
    for (int i = 0; i < 10_000; i++) {
      if (holds.getAsBoolean()) {
        return;
      }
      Thread.sleep(1);
    }
    throw new AssertionError("did not come about in 10 s: " + what);
  }

  /** Compares scans in both directions and a get of every key with a model. */
  static void assertHolds(Db db, NavigableMap<byte[], byte[]> model, Object about)
      throws IOException {
    assertHolds(db, ReadOptions.DEFAULT, model, about);
  }

  static void assertHolds(
      Db db, ReadOptions options, NavigableMap<byte[], byte[]> model, Object about)
      throws IOException {
    for (Map.Entry<byte[], byte[]> entry : model.entrySet()) {
      byte[] found = db.get(entry.getKey(), options);
      if (!Arrays.equals(found, entry.getValue())) {
        assertThat(found)
            .as("get of %s, %s", Arrays.toString(entry.getKey()), about)
            .isEqualTo(entry.getValue());
      }
    }
    try (Cursor cursor = db.cursor(options, null, null)) {
      cursor.seekToFirst();
      for (Map.Entry<byte[], byte[]> entry : model.entrySet()) {
        assertAt(cursor, entry, about);
        cursor.next();
      }
      assertThat(cursor.isValid()).as("scan goes on behind the model's end, %s", about).isFalse();
      cursor.seekToLast();
      for (Map.Entry<byte[], byte[]> entry : model.descendingMap().entrySet()) {
        assertAt(cursor, entry, about);
        cursor.previous();
      }
      assertThat(cursor.isValid()).as("backward scan goes on, %s", about).isFalse();
    }
  }

  private static void assertAt(Cursor cursor, Map.Entry<byte[], byte[]> entry, Object about) {
    assertThat(cursor.isValid()).as("scan ends early, %s", about).isTrue();
    if (!Arrays.equals(cursor.key(), entry.getKey())) {
      assertThat(cursor.key()).as("key of a scan, %s", about).isEqualTo(entry.getKey());
    }
    if (!Arrays.equals(cursor.value(), entry.getValue())) {
      assertThat(cursor.value()).as("value of a scan, %s", about).isEqualTo(entry.getValue());
    }
  }

  /** The keys that a cursor passes from where it stands to its end. */
  static List<String> textKeysForward(Cursor cursor) throws IOException {
    List<String> keys = new ArrayList<>();
    for (; cursor.isValid(); cursor.next()) {
      keys.add(text(cursor.key()));
    }
    return keys;
  }

  static List<String> textKeysBackward(Cursor cursor) throws IOException {
    List<String> keys = new ArrayList<>();
    for (; cursor.isValid(); cursor.previous()) {
      keys.add(text(cursor.key()));
    }
    return keys;
  }
}
