package dev.tamis.wal;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.Directory;
import dev.tamis.storage.FileStamp;
import dev.tamis.storage.LittleEndian;
import dev.tamis.storage.ReadableFile;
import dev.tamis.storage.UnknownFormatException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;

/**
 * Reads the records of one log file in order. Not for use by several threads.
 *
 * <p>There are four answers, and no two of them look alike:
 *
 * <ul>
 *   <li><b>clean end</b>: {@link #next} returns false, {@link #end} says CLEAN;
 *   <li><b>torn tail</b>: the same with TORN. The bytes that were cut off were never known to be
 *       durable, as a crash leaves them;
 *   <li><b>corruption</b>: a {@link CorruptionException} with the offset of the damaged record. The
 *       damage begins before a point up to which some record, in front of it or behind it, says the
 *       file was durable; or the log is sealed and not as it was sealed; or it is another file;
 *   <li><b>I/O error</b>: that {@link IOException}. It says nothing about the end of the log.
 * </ul>
 *
 * <p>A whole record of a type that is unknown here is an {@link UnknownFormatException}.
 */
public final class LogReader implements Closeable {
  private final String name;
  private final ReadableFile file;
  private final long size;
  private final Seal seal;
  private final LogChecksums checksums;
  private final LogWindow window;

  private long position;
  private long promisedUpTo;
  private boolean sealSeen;
  private LogEnd end;

  private int type;
  private long sequence;
  private long offset;
  private byte[] buffer;
  private int payloadOffset;
  private int payloadLength;
  private byte[] largePayload = new byte[0];

  private LogReader(String name, ReadableFile file, Seal seal, LogChecksums checksums) {
    this.name = name;
    this.file = file;
    this.size = file.size();
    this.seal = seal;
    this.checksums = checksums;
    this.window = new LogWindow(file);
  }

