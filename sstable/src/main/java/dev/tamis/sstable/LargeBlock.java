package dev.tamis.sstable;

import dev.tamis.storage.LittleEndian;
import dev.tamis.storage.SaltedChecksum;
import dev.tamis.storage.UnknownFormatException;
import java.io.IOException;
import java.util.Arrays;

/**
 * A block of one entry with more than 32 KiB of key and value. Head and value have checksums of
 * their own: a search that comes here by a filter's false positive reads the head and leaves, and a
 * hit reads the value straight into the array it returns. Never cached.
 *
 * <pre>
 *   0   u16  key length k
 *   2   u8   kind
 *   3   u8   compression of the value: 0 raw, 1 LZ4
 *   4   u32  length of the value
 *   8   u64  sequence
 *   16  k bytes  key
 *       u32  crc of the head so far
 *       value as stored
 *       u32  crc of the value as stored
 * </pre>
 */
final class LargeBlock {
  static final int HEADER_BYTES = 16;
  static final int CRC_BYTES = 4;

  /** Above this the value is stored raw, since compressing needs a second copy in memory. */
  static final int MAX_COMPRESSED_VALUE_BYTES = 64 * 1024 * 1024;

  static final int MAX_STORED_BYTES =
      HEADER_BYTES + TableFormat.MAX_KEY_BYTES + TableFormat.MAX_VALUE_BYTES + 2 * CRC_BYTES;

  private static final int FIRST_READ_BYTES = 1024;

  private final TableFile file;
  private final long offset;
  private final int storedBytes;
  private final byte[] head;
  private final int keyLength;

  private LargeBlock(TableFile file, long offset, int storedBytes, byte[] head, int keyLength) {
    this.file = file;
    this.offset = offset;
    this.storedBytes = storedBytes;
    this.head = head;
    this.keyLength = keyLength;
  }

  /** The head as it is written, its checksum included. */
  static byte[] encodeHead(
      long fileId,
      long offset,
      byte[] key,
      int keyOffset,
      int keyLength,
      long sequence,
      int kind,
      int compression,
      int valueLength) {
    byte[] head = new byte[HEADER_BYTES + keyLength + CRC_BYTES];
    LittleEndian.putU16(head, 0, keyLength);
    head[2] = (byte) kind;
    head[3] = (byte) compression;
    LittleEndian.putInt(head, 4, valueLength);
    LittleEndian.putLong(head, 8, sequence);
    System.arraycopy(key, keyOffset, head, HEADER_BYTES, keyLength);
    int covered = HEADER_BYTES + keyLength;
    int crc = SaltedChecksum.of(fileId, offset, TableFormat.KIND_LARGE_HEAD, head, 0, covered);
    LittleEndian.putInt(head, covered, crc);
    return head;
  }

  /** Reads and checks the head; the value stays on disk. */
  static LargeBlock read(TableFile file, long offset, int storedBytes) throws IOException {
    int least = HEADER_BYTES + 2 * CRC_BYTES;
    if (storedBytes < least) {
      throw file.corrupt(offset, "large block length", "at least " + least, storedBytes);
    }
    byte[] head = new byte[Math.min(storedBytes, FIRST_READ_BYTES)];
    file.read(offset, head, 0, head.length);
    int keyLength = LittleEndian.getU16(head, 0);
    int covered = HEADER_BYTES + keyLength;
    if (covered + 2 * CRC_BYTES > storedBytes) {
      throw file.corrupt(offset, "large block key length", "within the block", keyLength);
    }
    int have = head.length;
    if (have < covered + CRC_BYTES) {
      head = Arrays.copyOf(head, covered + CRC_BYTES);
      file.read(offset + have, head, have, head.length - have);
    }
    int actual = LittleEndian.getInt(head, covered);
    int expected =
        SaltedChecksum.of(file.fileId(), offset, TableFormat.KIND_LARGE_HEAD, head, 0, covered);
    if (actual != expected) {
      throw file.corrupt(
          offset, "large block checksum", TableFormat.hex(expected), TableFormat.hex(actual));
    }
    LargeBlock block = new LargeBlock(file, offset, storedBytes, head, keyLength);
    block.check();
    return block;
  }

  private void check() throws IOException {
    int stored = storedValueBytes();
    int raw = valueLength();
    if (!EntryKind.isKnown(kind())) {
      throw new UnknownFormatException(file.name(), "entry kind", "delete or put", kind());
    }
    if (sequence() < 0 || sequence() > TableFormat.MAX_SEQUENCE) {
      throw file.corrupt(offset, "large block sequence", "at most 56 bits", sequence());
    }
    if (head[3] == TableFormat.STORED_LZ4) {
      file.checkRawLength(offset, stored, raw, "large block value", MAX_COMPRESSED_VALUE_BYTES);
    } else if (head[3] != TableFormat.STORED_RAW) {
      throw file.corrupt(offset, "large block compression", "0 or 1", head[3]);
    } else if (raw != stored) {
      throw file.corrupt(offset, "large block value length", stored, raw);
    }
  }

  /** The array that holds the key. */
  byte[] keyBytes() {
    return head;
  }

  int keyLength() {
    return keyLength;
  }

  int kind() {
    return head[2];
  }

  long sequence() {
    return LittleEndian.getLong(head, 8);
  }

  int valueLength() {
    return LittleEndian.getInt(head, 4);
  }

  int compareKey(byte[] key, int keyOffset, int length) {
    return KeyOrder.compare(head, HEADER_BYTES, keyLength, key, keyOffset, length);
  }

  /** The value in some form; only read if the form needs it. */
  byte[] takeValue(ValueForm form) throws IOException {
    return form == ValueForm.PRESENCE ? Table.PRESENT : form.takeWhole(readValue());
  }

  /** Reads the value into a fresh array. */
  byte[] readValue() throws IOException {
    int stored = storedValueBytes();
    long valueOffset = offset + HEADER_BYTES + keyLength + CRC_BYTES;
    byte[] value = new byte[stored];
    byte[] crc = new byte[CRC_BYTES];
    file.read(valueOffset, value, 0, stored);
    file.read(valueOffset + stored, crc, 0, CRC_BYTES);
    int actual = LittleEndian.getInt(crc, 0);
    int expected =
        SaltedChecksum.of(file.fileId(), offset, TableFormat.KIND_LARGE_VALUE, value, 0, stored);
    if (actual != expected) {
      throw file.corrupt(
          offset, "large value checksum", TableFormat.hex(expected), TableFormat.hex(actual));
    }
    if (head[3] == TableFormat.STORED_RAW) {
      return value;
    }
    byte[] raw = new byte[valueLength()];
    String wrong = Lz4.decompress(value, 0, stored, raw, raw.length);
    if (wrong != null) {
      throw file.corrupt(offset, "large value decompressed", raw.length + " bytes", wrong);
    }
    return raw;
  }

  private int storedValueBytes() {
    return storedBytes - HEADER_BYTES - keyLength - 2 * CRC_BYTES;
  }
}
