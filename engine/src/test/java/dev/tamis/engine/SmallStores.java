package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.Directory;
import java.io.IOException;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Small stores, and everything that can be read of one. Keys and values are Latin-1 strings, whose
 * order is that of their unsigned bytes.
 */
final class SmallStores {
  private SmallStores() {}

  /** So small that a few hundred keys make several tables in several levels. */
  static Options.Builder tiny() {
    return Options.builder()
        .memtableBytes(4096)
        .blockBytes(256)
        .partitionBytes(128)
        .cacheBytes(64 << 10)
        .maxOpenFiles(16)
        .level0Tables(3)
        .levelBaseBytes(4096)
        .levelRatio(3)
        .tableBytes(2048);
  }

  static Db open(Directory directory, long seed) throws IOException {
    return open(directory, seed, tiny().build());
  }

  /** Two stores opened with different seeds have different ids and hash seeds. */
  static Db open(Directory directory, long seed, Options options) throws IOException {
    return Db.open(new Environment(directory, new SplittableRandom(seed), Thread::new), options);
  }

  static String key(int i) {
    return String.format(Locale.ROOT, "key%05d", i);
  }

  static void put(Db db, String key, String value, Durability durability) throws IOException {
    db.put(bytes(key), bytes(value), durability);
  }

  static String get(Db db, String key) throws IOException {
    byte[] value = db.get(bytes(key));
    return value == null ? null : text(value);
  }

  static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  static String text(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  /** Everything in a store, as a scan finds it. */
  static NavigableMap<String, String> scan(Db db) throws IOException {
    NavigableMap<String, String> found = new TreeMap<>();
    try (Cursor cursor = db.cursor()) {
      for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
        String key = text(cursor.key());
        assertThat(found.isEmpty() || found.lastKey().compareTo(key) < 0).as("order").isTrue();
        found.put(key, text(cursor.value()));
      }
    }
    return found;
  }

  /** The same, read from the end. */
  static NavigableMap<String, String> scanBackward(Db db) throws IOException {
    NavigableMap<String, String> found = new TreeMap<>();
    try (Cursor cursor = db.cursor()) {
      for (cursor.seekToLast(); cursor.isValid(); cursor.previous()) {
        String key = text(cursor.key());
        assertThat(found.isEmpty() || found.firstKey().compareTo(key) > 0).as("order").isTrue();
        found.put(key, text(cursor.value()));
      }
    }
    return found;
  }

  /** Checks both scans, a get of every key and of an absent one beside each, and the tables. */
  static void assertHolds(Db db, NavigableMap<String, String> expected, String context)
      throws IOException {
    assertThat(scan(db)).as(context).isEqualTo(expected);
    assertThat(scanBackward(db)).as(context).isEqualTo(expected);
    for (String key : expected.keySet()) {
      assertThat(get(db, key)).as("%s: %s", context, key).isEqualTo(expected.get(key));
      assertThat(get(db, key + "-")).as(context).isNull();
    }
    assertThat(db.verify().problems()).as(context).isEmpty();
  }
}
