package dev.tamis.engine;

import dev.tamis.sstable.Fences;
import java.util.Arrays;
import java.util.List;

/**
 * One sorted run: tables in key order whose ranges don't overlap, so that at most one can hold a
 * key. That one is found by the fence search over 8-byte key prefixes that tables use inside.
 */
final class Level {
  static final Level EMPTY = new Level(List.of());

  private final List<TableFile.Open> tables;
  private final TableFile.Open[] byPosition;
  private final Fences largestKeys;

  /** Requires: sorted by key and disjoint. */
  Level(List<TableFile.Open> tables) {
    this.tables = List.copyOf(tables);
    this.byPosition = tables.toArray(TableFile.Open[]::new);
    this.largestKeys = Fences.of(tables.stream().map(table -> table.file().largest()).toList());
  }

  List<TableFile.Open> tables() {
    return tables;
  }

  /** Position of the first table whose largest key is at or above the key. */
  int find(byte[] key, int offset, int length) {
    return largestKeys.find(key, offset, length);
  }

  /** The only table that may hold the key, or {@code null}. */
  TableFile.Open tableFor(byte[] key) {
    int i = largestKeys.find(key, 0, key.length);
    if (i == byPosition.length || KeyOrder.compare(byPosition[i].file().smallest(), key) > 0) {
      return null;
    }
    return byPosition[i];
  }

  /** Whether a table's range holds the key. */
  boolean mayHold(byte[] key, int offset, int length) {
    int i = largestKeys.find(key, offset, length);
    if (i == byPosition.length) {
      return false;
    }
    byte[] smallest = byPosition[i].file().smallest();
    return Arrays.compareUnsigned(smallest, 0, smallest.length, key, offset, offset + length) <= 0;
  }
}