  /**
   * Opens a log and checks its stamp.
   *
   * @param magic the kind of log wanted
   * @param fileId the id it was created with
   * @param logNumber the number it was created with
   * @param seal what closing it returned, or null if it was not closed cleanly
   * @throws NoSuchFileException if there is no such file and no seal
   * @throws CorruptionException if the file is another one than meant; or, with a seal, missing or
   *     of another length; or if its stamp is damaged although it was durable
   * @throws UnknownFormatException if it was written by a newer version
   */
  public static LogReader open(
      Directory dir, String name, int magic, long fileId, long logNumber, Seal seal)
      throws IOException {
    ReadableFile file;
    try {
      file = dir.open(name);
    } catch (NoSuchFileException e) {
      if (seal == null) {
        throw e;
      }
      throw new CorruptionException(
          name, 0, "sealed log", "a file of " + seal.length() + " bytes", "no file", e);
    }
    try {
      LogReader reader = new LogReader(name, file, seal, new LogChecksums(fileId, logNumber));
      reader.start(magic, fileId);
      return reader;
    } catch (Throwable e) {
      try {
        file.close();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  /**
   * Moves to the next record of the caller's; the log's own are passed over.
   *
   * @return false at the end, see {@link #end}
   * @throws CorruptionException if something that was durable is damaged; a second call throws it
   *     again
   */
  public boolean next() throws IOException {
    while (end == null) {
      if (position == size) {
        finish();
      } else if (readRecord() && LogFormat.isUserType(type)) {
        return true;
      }
    }
    return false;
  }

  /** The caller's type of the record. */
  public int type() {
    return type;
  }

  /** The caller's sequence number of the record. */
  public long sequence() {
    return sequence;
  }

  /** Where the record begins in the file. */
  public long offset() {
    return offset;
  }

  /** The array that holds the payload; valid until {@link #next}. */
  public byte[] buffer() {
    return buffer;
  }

  /** Where the payload begins in {@link #buffer}. */
  public int payloadOffset() {
    return payloadOffset;
  }

  /** Bytes of payload. */
  public int payloadLength() {
    return payloadLength;
  }

  /** How the log ended. Requires: {@link #next} returned false. */
  public LogEnd end() {
    if (end == null) {
      throw new IllegalStateException("log is not read to its end: file=" + name);
    }
    return end;
  }

  /**
   * Bytes of the file known to have been durable: the largest synced-up-to in the records read, and
   * after damage in those behind it too.
   */
  public long promisedUpTo() {
    return promisedUpTo;
  }

  /** Idempotent. */
  @Override
  public void close() throws IOException {
    file.close();
  }

  private void start(int magic, long fileId) throws IOException {
    if (seal != null && size != seal.length()) {
      throw new CorruptionException(name, 0, "length of a sealed log", seal.length(), size);
    }
    if (size < FileStamp.BYTES) {
      damaged(0, "file stamp", FileStamp.BYTES + " bytes", size);
      return;
    }
    window.load(0, FileStamp.BYTES);
    byte[] bytes = window.bytes();
    try {
      // Only a whole stamp can say that this is another file; a damaged one may be this file's.
      FileStamp.decode(name, 0, bytes, LittleEndian.getInt(bytes, 0), 0xFFFF, ~0);
    } catch (CorruptionException e) {
      damaged(0, "file stamp", e.expected(), e.actual());
      return;
    }
    FileStamp stamp =
        FileStamp.decode(name, 0, bytes, magic, LogFormat.VERSION, LogFormat.KNOWN_FEATURES);
    if (stamp.fileId() != fileId) {
      throw new CorruptionException(
          name, 0, "file id", Long.toHexString(fileId), Long.toHexString(stamp.fileId()));
    }
    checksums.addToFile(bytes, 0, FileStamp.BYTES);
    position = FileStamp.BYTES;
  }

  /** Reads the record at {@link #position}; false if the log ends in front of it. */
  private boolean readRecord() throws IOException {
    long at = position;
    if (sealSeen) {
      return damaged(at, "end of the log", "nothing behind the seal", (size - at) + " bytes");
    }
    if (size - at < LogFormat.HEADER_BYTES) {
      return damaged(at, "record header", LogFormat.HEADER_BYTES + " bytes", size - at);
    }
    int header = window.load(at, LogFormat.HEADER_BYTES);
    byte[] bytes = window.bytes();
    int actual = LogFormat.headerChecksum(bytes, header);
    int expected = checksums.header(bytes, header, at);
    if (actual != expected) {
      return damaged(at, "record header checksum", LogFormat.hex(expected), LogFormat.hex(actual));
    }
    promisedUpTo = Math.max(promisedUpTo, LogFormat.syncedUpTo(bytes, header));
    long length = LogFormat.payloadLength(bytes, header);
    if (length > size - at - LogFormat.HEADER_BYTES) {
      return damaged(at, "record payload", length + " bytes", size - at - LogFormat.HEADER_BYTES);
    }
    if (length > LogFormat.MAX_PAYLOAD_BYTES) {
      throw new UnknownFormatException(
          name, "record length at " + at, "at most " + LogFormat.MAX_PAYLOAD_BYTES, length);
    }
    type = LogFormat.type(bytes, header);
    sequence = LogFormat.sequence(bytes, header);
    offset = at;
    return readPayload((int) length, LogFormat.payloadChecksum(bytes, header));
  }

  private boolean readPayload(int length, int expected) throws IOException {
    int actual;
    int whole = LogFormat.HEADER_BYTES + length;
    if (whole <= window.capacity()) {
      buffer = window.bytes();
      payloadOffset = window.load(offset, whole) + LogFormat.HEADER_BYTES;
      actual = checksums.payload(buffer, payloadOffset, length, offset);
    } else {
      readLargePayload(length);
      actual = checksums.payload(buffer, payloadOffset, length, offset);
    }
    if (actual != expected) {
      return damaged(
          offset, "record payload checksum", LogFormat.hex(expected), LogFormat.hex(actual));
    }
    payloadLength = length;
    accept();
    return true;
  }

  /** Requires: {@code length} is at most what is left in the file. */
  private void readLargePayload(int length) throws IOException {
    if (largePayload.length < LogFormat.HEADER_BYTES + length) {
      // Garbage before the larger one is asked for, so that only one of them has to fit.
      largePayload = new byte[0];
      buffer = largePayload;
      largePayload = new byte[LogFormat.HEADER_BYTES + length];
    }
    int header = window.load(offset, LogFormat.HEADER_BYTES);
    System.arraycopy(window.bytes(), header, largePayload, 0, LogFormat.HEADER_BYTES);
    buffer = largePayload;
    payloadOffset = LogFormat.HEADER_BYTES;
    // A heap buffer is copied through a direct one as large as the read, so the reads are small.
    ByteBuffer view = ByteBuffer.wrap(largePayload);
    int done = LogFormat.HEADER_BYTES;
    int end = LogFormat.HEADER_BYTES + length;
    while (done < end) {
      int chunk = Math.min(MAX_READ_BYTES, end - done);
      view.limit(done + chunk).position(done);
      file.readFully(offset + done, view);
      done += chunk;
    }
  }

  private static final int MAX_READ_BYTES = 1 << 20;

  /** The record is good: moves behind it. */
  private void accept() throws IOException {
    if (type == LogFormat.SEAL) {
      checkSealRecord();
      sealSeen = true;
    } else if (type != LogFormat.PROMISE && !LogFormat.isUserType(type)) {
      throw new UnknownFormatException(
          name,
          "record type at " + offset,
          "1, 2 and " + LogFormat.FIRST_USER_TYPE + ".." + LogFormat.LAST_USER_TYPE,
          type);
    }
    int whole = LogFormat.HEADER_BYTES + payloadLength;
    checksums.addToFile(buffer, payloadOffset - LogFormat.HEADER_BYTES, whole);
    position = offset + whole;
  }

  private void checkSealRecord() throws IOException {
    if (payloadLength != LogFormat.SEAL_PAYLOAD_BYTES) {
      throw new UnknownFormatException(
          name, "length of the seal at " + offset, LogFormat.SEAL_PAYLOAD_BYTES, payloadLength);
    }
    long length = LogFormat.sealedLength(buffer, payloadOffset);
    if (length != offset) {
      throw new CorruptionException(name, offset, "length in the seal", offset, length);
    }
    int sealedChecksum = LogFormat.sealedChecksum(buffer, payloadOffset);
    int actual = checksums.file(offset);
    if (sealedChecksum != actual) {
      throw new CorruptionException(
          name,
          offset,
          "checksum of the log",
          LogFormat.hex(sealedChecksum),
          LogFormat.hex(actual));
    }
  }

  private void finish() throws IOException {
    if (seal != null && !sealSeen) {
      throw new CorruptionException(name, size, "end of the log", "a seal record", "none");
    }
    if (seal != null && checksums.file(size) != seal.checksum()) {
      throw new CorruptionException(
          name,
          0,
          "checksum of a sealed log",
          LogFormat.hex(seal.checksum()),
          LogFormat.hex(checksums.file(size)));
    }
    end = new LogEnd(LogEnd.Kind.CLEAN, size, 0, 0, sealSeen ? "sealed" : "end of file");
  }

  /** Decides between rot and a torn tail; returns false for a torn one. */
  private boolean damaged(long at, String what, Object expected, Object actual) throws IOException {
    DamageScan behind = new DamageScan(window, checksums, size);
    behind.run(Math.max(at + 1, LogFormat.RECORDS_START));
    promisedUpTo = Math.max(promisedUpTo, behind.promisedUpTo());
    if (seal != null || at < promisedUpTo) {
      throw new CorruptionException(name, at, what, expected, actual);
    }
    String reason = what + ": actual=" + actual + ", expected=" + expected;
    end = new LogEnd(LogEnd.Kind.TORN, at, size - at, behind.userRecords(), reason);
    return false;
  }
}
