package dev.tamis.engine;

import dev.tamis.sstable.EntryKind;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.FieldReader;
import dev.tamis.storage.UnknownFormatException;
import java.io.IOException;

/**
 * Moves over the operations of a payload in {@link BatchFormat}, without copying or allocating per
 * operation. Every length is checked against its limit and what is left. Not for use by several
 * threads.
 */
final class BatchReader {
  private final String file;
  private final byte[] bytes;
  private final FieldReader fields;
  private final long count;
  private long done;
  private int kind;
  private int keyOffset;
  private int keyLength;
  private int valueOffset;
  private int valueLength;

  /**
   * @param file name for messages
   * @param fileOffset where the payload stands in the file, for messages
   * @throws CorruptionException if there is no count or more operations than could fit
   */
  BatchReader(String file, long fileOffset, byte[] bytes, int offset, int length)
      throws CorruptionException {
    this.file = file;
    this.bytes = bytes;
    this.fields = new FieldReader(file, fileOffset, bytes, offset, length);
    this.count = fields.readInt("batch count") & 0xFFFF_FFFFL;
    long fitting = fields.remaining() / BatchFormat.MIN_OPERATION_BYTES;
    if (count > fitting) {
      throw fields.corrupt("batch count", "at most " + fitting, count);
    }
  }

  /** A reader of the operations of a batch in memory. */
  static BatchReader of(WriteBatch batch) throws CorruptionException {
    return new BatchReader(
        "write batch", 0, batch.array(), BatchFormat.RESERVED_BYTES, batch.payloadLength());
  }

  /** Number of operations in the payload. */
  long count() {
    return count;
  }

  /**
   * Moves to the next operation; false after the last one.
   *
   * @throws CorruptionException if an operation does not fit, or bytes are left behind the last
   * @throws UnknownFormatException if the kind or the keyspace is none of this version
   */
  boolean next() throws IOException {
    if (done == count) {
      fields.expectEnd("batch end");
      return false;
    }
    kind = fields.readByte("batch operation kind");
    if (kind != EntryKind.PUT && kind != EntryKind.DELETE) {
      throw new UnknownFormatException(
          file,
          "batch operation kind at offset " + (fields.offset() - 1),
          "0 (delete), 1 (put)",
          kind);
    }
    long keyspace = fields.readVarint("batch keyspace");
    if (keyspace != 0) {
      throw new UnknownFormatException(
          file, "keyspace of the batch operation before offset " + fields.offset(), 0, keyspace);
    }
    keyLength = fields.readVarint("batch key length", BatchFormat.MAX_KEY_BYTES);
    keyOffset = fields.skip("batch key", keyLength);
    if (kind == EntryKind.PUT) {
      valueLength = fields.readVarint("batch value length", BatchFormat.MAX_VALUE_BYTES);
      valueOffset = fields.skip("batch value", valueLength);
    } else {
      valueLength = 0;
      valueOffset = keyOffset + keyLength;
    }
    done++;
    return true;
  }

  /** The array that keys and values stand in. */
  byte[] bytes() {
    return bytes;
  }

  /** One of {@link EntryKind}: PUT or DELETE. */
  int kind() {
    return kind;
  }

  int keyOffset() {
    return keyOffset;
  }

  int keyLength() {
    return keyLength;
  }

  int valueOffset() {
    return valueOffset;
  }

  /** 0 for a delete. */
  int valueLength() {
    return valueLength;
  }
}
