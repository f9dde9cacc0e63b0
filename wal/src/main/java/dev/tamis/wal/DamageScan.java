package dev.tamis.wal;

import java.io.IOException;

/**
 * Looks for records behind a damaged place, byte by byte, since nothing there says where the next
 * one begins. A header whose checksum fits its place is taken for a record: 2^-32 of all other
 * places would pass, and only those are asked whose synced-up-to lies in front of them, which
 * random bytes, text and zeros (type 0 is no record) almost never do. That also makes the scan
 * cheap: one compare for most bytes.
 *
 * <p>What is found is never used as data. It decides whether the damage hit something durable, and
 * it is counted.
 */
final class DamageScan {
  private final LogWindow window;
  private final LogChecksums checksums;
  private final long size;
  private long promisedUpTo;
  private int userRecords;

  DamageScan(LogWindow window, LogChecksums checksums, long size) {
    this.window = window;
    this.checksums = checksums;
    this.size = size;
  }

  /** Largest synced-up-to in a good header that was found. */
  long promisedUpTo() {
    return promisedUpTo;
  }

  /** Good records of the caller's that were found. */
  int userRecords() {
    return userRecords;
  }

  /** Scans from {@code from} to the end of the file. */
  void run(long from) throws IOException {
    long position = from;
    while (position + LogFormat.HEADER_BYTES <= size) {
      int at = window.load(position, LogFormat.HEADER_BYTES);
      int last = at + (int) (window.loadedEnd() - position) - LogFormat.HEADER_BYTES;
      int shift = 0;
      while (at + shift <= last && !isHeader(at + shift, position + shift)) {
        shift++;
      }
      position += shift;
      if (at + shift <= last) {
        position = pass(at + shift, position);
      }
    }
  }

  private boolean isHeader(int at, long offset) {
    byte[] bytes = window.bytes();
    return Long.compareUnsigned(LogFormat.syncedUpTo(bytes, at), offset) <= 0
        && LogFormat.type(bytes, at) != 0
        && LogFormat.headerChecksum(bytes, at) == checksums.header(bytes, at, offset);
  }

  /** Takes note of the record and returns where to go on. */
  private long pass(int at, long offset) throws IOException {
    byte[] bytes = window.bytes();
    promisedUpTo = Math.max(promisedUpTo, LogFormat.syncedUpTo(bytes, at));
    long length = LogFormat.payloadLength(bytes, at);
    int expected = LogFormat.payloadChecksum(bytes, at);
    boolean isUsers = LogFormat.isUserType(LogFormat.type(bytes, at));
    long payload = offset + LogFormat.HEADER_BYTES;
    if (length > size - payload || payloadChecksum(offset, length) != expected) {
      return offset + 1;
    }
    if (isUsers) {
      userRecords++;
    }
    return payload + length;
  }

  private int payloadChecksum(long offset, long length) throws IOException {
    checksums.beginPayload();
    long position = offset + LogFormat.HEADER_BYTES;
    long end = position + length;
    while (position < end) {
      int chunk = (int) Math.min(window.capacity(), end - position);
      checksums.continuePayload(window.bytes(), window.load(position, chunk), chunk);
      position += chunk;
    }
    return checksums.endPayload(offset);
  }
}
