package dev.tamis.wal;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.UnknownFormatException;
import java.io.IOException;

/** Holds a log against its seal record and against the seal that was kept elsewhere. */
final class SealCheck {
  private final String name;
  private final Seal seal;
  private final LogChecksums checksums;
  private boolean recordSeen;

  /**
   * @param seal null if none was kept
   */
  SealCheck(String name, Seal seal, LogChecksums checksums) {
    this.name = name;
    this.seal = seal;
    this.checksums = checksums;
  }

  /** Whether the log must be exactly as it was sealed. */
  boolean isStrict() {
    return seal != null;
  }

  /** Whether the seal record was read. */
  boolean recordSeen() {
    return recordSeen;
  }

  void checkLength(long size) throws CorruptionException {
    if (seal != null && size != seal.length()) {
      throw new CorruptionException(name, 0, "length of a sealed log", seal.length(), size);
    }
  }

  /** Checks a whole seal record; everything in front of it is in the checksum of the file. */
  void checkRecord(long offset, byte[] bytes, int payload, int length) throws IOException {
    if (length != LogFormat.SEAL_PAYLOAD_BYTES) {
      throw new UnknownFormatException(
          name, "length of the seal at " + offset, LogFormat.SEAL_PAYLOAD_BYTES, length);
    }
    long sealedLength = LogFormat.sealedLength(bytes, payload);
    if (sealedLength != offset) {
      throw new CorruptionException(name, offset, "length in the seal", offset, sealedLength);
    }
    checkChecksum(offset, "log checksum", LogFormat.sealedChecksum(bytes, payload), offset);
    recordSeen = true;
  }

  /** Checks the end of a log of {@code size} bytes that are all in the checksum of the file. */
  void checkEnd(long size) throws CorruptionException {
    if (seal == null) {
      return;
    }
    if (!recordSeen) {
      throw new CorruptionException(name, size, "end of a sealed log", "a seal record", "none");
    }
    checkChecksum(0, "sealed log checksum", seal.checksum(), size);
  }

  private void checkChecksum(long offset, String what, int expected, long length)
      throws CorruptionException {
    int actual = checksums.file(length);
    if (actual != expected) {
      throw new CorruptionException(
          name, offset, what, LogFormat.hex(expected), LogFormat.hex(actual));
    }
  }
}
