package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;

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

  /** Asks for every key of the model and a neighbour of each in one call, in no order. */
  static void compareMultiGet(Db db, ReadOptions options, NavigableMap<byte[], byte[]> expected)
      throws IOException {
    List<byte[]> keys = new ArrayList<>(expected.keySet());
    for (byte[] key : expected.keySet()) {
      if (key.length < KeyOrder.MAX_KEY_BYTES) {
        keys.add(Arrays.copyOf(key, key.length + 1));
      }
    }
    Collections.shuffle(keys, new Random(keys.size()));
    List<byte[]> values = db.multiGet(keys, options);
    assertThat(values).hasSameSizeAs(keys);
    for (int i = 0; i < keys.size(); i++) {
      assertThat(values.get(i)).as("multiGet").isEqualTo(expected.get(keys.get(i)));
    }
  }

  /** Reads one key in every form. */
  static void compareForms(Db db, byte[] key, byte[] expected) throws IOException {
    assertThat(db.get(key)).as("get").isEqualTo(expected);
    assertThat(db.get(key, ReadOptions.DEFAULT.ignoringFilters()))
        .as("get past the filters")
        .isEqualTo(expected);
    assertThat(db.contains(key)).as("contains").isEqualTo(expected != null);
    byte[] array = new byte[expected == null ? 1 : expected.length];
    assertThat(db.get(key, array)).as("length").isEqualTo(expected == null ? -1 : expected.length);
    if (expected != null) {
      assertThat(array).as("get into an array").isEqualTo(expected);
    }
  }
}
