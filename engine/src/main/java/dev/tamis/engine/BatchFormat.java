package dev.tamis.engine;

import dev.tamis.sstable.EntryKind;
import dev.tamis.storage.LittleEndian;
import dev.tamis.wal.LogWriter;

/**
 * The bytes of a batch, which are also the payload of a log record of writes. Little-endian; a
 * varint is LEB128.
 *
 * <pre>
 *   +-----------+-------------+-------------+ - - +
 *   | count u32 | operation 0 | operation 1 |     |
 *   +-----------+-------------+-------------+ - - +
 *
 *   operation:
 *   +---------+-----------------+-------------------+-----+ - - - - - - - - - - -+- - - +
 *   | kind u8 | keyspace varint | key length varint | key | value length varint  | value|
 *   +---------+-----------------+-------------------+-----+ - - - - - - - - - - -+- - - +
 *             always 0 in v1                               only where kind = PUT
 * </pre>
 *
 * Operation i has the record's sequence + i. Operations stand without gaps, so a group of batches
 * is the sum of their counts followed by their operations. In memory a batch keeps {@link
 * #RESERVED_BYTES} free in front, where the log writes its record header: a lone batch reaches the
 * file without a copy.
 */
final class BatchFormat {
  /** Room for the log's record header in front of the payload. */
  static final int RESERVED_BYTES = LogWriter.HEADER_BYTES;

  static final int COUNT_BYTES = Integer.BYTES;

  /** Array index of the first operation of a batch in memory. */
  static final int OPERATIONS_OFFSET = RESERVED_BYTES + COUNT_BYTES;

  static final int MAX_KEY_BYTES = 65_535;
  static final int MAX_VALUE_BYTES = 256 << 20;
  static final long MAX_BATCH_BYTES = 1L << 30;

  /** A delete of the empty key: kind, keyspace, key length. */
  static final int MIN_OPERATION_BYTES = 3;

  private static final int KEYSPACE = 0;

  private BatchFormat() {}

  static long putBytes(int keyLength, int valueLength) {
    return deleteBytes(keyLength) + varintBytes(valueLength) + valueLength;
  }

  static long deleteBytes(int keyLength) {
    return 2L + varintBytes(keyLength) + keyLength;
  }

  /** Writes the count of a payload that starts at {@code offset}. */
  static void writeCount(byte[] bytes, int offset, int count) {
    LittleEndian.putInt(bytes, offset, count);
  }

  /** Writes a put at {@code offset} and returns the offset behind it. */
  static int writePut(byte[] bytes, int offset, byte[] key, byte[] value) {
    int at = writeKey(bytes, offset, EntryKind.PUT, key);
    return writeSized(bytes, at, value);
  }

  /** Writes a delete at {@code offset} and returns the offset behind it. */
  static int writeDelete(byte[] bytes, int offset, byte[] key) {
    return writeKey(bytes, offset, EntryKind.DELETE, key);
  }

  private static int writeKey(byte[] bytes, int offset, int kind, byte[] key) {
    bytes[offset] = (byte) kind;
    bytes[offset + 1] = KEYSPACE;
    return writeSized(bytes, offset + 2, key);
  }

  private static int writeSized(byte[] bytes, int offset, byte[] source) {
    int at = offset;
    int rest = source.length;
    while (rest > 0x7F) {
      bytes[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[at++] = (byte) rest;
    System.arraycopy(source, 0, bytes, at, source.length);
    return at + source.length;
  }

  private static int varintBytes(int value) {
    return (38 - Integer.numberOfLeadingZeros(value | 1)) / 7;
  }
}
