package dev.tamis.engine;

import dev.tamis.sstable.EntryCursor;

/** A level as a cursor walks it. */
record LevelRun(Level level, boolean fillCache) implements SortedRun {
  @Override
  public int tables() {
    return level.tables().size();
  }

  @Override
  public int findTable(byte[] key, int offset, int length) {
    return level.find(key, offset, length);
  }

  @Override
  public EntryCursor open(int table) {
    return level.tables().get(table).table().cursor(fillCache);
  }
}
