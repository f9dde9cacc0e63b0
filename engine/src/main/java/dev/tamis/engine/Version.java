package dev.tamis.engine;

import dev.tamis.sstable.Table;
import dev.tamis.sstable.ValueForm;
import dev.tamis.storage.CorruptionException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The tables that make up the store at one moment. Immutable: flush and compaction make the next
 * one beside it. Level 0 holds flushed memtables, newest first, whose key ranges may overlap; each
 * level below is one sorted run, and every version of a key in it is older than any above.
 */
final class Version {
  static final int LEVELS = 7;

  private final List<TableFile.Open> level0;
  private final Level[] levels = new Level[LEVELS];

  /**
   * Counted by {@link VersionSet}, under its lock: the current version once, each cursor and each
   * background job that reads it once. A table no counted version holds is obsolete.
   */
  int references;

  private Version(List<List<TableFile.Open>> tables) {
    List<TableFile.Open> newestFirst = new ArrayList<>(tables.get(0));
    newestFirst.sort(
        Comparator.comparingLong((TableFile.Open table) -> table.file().largestSequence())
            .thenComparingLong(table -> table.file().number())
            .reversed());
    level0 = List.copyOf(newestFirst);
    for (int i = 1; i < LEVELS; i++) {
      List<TableFile.Open> sorted = new ArrayList<>(tables.get(i));
      sorted.sort((a, b) -> KeyOrder.compare(a.file().smallest(), b.file().smallest()));
      levels[i] = sorted.isEmpty() ? Level.EMPTY : new Level(sorted);
    }
  }

  static Version empty() {
    return new Version(emptyLevels());
  }

  /**
   * The next version.
   *
   * @param opened readers of the tables that the edit adds, by number
   */
  Version apply(VersionEdit edit, Map<Long, Table> opened) {
    List<List<TableFile.Open>> tables = emptyLevels();
    for (int i = 0; i < LEVELS; i++) {
      tables.get(i).addAll(tables(i));
    }
    for (VersionEdit.Removed removal : edit.removed) {
      boolean found =
          tables.get(removal.level()).removeIf(table -> table.file().number() == removal.number());
      if (!found) {
        throw new IllegalStateException("edit removes a table that is not there: " + removal);
      }
    }
    for (VersionEdit.Added addition : edit.added) {
      Table table = opened.get(addition.table().number());
      tables.get(addition.level()).add(new TableFile.Open(addition.table(), table));
    }
    return new Version(tables);
  }

  /**
   * The newest version of a key that is visible at a sequence: {@code null} if there is none,
   * {@link Table#TOMBSTONE} if it is a delete, else what the form makes of the value.
   *
   * <p>Newest run first, and the first answer counts: whatever a run says of a key is newer than
   * anything below it.
   */
  byte[] get(
      byte[] key,
      long hash,
      long sequence,
      ValueForm form,
      boolean useFilters,
      StoreCounters counters)
      throws IOException {
    for (int i = 0; i < level0.size(); i++) {
      TableFile.Open open = level0.get(i);
      if (!open.file().mayHold(key)) {
        counters.runsSkippedByRange.increment();
        continue;
      }
      byte[] found = open.table().get(key, hash, sequence, form, useFilters, open.counters());
      if (found != null) {
        return found;
      }
    }
    for (int i = 1; i < LEVELS; i++) {
      if (levels[i] == Level.EMPTY) {
        continue;
      }
      TableFile.Open open = levels[i].tableFor(key);
      if (open == null) {
        counters.runsSkippedByRange.increment();
        continue;
      }
      byte[] found = open.table().get(key, hash, sequence, form, useFilters, open.counters());
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Tables of a level: level 0 newest first, the others in key order. */
  List<TableFile.Open> tables(int level) {
    return level == 0 ? level0 : levels[level].tables();
  }

  /** The sorted run at a level from 1 on. */
  Level run(int level) {
    return levels[level];
  }

  List<TableFile.Open> allTables() {
    List<TableFile.Open> all = new ArrayList<>();
    for (int i = 0; i < LEVELS; i++) {
      all.addAll(tables(i));
    }
    return all;
  }

  long bytes(int level) {
    return tables(level).stream().mapToLong(table -> table.file().sizeBytes()).sum();
  }

  /** The deepest level that holds a table, 0 if none does. */
  int deepestLevel() {
    for (int i = LEVELS - 1; i > 0; i--) {
      if (!tables(i).isEmpty()) {
        return i;
      }
    }
    return 0;
  }

  /** Tables of a level that may hold keys in {@code [from, to]}; {@code null} means unbounded. */
  List<TableFile.Open> overlapping(int level, byte[] from, byte[] to) {
    return tables(level).stream().filter(table -> table.file().overlaps(from, to)).toList();
  }

  /** One edit that builds this version from nothing. */
  VersionEdit snapshot() {
    VersionEdit edit = new VersionEdit();
    for (int level = 0; level < LEVELS; level++) {
      for (TableFile.Open table : tables(level)) {
        edit.add(level, table.file());
      }
    }
    return edit;
  }

  /** Fails if two tables of a sorted run overlap or a table's bounds are upside down. */
  void check(String manifest) throws CorruptionException {
    for (int level = 0; level < LEVELS; level++) {
      TableFile before = null;
      for (TableFile.Open open : tables(level)) {
        TableFile file = open.file();
        if (KeyOrder.compare(file.smallest(), file.largest()) > 0) {
          throw new CorruptionException(
              manifest, 0, "key range of " + file.name(), "smallest <= largest", "the reverse");
        }
        if (level > 0
            && before != null
            && KeyOrder.compare(before.largest(), file.smallest()) >= 0) {
          throw new CorruptionException(
              manifest,
              0,
              "level " + level,
              "disjoint tables",
              before.name() + " overlaps " + file.name());
        }
        before = file;
      }
    }
  }

  private static List<List<TableFile.Open>> emptyLevels() {
    List<List<TableFile.Open>> tables = new ArrayList<>();
    for (int i = 0; i < LEVELS; i++) {
      tables.add(new ArrayList<>());
    }
    return tables;
  }
}
