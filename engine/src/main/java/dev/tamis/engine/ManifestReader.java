package dev.tamis.engine;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.Directory;
import dev.tamis.storage.FieldReader;
import dev.tamis.wal.LogEnd;
import dev.tamis.wal.LogReader;
import dev.tamis.wal.Seal;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the manifest in force and adds up its edits. Changes nothing. */
final class ManifestReader {

  /**
   * The state the edits lead to.
   *
   * @param levels tables by level, in the order they were added
   * @param isUnlogged whether writes may be in tables and in no log
   * @param isSealed whether the store was closed cleanly
   * @param end how the file ended; {@code null} if there is no file and this stands in its place
   */
  record Result(
      String name,
      VersionEdit.Identity identity,
      List<List<TableFile>> levels,
      long flushedSequence,
      long nextNumber,
      long firstLog,
      Map<Long, Seal> sealedLogs,
      boolean isUnlogged,
      boolean isSealed,
      LogEnd end) {}

  private final String name;
  private final List<Map<Long, TableFile>> levels = new ArrayList<>();
  private final Map<Long, Seal> sealedLogs = new TreeMap<>();
  private VersionEdit.Identity identity;
  private long flushedSequence;
  private long nextNumber;
  private long firstLog;
  private boolean isUnlogged;

  private ManifestReader(String name) {
    this.name = name;
    for (int i = 0; i < Version.LEVELS; i++) {
      levels.add(new TreeMap<>());
    }
  }

  static Result read(Directory directory, CurrentFile current) throws IOException {
    String name = FileNames.manifest(current.manifestNumber());
    ManifestReader state = new ManifestReader(name);
    try (LogReader reader = open(directory, name, current)) {
      long edits = 0;
      while (reader.next()) {
        if (reader.type() != Manifest.TYPE_EDIT || reader.sequence() != ++edits) {
          throw new CorruptionException(
              name,
              reader.offset(),
              "manifest record",
              "edit " + edits,
              "type " + reader.type() + ", edit " + reader.sequence());
        }
        long payloadFileOffset = reader.offset() + dev.tamis.wal.LogWriter.HEADER_BYTES;
        FieldReader fields =
            new FieldReader(
                name,
                payloadFileOffset,
                reader.buffer(),
                reader.payloadOffset(),
                reader.payloadLength());
        state.add(VersionEdit.decode(name, fields), reader.offset());
      }
      if (state.identity == null) {
        throw new CorruptionException(
            name, 0, "first record", "the whole state of a store", reader.end().reason());
      }
      return new Result(
          name,
          state.identity,
          state.levels.stream().map(level -> List.copyOf(level.values())).toList(),
          state.flushedSequence,
          state.nextNumber,
          state.firstLog,
          state.sealedLogs,
          state.isUnlogged,
          current.seal() != null,
          reader.end());
    }
  }

  private static LogReader open(Directory directory, String name, CurrentFile current)
      throws IOException {
    try {
      return LogReader.open(
          directory,
          name,
          Manifest.MAGIC,
          current.manifestId(),
          current.manifestNumber(),
          current.seal());
    } catch (NoSuchFileException e) {
      throw new CorruptionException(
          name, 0, "manifest", "the file that " + FileNames.CURRENT + " names", "no file", e);
    }
  }

  private void add(VersionEdit edit, long offset) throws CorruptionException {
    if (edit.identity != null) {
      identity = edit.identity;
    }
    for (VersionEdit.Removed removal : edit.removed) {
      if (levels.get(removal.level()).remove(removal.number()) == null) {
        throw new CorruptionException(
            name, offset, "removed table", "a table of level " + removal.level(), removal.number());
      }
    }
    for (VersionEdit.Added addition : edit.added) {
      TableFile table = addition.table();
      if (levels.get(addition.level()).put(table.number(), table) != null) {
        throw new CorruptionException(
            name, offset, "added table", "one that is not there yet", table.number());
      }
    }
    flushedSequence = Math.max(flushedSequence, edit.flushedSequence);
    nextNumber = Math.max(nextNumber, edit.nextNumber);
    firstLog = Math.max(firstLog, edit.firstLog);
    if (edit.unlogged != null) {
      isUnlogged = edit.unlogged;
    }
    sealedLogs.putAll(edit.sealedLogs);
    sealedLogs.keySet().removeIf(number -> number < firstLog);
  }
}
