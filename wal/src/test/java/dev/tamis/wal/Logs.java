package dev.tamis.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.Directory;
import dev.tamis.storage.LittleEndian;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** One log for tests: written from a list of payloads, and read to whatever end it has. */
final class Logs {
  static final int MAGIC = 0x474F_4C54;
  static final long FILE_ID = 0x1122_3344_5566_7788L;
  static final long NUMBER = 7;
  static final String NAME = "7.log";
  static final int TYPE = 16;

  private Logs() {}

  /** What a reader said: the records it gave and how it stopped. */
  record Outcome(List<byte[]> payloads, LogEnd end, IOException error, long promisedUpTo) {
    boolean isClean() {
      return error == null && end.kind() == LogEnd.Kind.CLEAN;
    }

    boolean isTorn() {
      return error == null && end.kind() == LogEnd.Kind.TORN;
    }

    boolean isCorrupt() {
      return error instanceof CorruptionException;
    }

    long corruptOffset() {
      return ((CorruptionException) error).offset();
    }
  }

  static LogWriter create(Directory dir) throws IOException {
    return LogWriter.create(dir, NAME, MAGIC, FILE_ID, NUMBER);
  }

  /** Appends with the 1-based position as the sequence. */
  static void append(LogWriter writer, long sequence, byte[] payload) throws IOException {
    byte[] buffer = new byte[LogWriter.HEADER_BYTES + payload.length];
    System.arraycopy(payload, 0, buffer, LogWriter.HEADER_BYTES, payload.length);
    writer.append(TYPE, sequence, buffer, LogWriter.HEADER_BYTES, payload.length);
  }

  static byte[] payload(long seed, int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  static List<byte[]> payloads(int count, int maximumLength) {
    List<byte[]> payloads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      payloads.add(payload(i, i * 13 % (maximumLength + 1)));
    }
    return payloads;
  }

  static Outcome read(Directory dir, Seal seal) {
    return read(dir, NUMBER, seal);
  }

  /** Also checks that sequences count from 1. */
  static Outcome read(Directory dir, long number, Seal seal) {
    List<byte[]> payloads = new ArrayList<>();
    try (LogReader reader = LogReader.open(dir, NAME, MAGIC, FILE_ID, number, seal)) {
      try {
        while (reader.next()) {
          assertThat(reader.sequence()).isEqualTo(payloads.size() + 1);
          assertThat(reader.type()).isEqualTo(TYPE);
          int from = reader.payloadOffset();
          payloads.add(Arrays.copyOfRange(reader.buffer(), from, from + reader.payloadLength()));
        }
        return new Outcome(payloads, reader.end(), null, reader.promisedUpTo());
      } catch (IOException e) {
        return new Outcome(payloads, null, e, reader.promisedUpTo());
      }
    } catch (IOException e) {
      return new Outcome(payloads, null, e, 0);
    }
  }

  static Outcome read(byte[] file, Seal seal) {
    CrashDirectory dir = new CrashDirectory();
    dir.put(NAME, file);
    return read(dir, seal);
  }

  /** The records that were given are the first that were written. */
  static void assertPrefix(Outcome outcome, List<byte[]> written, String what) {
    assertThat(outcome.payloads()).as(what).hasSizeLessThanOrEqualTo(written.size());
    for (int i = 0; i < outcome.payloads().size(); i++) {
      if (!Arrays.equals(outcome.payloads().get(i), written.get(i))) {
        throw new AssertionError(what + ": record " + i + " is not the one that was written");
      }
    }
  }

  /** Where the records of a healthy log begin, the log's own too, and at last its size. */
  static List<Long> offsets(byte[] file) {
    List<Long> offsets = new ArrayList<>();
    int at = LogFormat.RECORDS_START;
    while (at < file.length) {
      offsets.add((long) at);
      at += LogFormat.HEADER_BYTES + LittleEndian.getInt(file, at + 8);
    }
    offsets.add((long) at);
    return offsets;
  }

  /** A whole record for a place in a file of {@link #FILE_ID}. */
  static byte[] record(
      long offset, int type, long sequence, long syncedUpTo, byte[] payload, int length) {
    LogChecksums checksums = new LogChecksums(FILE_ID, NUMBER);
    byte[] record = new byte[LogFormat.HEADER_BYTES + payload.length];
    System.arraycopy(payload, 0, record, LogFormat.HEADER_BYTES, payload.length);
    int crc = checksums.payload(record, LogFormat.HEADER_BYTES, payload.length, offset);
    LogFormat.encodeFields(record, 0, crc, length, type, sequence, syncedUpTo);
    LogFormat.encodeHeaderChecksum(record, 0, checksums.header(record, 0, offset));
    return record;
  }

  static byte[] concat(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    byte[] whole = new byte[length];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, whole, at, part.length);
      at += part.length;
    }
    return whole;
  }
}
