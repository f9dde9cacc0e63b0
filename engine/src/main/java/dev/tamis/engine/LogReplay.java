package dev.tamis.engine;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.Directory;
import dev.tamis.storage.FieldReader;
import dev.tamis.wal.LogEnd;
import dev.tamis.wal.LogReader;
import dev.tamis.wal.LogWriter;
import dev.tamis.wal.Seal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Replays the logs in order and decides where the history ends.
 *
 * <p>It ends, and that is normal, at the torn tail of the newest log, or where a log is shorter
 * than its successor says, if the successor was never synced: a power cut took the unsynced end of
 * the one and left some of the other. It must not end where a log was known to be durable: a sealed
 * log that is not as it was sealed, or a hole in front of a synced record, is a {@link
 * CorruptionException}. An I/O error is neither.
 *
 * <p>What does not fit into one memtable, or comes from too many logs, is written to tables under
 * temporary names, which nothing refers to until the caller records them.
 */
final class LogReplay {

  /**
   * What the logs held.
   *
   * @param memtable the writes that are not in {@code tables}
   * @param tables outputs of full memtables, oldest first, under temporary names
   * @param logs numbers of the logs read
   * @param isWhole whether the manifest and every log were sealed by a clean close
   * @param lastSequence sequence of the last operation
   * @param lastLog the newest log, for the next one to link to
   * @param damaged names of logs that hold something that was not replayed though it may have been
   *     durable; only in a salvage
   */
  record Result(
      MemTable memtable,
      List<TableOutput> tables,
      List<Long> logs,
      boolean isWhole,
      long lastSequence,
      WriteAheadLog.Link lastLog,
      long records,
      long operations,
      long droppedBytes,
      long droppedRecords,
      List<String> reasons,
      List<String> damaged) {

    /** The same once everything it held is in recorded tables. */
    Result emptied(MemTable empty) {
      return new Result(
          empty,
          List.of(),
          List.of(),
          true,
          lastSequence,
          WriteAheadLog.Link.NONE,
          records,
          operations,
          droppedBytes,
          droppedRecords,
          reasons,
          damaged);
    }
  }

  /** Each open that writes adds a log; beyond this many, their writes go to a table. */
  private static final int MAX_KEPT_LOGS = 8;

  private final Directory directory;
  private final ManifestReader.Result manifest;
  private final ReplayedWrites writes;
  private final boolean salvage;
  private final List<String> damaged = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();
  private WriteAheadLog.Link previous = WriteAheadLog.Link.NONE;

  /** Without the manifest's seal its last edits may be in the system's memory only. */
  private boolean isWhole;

  private long droppedBytes;
  private long droppedRecords;

  /**
   * @param writes takes what is replayed
   * @param salvage whether damage ends the history where it is, instead of being thrown: what comes
   *     before it is kept, what comes behind is not
   */
  LogReplay(
      Directory directory, ManifestReader.Result manifest, ReplayedWrites writes, boolean salvage) {
    this.directory = directory;
    this.manifest = manifest;
    this.writes = writes;
    this.salvage = salvage;
    this.isWhole = manifest.isSealed();
  }

  /**
   * @param logs numbers of the logs that are present and not obsolete, ascending
   */
  Result replay(List<Long> logs) throws IOException {
    checkSealedLogsExist(logs);
    try {
      for (int i = 0; i < logs.size(); i++) {
        if (!replayOrSalvage(logs, i)) {
          break;
        }
      }
      if (!isWhole || !writes.tables().isEmpty() || logs.size() > MAX_KEPT_LOGS) {
        writes.spill();
      }
    } catch (IOException | RuntimeException | Error e) {
      writes.tables().forEach(table -> table.abandon(e));
      throw e;
    }
    return new Result(
        writes.memtable(),
        writes.tables(),
        logs,
        isWhole,
        writes.lastSequence(),
        previous,
        writes.records(),
        writes.operations(),
        droppedBytes,
        droppedRecords,
        reasons,
        damaged);
  }

  /** Applies a log, or drops it and all later ones and returns false. */
  private boolean replayOrSalvage(List<Long> logs, int i) throws IOException {
    try {
      if (replay(logs.get(i))) {
        return true;
      }
      dropFrom(logs, i);
      return false;
    } catch (CorruptionException e) {
      if (!salvage) {
        throw e;
      }
      isWhole = false;
      reasons.add(e.getMessage());
      for (long number : logs.subList(i, logs.size())) {
        String name = FileNames.log(number);
        boolean isDamaged = name.equals(e.file());
        long from = isDamaged ? Math.min(e.offset(), directory.size(name)) : 0;
        drop(directory.size(name) - from, 0, name + ": behind the damage");
        damaged.add(name);
      }
      return false;
    }
  }

