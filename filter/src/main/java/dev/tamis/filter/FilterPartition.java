package dev.tamis.filter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * Layout of a filter partition: a header of one line, then the lines. FORMAT.md is the
 * specification. All fields are little-endian.
 *
 * <pre>
 *   0        4     6      7      8           16       20       24         32        60      64
 *   +--------+-----+------+------+-----------+--------+--------+----------+---------+-------+
 *   | magic  | ver | kind | hash |   seed    |  keys  | lines  |   rate   |  zeros  |  crc  |
 *   +--------+-----+------+------+-----------+--------+--------+----------+---------+-------+
 *   64: line 0, 128: line 1, ...: eight u64 words each
 * </pre>
 */
public final class FilterPartition {
  /** Size of the header; the lines follow it. */
  public static final int HEADER_BYTES = 64;

  /** "TMSF" in a hex dump. */
  static final int MAGIC = 0x46534D54;

  static final int VERSION = 1;

  static final int VERSION_OFFSET = 4;
  static final int LINE_KIND_OFFSET = 6;
  static final int HASH_ID_OFFSET = 7;
  static final int HASH_SEED_OFFSET = 8;
  static final int KEY_COUNT_OFFSET = 16;
  static final int LINE_COUNT_OFFSET = 20;
  static final int EXPECTED_RATE_OFFSET = 24;
  static final int UNUSED_OFFSET = 32;
  static final int CRC_OFFSET = 60;

  /** The most lines whose partition fits into an array. */
  static final int MAX_LINES = (Integer.MAX_VALUE - HEADER_BYTES) / SplitLine.BYTES - 1;

  private static final byte[] ZERO_CRC = new byte[Integer.BYTES];

  private FilterPartition() {}

  /**
   * What the header says.
   *
   * @param lineKind kind of the lines, {@link SplitLine#LINE_KIND}
   * @param hashId hash function, see {@link KeyHash#of}
   * @param hashSeed its seed
   * @param keyCount keys that were added; neighbours that are equal count once
   * @param lineCount number of lines, at least 1
   * @param expectedRate false-positive rate to expect, 0 to 1, from {@link
   *     BloomMath#splitLineRate(long, int)}
   */
  public record Header(
      int lineKind, int hashId, long hashSeed, int keyCount, int lineCount, double expectedRate) {}

  /**
   * Checks a whole partition and returns its header. Allocates nothing that depends on the bytes.
   *
   * @param offset where the partition begins in the array
   * @param length its exact length, header and lines
   * @param crcSalt the salt it was built with
   * @throws FilterFormatException if anything is wrong: length, magic, checksum, version, line
   *     kind, hash id, counts, rate or a non-zero unused byte
   * @throws IndexOutOfBoundsException if offset and length are not within the array
   */
  public static Header decode(byte[] bytes, int offset, int length, int crcSalt)
      throws FilterFormatException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    require(
        length >= HEADER_BYTES + SplitLine.BYTES && length % SplitLine.BYTES == 0,
        "length",
        "a multiple of 64, at least 128",
        length);
    ByteBuffer in = ByteBuffer.wrap(bytes, offset, length).slice().order(ByteOrder.LITTLE_ENDIAN);
    requireHex("magic", MAGIC, in.getInt(0));
    // The checksum comes before the version, so that a damaged version is not taken for a new one.
    requireHex("checksum", checksum(bytes, offset, length, crcSalt), in.getInt(CRC_OFFSET));
    int version = Short.toUnsignedInt(in.getShort(VERSION_OFFSET));
    require(version == VERSION, "format version", VERSION, version);
    int lineKind = Byte.toUnsignedInt(in.get(LINE_KIND_OFFSET));
    require(lineKind == SplitLine.LINE_KIND, "line kind", SplitLine.LINE_KIND, lineKind);
    int hashId = Byte.toUnsignedInt(in.get(HASH_ID_OFFSET));
    require(hashId == KeyHash.XXH64_ID, "hash id", KeyHash.XXH64_ID, hashId);
    int lineCount = in.getInt(LINE_COUNT_OFFSET);
    int linesPresent = (length - HEADER_BYTES) / SplitLine.BYTES;
    require(lineCount == linesPresent, "line count", linesPresent, lineCount);
    int keyCount = in.getInt(KEY_COUNT_OFFSET);
    require(keyCount >= 0, "key count", "at least 0", keyCount);
    double rate = in.getDouble(EXPECTED_RATE_OFFSET);
    require(rate >= 0 && rate <= 1, "expected rate", "0 to 1", rate);
    for (int i = UNUSED_OFFSET; i < CRC_OFFSET; i++) {
      require(in.get(i) == 0, "unused byte " + i, 0, in.get(i));
    }
    return new Header(lineKind, hashId, in.getLong(HASH_SEED_OFFSET), keyCount, lineCount, rate);
  }

  /** Writes the header in front of lines that are in place already, checksum included. */
  static void writeHeader(byte[] bytes, Header header, int crcSalt) {
    ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0, MAGIC);
    out.putShort(VERSION_OFFSET, (short) VERSION);
    out.put(LINE_KIND_OFFSET, (byte) header.lineKind());
    out.put(HASH_ID_OFFSET, (byte) header.hashId());
    out.putLong(HASH_SEED_OFFSET, header.hashSeed());
    out.putInt(KEY_COUNT_OFFSET, header.keyCount());
    out.putInt(LINE_COUNT_OFFSET, header.lineCount());
    out.putDouble(EXPECTED_RATE_OFFSET, header.expectedRate());
    out.putInt(CRC_OFFSET, checksum(bytes, 0, bytes.length, crcSalt));
  }

  /** CRC32C of header and lines, the four bytes of the checksum taken as zero, xor the salt. */
  static int checksum(byte[] bytes, int offset, int length, int crcSalt) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, CRC_OFFSET);
    crc.update(ZERO_CRC, 0, ZERO_CRC.length);
    crc.update(bytes, offset + HEADER_BYTES, length - HEADER_BYTES);
    return (int) crc.getValue() ^ crcSalt;
  }

  private static void require(boolean right, String field, Object expected, Object actual)
      throws FilterFormatException {
    if (!right) {
      throw new FilterFormatException(field, expected.toString(), actual.toString());
    }
  }

  private static void requireHex(String field, int expected, int actual)
      throws FilterFormatException {
    require(
        actual == expected,
        field,
        "0x" + Integer.toHexString(expected),
        "0x" + Integer.toHexString(actual));
  }
}
