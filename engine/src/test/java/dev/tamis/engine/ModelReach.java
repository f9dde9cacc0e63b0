package dev.tamis.engine;

import dev.tamis.sstable.EntryCursor;
import dev.tamis.sstable.TableProperties;
import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Which deep paths model runs have reached, and how often. A model test that stays in the memtable
 * finds nothing, and nobody would notice.
 */
final class ModelReach {
  enum Place {
    THREE_LEVELS,
    KEY_SPANS_BLOCKS,
    SHARED_FILTER_PARTITION,
    LARGE_BLOCK,
    KEPT_SEALED_LOG,
    DROPPED_TOMBSTONE,
    TRIVIAL_MOVE,
    RECYCLED_FILTER_PARTITION,
    LOST_WRITES,
    CRASH_INSIDE_OPEN,
    CRASH_INSIDE_OPERATION
  }

  private static final int LARGE_BYTES = 32 << 10;

  private final Map<Place, Integer> counts = new EnumMap<>(Place.class);

  void note(Place place) {
    counts.merge(place, 1, Integer::sum);
  }

  void add(ModelReach other) {
    other.counts.forEach((place, count) -> counts.merge(place, count, Integer::sum));
  }

  Set<Place> missing() {
    Set<Place> missing = EnumSet.allOf(Place.class);
    missing.removeAll(counts.keySet());
    return missing;
  }

  @Override
  public String toString() {
    return counts.toString();
  }

  /** Looks at a store that is open. */
  void look(Db db) throws IOException {
    Stats stats = db.stats();
    if (stats.droppedTombstones() > 0) {
      note(Place.DROPPED_TOMBSTONE);
    }
    if (stats.trivialMoves() > 0) {
      note(Place.TRIVIAL_MOVE);
    }
    if (db.levels().stream().filter(level -> level.tables() > 0).count() >= 3) {
      note(Place.THREE_LEVELS);
    }
    VersionSet versions = db.store().versions;
    Version version = versions.pin().version();
    try {
      for (TableFile.Open open : version.allTables()) {
        look(open);
      }
    } finally {
      versions.unpin(version);
    }
  }

  private void look(TableFile.Open open) throws IOException {
    TableProperties table = open.table().properties();
    // A block holds at least one key, so with fewer keys than blocks some key is in two.
    if (table.distinctKeys() < table.dataBlocks()) {
      note(Place.KEY_SPANS_BLOCKS);
    }
    // Likewise: a fence has an index partition of its own.
    if (table.filterPartitions() > 0 && table.filterPartitions() < table.indexPartitions()) {
      note(Place.SHARED_FILTER_PARTITION);
    }
    if (table.rawValueBytes() > LARGE_BYTES && holdsLargeEntry(open)) {
      note(Place.LARGE_BLOCK);
    }
  }

  private static boolean holdsLargeEntry(TableFile.Open open) throws IOException {
    try (EntryCursor cursor = open.table().cursor(false)) {
      for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
        if (cursor.valueLength() > LARGE_BYTES) {
          return true;
        }
      }
      return false;
    }
  }
}