  private void checkSealedLogsExist(List<Long> logs) throws CorruptionException {
    for (Map.Entry<Long, Seal> sealed : manifest.sealedLogs().entrySet()) {
      if (!logs.contains(sealed.getKey())) {
        CorruptionException missing =
            new CorruptionException(
                FileNames.log(sealed.getKey()),
                0,
                "sealed log",
                "a file of " + sealed.getValue().length() + " bytes",
                "no file");
        if (!salvage) {
          throw missing;
        }
        isWhole = false;
        reasons.add(missing.getMessage());
      }
    }
  }

  /** Applies a log; false, with nothing applied, if it does not follow from what was replayed. */
  private boolean replay(long number) throws IOException {
    Seal seal = manifest.sealedLogs().get(number);
    isWhole &= seal != null;
    String name = FileNames.log(number);
    try (LogReader reader = open(number)) {
      boolean first = true;
      while (reader.next()) {
        if (first && !follows(readLink(name, reader))) {
          return false;
        }
        if (!first) {
          writes.apply(name, reader, reasons);
        }
        first = false;
      }
      LogEnd end = reader.end();
      previous = new WriteAheadLog.Link(number, end.validBytes(), reader.promisedUpTo());
      if (end.kind() == LogEnd.Kind.TORN) {
        drop(end.droppedBytes(), end.droppedRecords(), name + ": " + end.reason());
      }
      return true;
    }
  }

  private LogReader open(long number) throws IOException {
    return LogReader.open(
        directory,
        FileNames.log(number),
        WriteAheadLog.MAGIC,
        WriteAheadLog.fileId(manifest.identity().storeId(), number),
        number,
        manifest.sealedLogs().get(number));
  }

  private static WriteAheadLog.Link readLink(String name, LogReader reader) throws IOException {
    if (reader.type() != WriteAheadLog.TYPE_LINK) {
      throw new CorruptionException(
          name, reader.offset(), "first record", "a link", "type " + reader.type());
    }
    return WriteAheadLog.Link.decode(
        new FieldReader(
            name,
            reader.offset() + LogWriter.HEADER_BYTES,
            reader.buffer(),
            reader.payloadOffset(),
            reader.payloadLength()));
  }

  /** Whether everything a log was preceded by has been replayed, or is in tables. */
  private boolean follows(WriteAheadLog.Link link) throws CorruptionException {
    if (link.number() < manifest.firstLog()) {
      return true;
    }
    long replayed = link.number() == previous.number() ? previous.length() : 0;
    if (replayed >= link.length()) {
      return true;
    }
    if (replayed < link.syncedUpTo()) {
      throw hole(link, replayed);
    }
    reasons.add(
        FileNames.log(link.number())
            + ": ends at "
            + replayed
            + ", its successor was begun at "
            + link.length());
    return false;
  }

  /**
   * Drops this log and all later ones, which stand behind a hole. If any was ever synced, then so
   * were all before it, and the hole is damage.
   */
  private void dropFrom(List<Long> logs, int first) throws IOException {
    for (int i = first; i < logs.size(); i++) {
      isWhole = false;
      String name = FileNames.log(logs.get(i));
      try (LogReader reader = open(logs.get(i))) {
        int count = 0;
        while (reader.next()) {
          count++;
        }
        if (reader.promisedUpTo() > 0 || manifest.sealedLogs().containsKey(logs.get(i))) {
          throw hole(previous, previous.length());
        }
        LogEnd end = reader.end();
        drop(
            end.validBytes() + end.droppedBytes(),
            count + end.droppedRecords(),
            name + ": stands behind a hole in the history");
      }
    }
  }

  private static CorruptionException hole(WriteAheadLog.Link log, long replayed) {
    return new CorruptionException(
        FileNames.log(log.number()),
        replayed,
        "log length",
        "at least what a later log knows to have been synced",
        replayed);
  }

  private void drop(long bytes, long recordCount, String reason) {
    droppedBytes += bytes;
    droppedRecords += recordCount;
    reasons.add(reason + " (" + bytes + " bytes, " + recordCount + " whole records dropped)");
  }
}
