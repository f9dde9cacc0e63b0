package dev.tamis.wal;

import dev.tamis.storage.LittleEndian;
import dev.tamis.storage.SaltedChecksum;
import java.util.zip.CRC32C;

/**
 * The checksums of one log file, with the CRC objects kept so that a record costs no allocation.
 * Not for use by several threads.
 */
final class LogChecksums {
  private final long fileId;
  private final byte[] logNumber = new byte[Long.BYTES];
  private final CRC32C record = new CRC32C();
  private final CRC32C running = new CRC32C();

  LogChecksums(long fileId, long logNumber) {
    this.fileId = fileId;
    LittleEndian.putLong(this.logNumber, 0, logNumber);
  }

  /** Checksum of the header at {@code at}, which stands at {@code offset} of the file. */
  int header(byte[] bytes, int at, long offset) {
    record.reset();
    record.update(
        bytes, at + LogFormat.CHECKED_START, LogFormat.HEADER_BYTES - LogFormat.CHECKED_START);
    record.update(logNumber, 0, logNumber.length);
    return salted(record, offset, LogFormat.HEADER_KIND);
  }

  /** Checksum of a whole payload whose record begins at {@code recordOffset}. */
  int payload(byte[] bytes, int at, int length, long recordOffset) {
    beginPayload();
    continuePayload(bytes, at, length);
    return endPayload(recordOffset);
  }

  void beginPayload() {
    record.reset();
  }

  void continuePayload(byte[] bytes, int at, int length) {
    record.update(bytes, at, length);
  }

  int endPayload(long recordOffset) {
    return salted(record, recordOffset, LogFormat.PAYLOAD_KIND);
  }

  /** Adds bytes to the checksum of the whole file; they come in file order. */
  void addToFile(byte[] bytes, int at, int length) {
    running.update(bytes, at, length);
  }

  /** Checksum of all bytes added so far, which are the first {@code length} of the file. */
  int file(long length) {
    return salted(running, length, LogFormat.SEAL_KIND);
  }

  private int salted(CRC32C crc, long offset, int kind) {
    return (int) crc.getValue() ^ SaltedChecksum.salt(fileId, offset, kind);
  }
}
