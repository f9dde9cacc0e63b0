package dev.tamis.filter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * Layout of a filter partition: a header of one line, then as many lines of a filter, either cache
 * lines or the blocks of a ribbon. FORMAT.md is the specification. All fields are little-endian.
 *
 * <pre>
 *   0       4     6      7      8        16     20      24     32      36     40     44      60    64
 *   +-------+-----+------+------+--------+------+-------+------+-------+------+------+-------+-----+
 *   | magic | ver | kind | hash |  seed  | keys | lines | rate | blocks| cols | try  | zeros | crc |
 *   +-------+-----+------+------+--------+------+-------+------+-------+------+------+-------+-----+
 *   kind 1, cache lines:  blocks, cols, try are 0;  64: line 0, 128: line 1, ...: eight u64 each
 *   kind 2, a ribbon:     64: block 0, then block 1, ...: cols u64 each; zeros up to a whole line
 * </pre>
 */
public final class FilterPartition {
  /** Size of the header; the lines follow it. */
  public static final int HEADER_BYTES = 64;

  /** "TMSF" in a hex dump. */
  static final int MAGIC = 0x46534D54;

  static final int VERSION = 1;

  /** Kind of a partition whose lines are the blocks of a ribbon. */
  public static final int RIBBON_KIND = 2;

  static final int VERSION_OFFSET = 4;
  static final int KIND_OFFSET = 6;
  static final int HASH_ID_OFFSET = 7;
  static final int HASH_SEED_OFFSET = 8;
  static final int KEY_COUNT_OFFSET = 16;
  static final int LINE_COUNT_OFFSET = 20;
  static final int EXPECTED_RATE_OFFSET = 24;
  static final int BLOCK_COUNT_OFFSET = 32;
  static final int COLUMNS_OFFSET = 36;
  static final int ATTEMPT_OFFSET = 40;
  static final int UNUSED_OFFSET = 44;
  static final int CRC_OFFSET = 60;

  /** The most lines whose partition fits into an array. */
  static final int MAX_LINES = (Integer.MAX_VALUE - HEADER_BYTES) / SplitLine.BYTES - 1;

  /** More rows than a partition of one column could hold. */
  private static final int MAX_BLOCKS = MAX_LINES * (SplitLine.BYTES / Long.BYTES);

  private static final byte[] ZERO_CRC = new byte[Integer.BYTES];

  private FilterPartition() {}

  /**
   * What the header says.
   *
   * @param kind what the lines are: {@link SplitLine#LINE_KIND} or {@link #RIBBON_KIND}
   * @param hashId hash function, see {@link KeyHash#of}
   * @param hashSeed its seed
   * @param keyCount keys that were added; neighbours that are equal count once
   * @param lineCount number of lines behind the header, at least 1
   * @param expectedRate false-positive rate to expect, 0 to 1: {@link BloomMath#splitLineRate(long,
   *     int)}, or 2 to the power of minus the columns
   * @param blocks of a ribbon, else 0
   * @param columns of a ribbon, else 0
   * @param attempt of a ribbon, else 0
   */
  public record Header(
      int kind,
      int hashId,
      long hashSeed,
      int keyCount,
      int lineCount,
      double expectedRate,
      int blocks,
      int columns,
      int attempt) {

    /** The header of cache lines. */
    static Header ofLines(KeyHash hash, int keyCount, int lineCount) {
      double rate = BloomMath.splitLineRate(keyCount, lineCount);
      return new Header(
          SplitLine.LINE_KIND, hash.id(), hash.seed(), keyCount, lineCount, rate, 0, 0, 0);
    }

    /** The header of a ribbon. */
    static Header ofRibbon(KeyHash hash, RibbonFilter ribbon) {
      int lines = linesOf(ribbon.blocks(), ribbon.columns());
      return new Header(
          RIBBON_KIND,
          hash.id(),
          hash.seed(),
          (int) ribbon.keyCount(),
          lines,
          ribbon.expectedFpr(ribbon.keyCount()),
          ribbon.blocks(),
          ribbon.columns(),
          ribbon.attempt());
    }

    /** Whether {@link SplitLine#mightContain} is the probe. */
    public boolean isLines() {
      return kind == SplitLine.LINE_KIND;
    }

    /**
     * Whether a key of this hash may be among those the partition was built for. False is certain.
     *
     * @param lines a little-endian buffer that holds the lines, not the header, of this partition
     * @param linesOffset absolute index of the first line
     */
    public boolean mightContain(ByteBuffer lines, int linesOffset, long hash) {
      return isLines()
          ? SplitLine.mightContain(lines, linesOffset, lineCount, hash)
          : RibbonRows.mightContain(lines, linesOffset, blocks, columns, attempt, hash);
    }

    /** Reads a word of what {@link #mightContain} will look at, which brings it into the cache. */
    public long touch(ByteBuffer lines, int linesOffset, long hash) {
      return isLines()
          ? SplitLine.touch(lines, linesOffset, lineCount, hash)
          : RibbonRows.touch(lines, linesOffset, blocks, columns, attempt, hash);
    }
  }

