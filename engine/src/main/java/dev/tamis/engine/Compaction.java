package dev.tamis.engine;

import java.util.List;
import java.util.stream.Stream;

/**
 * A plan: which tables are merged and where the result goes.
 *
 * @param level where {@code upper} is
 * @param outputLevel where {@code lower} is and the result goes; {@code level} itself for a rewrite
 *     in place
 * @param upper tables of {@code level}
 * @param lower tables of {@code outputLevel} that overlap them
 */
record Compaction(
    int level, int outputLevel, List<TableFile.Open> upper, List<TableFile.Open> lower) {

  /** Whether the one table can change its level as it is. */
  boolean isTrivialMove() {
    return upper.size() == 1 && lower.isEmpty() && level != outputLevel;
  }

  VersionEdit edit() {
    VersionEdit edit = new VersionEdit();
    upper.forEach(table -> edit.remove(level, table.file()));
    lower.forEach(table -> edit.remove(outputLevel, table.file()));
    return edit;
  }

  Stream<TableFile.Open> inputs() {
    return Stream.concat(upper.stream(), lower.stream());
  }
}
