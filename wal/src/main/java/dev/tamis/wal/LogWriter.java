package dev.tamis.wal;

import dev.tamis.storage.AppendableFile;
import dev.tamis.storage.Directory;
import dev.tamis.storage.FileStamp;
import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes one log file, record after record.
 *
 * <p>{@link #append}, {@link #promise} and {@link #seal} take the append lock; {@link #sync} holds
 * it for a moment before and after, never while it waits for the disk. All are safe for use by
 * several threads, and an append never waits for a sync.
 *
 * <p>The first failed append or sync is final: every later call but {@link #close} throws an {@link
 * IOException} with that failure as its cause, and nothing more is written. A log whose sync failed
 * must not be trusted even where reading it back shows the data.
 */
public final class LogWriter implements Closeable {
  // What makes damage before a synced point tell itself apart from a torn tail is that every record
  // says how much of the file was durable when it was written. The newest synced records have no
  // record after them, so when nobody is writing, the caller lets one without payload follow: the
  // promise. It needs no sync of its own; if it is lost, its records are only as well protected as
  // those of any engine that does not promise.

  /** Bytes in front of a payload that {@link #append} fills in. */
  public static final int HEADER_BYTES = LogFormat.HEADER_BYTES;

  /** Largest payload in bytes. */
  public static final int MAX_PAYLOAD_BYTES = LogFormat.MAX_PAYLOAD_BYTES;

  /** Smallest type a caller may use; those below are the log's own. */
  public static final int FIRST_TYPE = LogFormat.FIRST_USER_TYPE;

  /** Largest type a caller may use. */
  public static final int LAST_TYPE = LogFormat.LAST_USER_TYPE;

  private final String name;
  private final AppendableFile file;
  private final LogChecksums checksums;
  private final ReentrantLock appendLock = new ReentrantLock();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final byte[] ownRecord = new byte[HEADER_BYTES + LogFormat.SEAL_PAYLOAD_BYTES];

  private volatile long size;
  private volatile long syncedUpTo;
  private volatile boolean closed;
  private long promisedUpTo;
  private long lastUserRecordEnd;
  private boolean sealed;

  private LogWriter(String name, AppendableFile file, LogChecksums checksums) {
    this.name = name;
    this.file = file;
    this.checksums = checksums;
  }

  /**
   * Creates the file and writes its stamp; neither the bytes nor the name are synced.
   *
   * @param magic the kind of log
   * @param fileId random; the salt of every checksum
   * @param logNumber covered by every record's checksum, stored nowhere in the file
   */
  public static LogWriter create(Directory dir, String name, int magic, long fileId, long logNumber)
      throws IOException {
    byte[] stamp = new FileStamp(magic, LogFormat.VERSION, 0, 0, fileId).encode(0);
    AppendableFile file = dir.create(name);
    LogWriter writer = new LogWriter(name, file, new LogChecksums(fileId, logNumber));
    try {
      file.append(stamp, 0, stamp.length);
    } catch (Throwable e) {
      try {
        file.close();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
    writer.checksums.addToFile(stamp, 0, stamp.length);
    writer.size = stamp.length;
    return writer;
  }

  /**
   * Appends one record with a single write. The header is put into the {@link #HEADER_BYTES} bytes
   * in front of the payload.
   *
   * <p>Requires: {@code payloadOffset >= HEADER_BYTES}; {@code type} in {@link #FIRST_TYPE}..{@link
   * #LAST_TYPE}; {@code sequence} in 0..2^56-1.
   *
   * @throws IOException if it, or an earlier call, failed; the record may then be in the file
   *     wholly, in part or not at all
   */
  public void append(int type, long sequence, byte[] buffer, int payloadOffset, int payloadLength)
      throws IOException {
    checkArguments(type, sequence, buffer, payloadOffset, payloadLength);
    appendLock.lock();
    try {
      checkWritable();
      appendRecord(type, sequence, buffer, payloadOffset, payloadLength);
      lastUserRecordEnd = size;
    } finally {
      appendLock.unlock();
    }
  }

  /** Bytes appended so far, the stamp included. */
  public long size() {
    return size;
  }

  /** Bytes of the file that are known to be durable. */
  public long syncedUpTo() {
    return syncedUpTo;
  }

  /**
   * Makes everything appended before the call durable and raises {@link #syncedUpTo}. Does not
   * touch the disk if that is so already.
   */
  public void sync() throws IOException {
    long target;
    appendLock.lock();
    try {
      checkOpen();
      checkNotFailed();
      target = size;
    } finally {
      appendLock.unlock();
    }
    if (target == syncedUpTo) {
      return;
    }
    try {
      file.sync();
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
      throw e;
    }
    appendLock.lock();
    try {
      // A failure of the other kind meanwhile takes nothing from what this sync has reached, but
      // after it nobody may conclude anything from this file any more.
      checkNotFailed();
      syncedUpTo = Math.max(syncedUpTo, target);
    } finally {
      appendLock.unlock();
    }
  }

  /**
   * Appends a record that says how far the log is synced, unless a record says so already or
   * nothing of the caller's would be covered. The record itself is not synced.
   */
  public void promise() throws IOException {
    appendLock.lock();
    try {
      checkWritable();
      if (Math.min(syncedUpTo, lastUserRecordEnd) > promisedUpTo) {
        appendRecord(LogFormat.PROMISE, 0, ownRecord, HEADER_BYTES, 0);
      }
    } finally {
      appendLock.unlock();
    }
  }

  /**
   * Ends the log: appends the seal record and syncs. Nothing can be appended afterwards.
   *
   * @return what {@link LogReader#open} needs to know a whole log from a cut one
   */
  public Seal seal() throws IOException {
    Seal seal;
    appendLock.lock();
    try {
      checkWritable();
      LogFormat.encodeSeal(ownRecord, HEADER_BYTES, size, checksums.file(size));
      appendRecord(LogFormat.SEAL, 0, ownRecord, HEADER_BYTES, LogFormat.SEAL_PAYLOAD_BYTES);
      sealed = true;
      seal = new Seal(size, checksums.file(size));
    } finally {
      appendLock.unlock();
    }
    sync();
    return seal;
  }

  /** Closes the file without sealing or syncing it. Idempotent. */
  @Override
  public void close() throws IOException {
    closed = true;
    file.close();
  }

  private void appendRecord(int type, long sequence, byte[] buffer, int payload, int length)
      throws IOException {
    long offset = size;
    int at = payload - HEADER_BYTES;
    int payloadChecksum = checksums.payload(buffer, payload, length, offset);
    long synced = syncedUpTo;
    LogFormat.encodeFields(buffer, at, payloadChecksum, length, type, sequence, synced);
    LogFormat.encodeHeaderChecksum(buffer, at, checksums.header(buffer, at, offset));
    try {
      file.append(buffer, at, HEADER_BYTES + length);
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
      throw e;
    }
    checksums.addToFile(buffer, at, HEADER_BYTES + length);
    promisedUpTo = synced;
    size = offset + HEADER_BYTES + length;
  }

  private void checkWritable() throws IOException {
    checkOpen();
    checkNotFailed();
    if (sealed) {
      throw new IllegalStateException("log is sealed: file=" + name);
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("log is closed: file=" + name);
    }
  }

  private void checkNotFailed() throws IOException {
    Throwable first = failure.get();
    if (first != null) {
      throw new IOException("an earlier write or sync of the log failed: file=" + name, first);
    }
  }

  private static void checkArguments(
      int type, long sequence, byte[] buffer, int payloadOffset, int payloadLength) {
    if (!LogFormat.isUserType(type)) {
      throw new IllegalArgumentException(
          "record type: actual=" + type + ", expected=" + FIRST_TYPE + ".." + LAST_TYPE);
    }
    if (sequence < 0 || sequence > LogFormat.MAX_SEQUENCE) {
      throw new IllegalArgumentException(
          "sequence: actual=" + sequence + ", expected=0.." + LogFormat.MAX_SEQUENCE);
    }
    if (payloadOffset < HEADER_BYTES) {
      throw new IllegalArgumentException(
          "payload offset: actual=" + payloadOffset + ", expected at least " + HEADER_BYTES);
    }
    if (payloadLength > MAX_PAYLOAD_BYTES) {
      throw new IllegalArgumentException(
          "payload length: actual=" + payloadLength + ", expected at most " + MAX_PAYLOAD_BYTES);
    }
    Objects.checkFromIndexSize(payloadOffset, payloadLength, buffer.length);
  }
}
