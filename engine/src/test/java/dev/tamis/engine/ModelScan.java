package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;

/** Compares all of a store with all of a model. */
final class ModelScan {
  private ModelScan() {}

  /** Compares scans in both directions. */
  static void compare(Db db, ReadOptions options, NavigableMap<byte[], byte[]> expected)
      throws IOException {
    try (Cursor cursor = db.cursor(options, null, null)) {
      cursor.seekToFirst();
      for (Iterator<Map.Entry<byte[], byte[]>> i = expected.entrySet().iterator(); i.hasNext(); ) {
        compare(cursor, i.next(), "scan forward");
        cursor.next();
      }
      assertThat(cursor.isValid()).as("valid after the last entry").isFalse();
      cursor.seekToLast();
      for (Map.Entry<byte[], byte[]> entry : expected.descendingMap().entrySet()) {
        compare(cursor, entry, "scan backward");
        cursor.previous();
      }
      assertThat(cursor.isValid()).as("valid before the first entry").isFalse();
    }
  }

  private static void compare(Cursor cursor, Map.Entry<byte[], byte[]> expected, String what) {
    assertThat(cursor.isValid()).as("valid in %s", what).isTrue();
    assertThat(cursor.key()).as("key in %s", what).isEqualTo(expected.getKey());
    assertThat(cursor.value()).as("value in %s", what).isEqualTo(expected.getValue());
  }

  /**
   * Gets every key of the model, and of each a neighbour that is absent.
   *
   * @return whether meanwhile, with the same tables, a filter partition was evicted and another one
   *     came in its place
   */
  static boolean compareGets(Db db, NavigableMap<byte[], byte[]> expected) throws IOException {
    Version version = db.store().versions.view().version();
    long before = db.store().memory.filterBytes();
    boolean evicted = false;
    boolean recycled = false;
    for (Map.Entry<byte[], byte[]> entry : expected.entrySet()) {
      byte[] key = entry.getKey();
      assertThat(db.get(key)).as("get of all").isEqualTo(entry.getValue());
      if (key.length < KeyOrder.MAX_KEY_BYTES) {
        byte[] neighbour = Arrays.copyOf(key, key.length + 1);
        assertThat(db.get(neighbour)).as("get of neighbours").isEqualTo(expected.get(neighbour));
      }
      long now = db.store().memory.filterBytes();
      evicted |= now < before;
      recycled |= evicted && now > before;
      before = now;
    }
    return recycled && db.store().versions.view().version() == version;
  }
}