  /** Lines that so many blocks fill, the last one perhaps in part. */
  static int linesOf(int blocks, int columns) {
    long bytes = (long) blocks * columns * Long.BYTES;
    return (int) ((bytes + SplitLine.BYTES - 1) / SplitLine.BYTES);
  }

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
    int kind = Byte.toUnsignedInt(in.get(KIND_OFFSET));
    require(kind == SplitLine.LINE_KIND || kind == RIBBON_KIND, "kind", "1 or 2", kind);
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
    Header header =
        new Header(
            kind,
            hashId,
            in.getLong(HASH_SEED_OFFSET),
            keyCount,
            lineCount,
            rate,
            in.getInt(BLOCK_COUNT_OFFSET),
            in.getInt(COLUMNS_OFFSET),
            in.getInt(ATTEMPT_OFFSET));
    checkShape(header);
    return header;
  }

  /** A probe computes places from the shape, so a shape that is wrong may not get past here. */
  private static void checkShape(Header header) throws FilterFormatException {
    if (header.isLines()) {
      require(header.blocks() == 0, "blocks", 0, header.blocks());
      require(header.columns() == 0, "columns", 0, header.columns());
      require(header.attempt() == 0, "attempt", 0, header.attempt());
      return;
    }
    int columns = header.columns();
    require(
        columns >= 1 && columns <= RibbonFilter.MAX_COLUMNS,
        "columns",
        "1 to " + RibbonFilter.MAX_COLUMNS,
        columns);
    require(
        header.attempt() >= 0 && header.attempt() < RibbonBuilder.MAX_ATTEMPTS,
        "attempt",
        "0 to " + (RibbonBuilder.MAX_ATTEMPTS - 1),
        header.attempt());
    int blocks = header.blocks();
    require(
        blocks >= 1 && blocks <= MAX_BLOCKS && linesOf(blocks, columns) == header.lineCount(),
        "blocks",
        "as many as fill " + header.lineCount() + " lines",
        blocks);
  }

  /** Writes the header in front of lines that are in place already, checksum included. */
  static void writeHeader(byte[] bytes, Header header, int crcSalt) {
    ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0, MAGIC);
    out.putShort(VERSION_OFFSET, (short) VERSION);
    out.put(KIND_OFFSET, (byte) header.kind());
    out.put(HASH_ID_OFFSET, (byte) header.hashId());
    out.putLong(HASH_SEED_OFFSET, header.hashSeed());
    out.putInt(KEY_COUNT_OFFSET, header.keyCount());
    out.putInt(LINE_COUNT_OFFSET, header.lineCount());
    out.putDouble(EXPECTED_RATE_OFFSET, header.expectedRate());
    out.putInt(BLOCK_COUNT_OFFSET, header.blocks());
    out.putInt(COLUMNS_OFFSET, header.columns());
    out.putInt(ATTEMPT_OFFSET, header.attempt());
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
