package dev.tamis.wal;

import dev.tamis.storage.FileStamp;
import dev.tamis.storage.LittleEndian;

/**
 * The bytes of a log file: a stamp, then records without padding. wal/FORMAT.md is the
 * specification; this class is the only place that knows an offset.
 *
 * <pre>
 *   0          32
 *   +----------+---------+---------+-- ... --+---------+
 *   | stamp    | record  | record  |         | SEAL    |   SEAL only after a clean close
 *   +----------+---------+---------+-- ... --+---------+
 *
 *   record
 *   0            4             8          12      19   20             28        28 + length
 *   +------------+-------------+----------+-------+----+--------------+---------+
 *   | header crc | payload crc | length   | seq   |type| synced up to | payload |
 *   +------------+-------------+----------+-------+----+--------------+---------+
 *   header crc   u32  bytes 4..28 and the log number; salted with file id, offset, kind 1
 *   payload crc  u32  the payload; salted with file id, offset of the record, kind 2
 *   length       u32  bytes of payload
 *   seq          u56  the caller's sequence number; 0 in the log's own records
 *   type         u8   1 PROMISE, 2 SEAL, 16..127 the caller's
 *   synced up to u64  bytes of this file known to be durable when the record was written
 *
 *   payload of SEAL
 *   0                 8          12
 *   +-----------------+----------+
 *   | length before   | checksum |   of all bytes in front of the SEAL record
 *   +-----------------+----------+
 * </pre>
 */
final class LogFormat {
  static final int VERSION = 1;
  static final int KNOWN_FEATURES = 0;

  static final int RECORDS_START = FileStamp.BYTES;
  static final int HEADER_BYTES = 28;
  static final int SEAL_PAYLOAD_BYTES = 12;
  static final int MAX_PAYLOAD_BYTES = (1 << 30) + (16 << 20);
  static final long MAX_SEQUENCE = (1L << 56) - 1;

  static final int PROMISE = 1;
  static final int SEAL = 2;
  static final int FIRST_USER_TYPE = 16;
  static final int LAST_USER_TYPE = 127;

  static final int HEADER_KIND = 1;
  static final int PAYLOAD_KIND = 2;
  static final int SEAL_KIND = 3;

  /** The header checksum covers the header from here to its end. */
  static final int CHECKED_START = 4;

  private LogFormat() {}

  /** Fills in everything but the header checksum. */
  static void encodeFields(
      byte[] bytes, int at, int payloadChecksum, int length, int type, long seq, long syncedUpTo) {
    LittleEndian.putInt(bytes, at + 4, payloadChecksum);
    LittleEndian.putInt(bytes, at + 8, length);
    LittleEndian.putLong(bytes, at + 12, ((long) type << 56) | seq);
    LittleEndian.putLong(bytes, at + 20, syncedUpTo);
  }

  static void encodeHeaderChecksum(byte[] bytes, int at, int checksum) {
    LittleEndian.putInt(bytes, at, checksum);
  }

  static int headerChecksum(byte[] bytes, int at) {
    return LittleEndian.getInt(bytes, at);
  }

  static int payloadChecksum(byte[] bytes, int at) {
    return LittleEndian.getInt(bytes, at + 4);
  }

  /** Unsigned. */
  static long payloadLength(byte[] bytes, int at) {
    return LittleEndian.getInt(bytes, at + 8) & 0xFFFF_FFFFL;
  }

  static int type(byte[] bytes, int at) {
    return bytes[at + 19] & 0xFF;
  }

  static long sequence(byte[] bytes, int at) {
    return LittleEndian.getLong(bytes, at + 12) & MAX_SEQUENCE;
  }

  static long syncedUpTo(byte[] bytes, int at) {
    return LittleEndian.getLong(bytes, at + 20);
  }

  static void encodeSeal(byte[] bytes, int at, long lengthBefore, int checksumBefore) {
    LittleEndian.putLong(bytes, at, lengthBefore);
    LittleEndian.putInt(bytes, at + 8, checksumBefore);
  }

  static long sealedLength(byte[] bytes, int at) {
    return LittleEndian.getLong(bytes, at);
  }

  static int sealedChecksum(byte[] bytes, int at) {
    return LittleEndian.getInt(bytes, at + 8);
  }

  static boolean isUserType(int type) {
    return type >= FIRST_USER_TYPE && type <= LAST_USER_TYPE;
  }

  static String hex(int value) {
    return "0x" + Integer.toHexString(value);
  }
}
