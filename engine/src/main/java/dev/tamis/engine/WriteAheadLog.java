package dev.tamis.engine;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.Directory;
import dev.tamis.storage.FieldReader;
import dev.tamis.storage.FieldWriter;
import dev.tamis.wal.LogWriter;
import dev.tamis.wal.Seal;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The logs whose writes are not in tables yet: one that grows, and before it those of the memtables
 * that wait to be flushed. A log is created by the first write that needs it, so that opening and
 * closing a store leaves no file behind.
 *
 * <p>Each log begins with a link to the one before it: its number, and how long and how far synced
 * it was at that moment. Replay walks the links, so a log that lost its tail, or is missing, is
 * noticed, and nothing after the hole is taken for part of the history. Logs are synced in order
 * for the same reason.
 *
 * <p>One thread appends (the leader of the commit queue), one syncs ({@link LogSync}), one retires
 * (the flush). A log is never closed while it is being synced.
 */
final class WriteAheadLog {
  static final int MAGIC = 0x4C4D4154; // "TAML"
  static final int TYPE_LINK = 16;
  static final int TYPE_COMMIT = 17;

  /** The log before one: replay may begin with the later one only if this says so. */
  record Link(long number, long length, long syncedUpTo) {
    static final Link NONE = new Link(0, 0, 0);

    byte[] encodeBehindHeader() {
      FieldWriter out = new FieldWriter(64);
      out.putBytes(new byte[LogWriter.HEADER_BYTES], 0, LogWriter.HEADER_BYTES);
      return out.putVarint(number).putVarint(length).putVarint(syncedUpTo).toByteArray();
    }

    static Link decode(FieldReader in) throws CorruptionException {
      Link link =
          new Link(
              in.readVarint("previous log number"),
              in.readVarint("previous log length"),
              in.readVarint("previous log synced length"));
      in.expectEnd("log link");
      return link;
    }
  }

  private static final class OpenLog {
    final long number;
    final LogWriter writer;
    boolean nameSynced;

    OpenLog(long number, LogWriter writer) {
      this.number = number;
      this.writer = writer;
    }
  }

  private final Directory directory;
  private final FileNumbers numbers;
  private final long storeId;
  private final StoreCounters counters;
  private final ReentrantLock lock = new ReentrantLock();

  /** Held while logs are synced, promised or closed; taken before {@code lock}. */
  private final ReentrantLock syncLock = new ReentrantLock();

  /** Oldest first; the last one is appended to unless {@code ended}. Under lock. */
  private final Deque<OpenLog> logs = new ArrayDeque<>();

  private boolean ended = true;
  private Link last;

  /**
   * @param last the sealed log that was kept at open, which the first new log links to
   */
  WriteAheadLog(
      Directory directory, FileNumbers numbers, long storeId, StoreCounters counters, Link last) {
    this.directory = directory;
    this.numbers = numbers;
    this.storeId = storeId;
    this.counters = counters;
    this.last = last;
  }

  /**
   * File id of a log. Derived from the store's random id rather than drawn, because nothing on disk
   * could say it if the log's own first bytes were damaged: this way its records can still be
   * recognised, and a log that lost its head is told from one that was never written.
   */
  static long fileId(long storeId, long number) {
    // One SplitMix64 step (Steele, Lea, Flood 2014).
    long z = storeId + number * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** The store id from which {@link #fileId} makes this id: each of its steps can be undone. */
  static long storeId(long fileId, long number) {
    long z = fileId;
    z = (z ^ (z >>> 31) ^ (z >>> 62)) * 0x319642B2D24D8EC3L;
    z = (z ^ (z >>> 27) ^ (z >>> 54)) * 0x96DE1B173F119089L;
    z = z ^ (z >>> 30) ^ (z >>> 60);
    return z - number * 0x9E3779B97F4A7C15L;
  }

  /** Appends one group of writes; the header goes into the bytes in front of the payload. */
  void append(long firstSequence, byte[] buffer, int payloadOffset, int payloadLength)
      throws IOException {
    LogWriter writer = writer();
    writer.append(TYPE_COMMIT, firstSequence, buffer, payloadOffset, payloadLength);
    counters.logRecords.increment();
    counters.logBytes.add(LogWriter.HEADER_BYTES + payloadLength);
  }

  /** Ends the log: the next append starts another. Returns the highest log number so far. */
  long end() {
    lock.lock();
    try {
      if (!ended) {
        LogWriter writer = logs.getLast().writer;
        last = new Link(logs.getLast().number, writer.size(), writer.syncedUpTo());
        ended = true;
      }
      return last.number();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Makes everything appended before the call survive a power cut, oldest log first: a later log
   * must never be durable where an earlier one is not.
   */
  void sync() throws IOException {
    syncLock.lock();
    try {
      for (OpenLog log : openLogs()) {
        if (!log.nameSynced) {
          directory.sync();
          log.nameSynced = true;
        }
        if (log.writer.syncedUpTo() < log.writer.size()) {
          log.writer.sync();
          counters.logSyncs.increment();
        }
      }
    } finally {
      syncLock.unlock();
    }
  }

  /**
   * Notes in the log, unsynced, how far it is synced, so that the last synced record is promised.
   */
  void promise() throws IOException {
    syncLock.lock();
    try {
      OpenLog active = active();
      if (active != null) {
        active.writer.promise();
      }
    } finally {
      syncLock.unlock();
    }
  }

  /** Closes the logs up to a number, whose writes are in tables, and returns their names. */
  List<String> retire(long upToNumber) throws IOException {
    List<String> names = new ArrayList<>();
    syncLock.lock();
    try {
      for (OpenLog log : removeUpTo(upToNumber)) {
        log.writer.close();
        names.add(FileNames.log(log.number));
      }
    } finally {
      syncLock.unlock();
    }
    return names;
  }

  /** Seals every log, oldest first; for a clean close. */
  Map<Long, Seal> seal() throws IOException {
    Map<Long, Seal> seals = new TreeMap<>();
    sync();
    for (OpenLog log : openLogs()) {
      seals.put(log.number, log.writer.seal());
    }
    return seals;
  }

  /** Closes without sealing. */
  void close() throws IOException {
    retire(Long.MAX_VALUE);
  }

  private List<OpenLog> openLogs() {
    lock.lock();
    try {
      return new ArrayList<>(logs);
    } finally {
      lock.unlock();
    }
  }

  private OpenLog active() {
    lock.lock();
    try {
      return ended ? null : logs.getLast();
    } finally {
      lock.unlock();
    }
  }

  private List<OpenLog> removeUpTo(long number) {
    List<OpenLog> removed = new ArrayList<>();
    lock.lock();
    try {
      while (!logs.isEmpty() && logs.getFirst().number <= number) {
        removed.add(logs.removeFirst());
      }
    } finally {
      lock.unlock();
    }
    return removed;
  }

  private LogWriter writer() throws IOException {
    if (ended) {
      long number = numbers.take();
      LogWriter writer =
          LogWriter.create(
              directory, FileNames.log(number), MAGIC, fileId(storeId, number), number);
      // Before the link is written, so that the file is closed with the others if that fails.
      lock.lock();
      try {
        logs.addLast(new OpenLog(number, writer));
      } finally {
        lock.unlock();
      }
      byte[] link = last.encodeBehindHeader();
      writer.append(
          TYPE_LINK, 0, link, LogWriter.HEADER_BYTES, link.length - LogWriter.HEADER_BYTES);
      lock.lock();
      try {
        ended = false;
      } finally {
        lock.unlock();
      }
    }
    return logs.getLast().writer;
  }
}
