package dev.tamis.sstable;

import dev.tamis.storage.CorruptionException;

/**
 * The numbers of the table format; FORMAT.md beside this module is the specification. All integers
 * are little-endian.
 *
 * <pre>
 *   +--------------------+ 0
 *   | data block 0       |  ordered by (user key ascending, sequence descending)
 *   | data block 1 ...   |
 *   +--------------------+ zeros up to a multiple of 64
 *   | filter partition 0 |  64-byte header line, then 64-byte lines
 *   | ...                |
 *   +--------------------+
 *   | index partition 0  |  separator, length and kind of every data block in its key range
 *   | ...                |
 *   +--------------------+
 *   | range tombstones   |  reserved, 0 bytes
 *   | properties         |
 *   | top index          |  one fence per index partition: separator, filter partition, length
 *   | footer             |  128 bytes, the last 32 are the file stamp
 *   +--------------------+ file size
 *
 *   a block (data, index partition, properties, top index) in the file
 *   +---------------------+-------------+------------+--------+
 *   | payload as stored   | compression | raw length |  crc   |
 *   |                     | u8          | u32        |  u32   |
 *   +---------------------+-------------+------------+--------+
 *   crc  CRC32C of all before it, salted with file id, offset of the block and its kind
 * </pre>
 */
final class TableFormat {
  /** "TMST". */
  static final int MAGIC = 0x5453_4D54;

  static final int VERSION = 1;

  /** Required feature bits this version can read; the first will be range tombstones. */
  static final int KNOWN_FEATURES = 0;

  static final int TRAILER_BYTES = 9;

  // Kinds, the third input of the salted checksum. 0 is the file stamp's.
  static final int KIND_DATA = 1;
  static final int KIND_LARGE_HEAD = 2;
  static final int KIND_LARGE_VALUE = 3;
  static final int KIND_FILTER = 4;
  static final int KIND_INDEX = 5;
  static final int KIND_PROPERTIES = 6;
  static final int KIND_TOP_INDEX = 7;
  static final int KIND_FOOTER = 8;

  static final int STORED_RAW = 0;
  static final int STORED_LZ4 = 1;

  static final int MAX_KEY_BYTES = 65_535;
  static final int MAX_VALUE_BYTES = 256 * 1024 * 1024;

  /** Sequences have 56 bits everywhere in the store. */
  static final long MAX_SEQUENCE = (1L << 56) - 1;

  /** An entry of more key and value bytes than this gets a large block of its own. */
  static final int MAX_SMALL_ENTRY_BYTES = 32 * 1024;

  /** One entry of the largest size that is not large, with its block's fixed parts. */
  static final int MAX_DATA_BLOCK_BYTES = MAX_SMALL_ENTRY_BYTES + 64;

  /** Index partitions end soon after their target, but one separator may have 64 KiB. */
  static final int MAX_INDEX_PARTITION_BYTES = 4 * 1024 * 1024;

  static final int MAX_PROPERTIES_BYTES = 256 * 1024;

  static final int MAX_TOP_INDEX_BYTES = 1024 * 1024 * 1024;

  /** Bytes behind a payload's end in its array, so that eight can be read at its last one. */
  static final int SLACK_BYTES = 8;

  static final int LINE_BYTES = 64;

  /** Reads and appends are cut into pieces of at most this. */
  static final int MAX_IO_BYTES = 1024 * 1024;

  private TableFormat() {}

  /** The offset rounded up to the next multiple of 64. */
  static long alignToLine(long offset) {
    return (offset + LINE_BYTES - 1) & -LINE_BYTES;
  }

  static String hex(int value) {
    return "0x" + Integer.toHexString(value);
  }

  static CorruptionException corrupt(
      String file, long offset, String what, Object expected, Object actual) {
    return new CorruptionException(file, offset, what, expected, actual);
  }
}
