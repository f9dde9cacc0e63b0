package dev.tamis.sstable;

import dev.tamis.storage.AppendableFile;
import dev.tamis.storage.Directory;
import dev.tamis.storage.LittleEndian;
import dev.tamis.storage.SaltedChecksum;
import java.io.Closeable;
import java.io.IOException;

/**
 * Appends blocks to a new file: compression, trailer, buffering. A block is compressed straight
 * into the buffer, and there only if it shrinks by an eighth: less is not worth the time of every
 * read. Not safe for use by several threads.
 */
final class BlockWriter implements Closeable {
  private static final int BUFFER_BYTES = 256 * 1024;

  private final AppendableFile file;
  private final long fileId;
  private final Compression compression;
  private byte[] buffer = new byte[BUFFER_BYTES];
  private int buffered;

  private BlockWriter(AppendableFile file, long fileId, Compression compression) {
    this.file = file;
    this.fileId = fileId;
    this.compression = compression;
  }

  static BlockWriter create(Directory directory, String name, long fileId, Compression compression)
      throws IOException {
    return new BlockWriter(directory.create(name), fileId, compression);
  }

  /** Where the next byte goes. */
  long offset() {
    return file.size() + buffered;
  }

  long fileId() {
    return fileId;
  }

  /** Appends a block and returns its length in the file, trailer included. */
  int write(byte[] payload, int length, int kind) throws IOException {
    int room = compression == Compression.LZ4 ? Lz4.maxCompressedLength(length) : length;
    ensureRoom(room + TableFormat.TRAILER_BYTES);
    long offset = offset();
    int start = buffered;
    int stored = length;
    int method = TableFormat.STORED_RAW;
    if (compression == Compression.LZ4) {
      int compressed = Lz4.compress(payload, 0, length, buffer, start);
      if (isWorthIt(compressed, length)) {
        stored = compressed;
        method = TableFormat.STORED_LZ4;
      }
    }
    if (method == TableFormat.STORED_RAW) {
      System.arraycopy(payload, 0, buffer, start, length);
    }
    buffer[start + stored] = (byte) method;
    LittleEndian.putInt(buffer, start + stored + 1, length);
    int covered = stored + TableFormat.TRAILER_BYTES - Integer.BYTES;
    LittleEndian.putInt(
        buffer, start + covered, SaltedChecksum.of(fileId, offset, kind, buffer, start, covered));
    buffered += stored + TableFormat.TRAILER_BYTES;
    return stored + TableFormat.TRAILER_BYTES;
  }

  /** Appends a large block and returns its length in the file. */
  int writeLarge(
      byte[] key,
      int keyOffset,
      int keyLength,
      long sequence,
      int kind,
      byte[] value,
      int valueOffset,
      int valueLength)
      throws IOException {
    long offset = offset();
    byte[] stored = value;
    int storedOffset = valueOffset;
    int storedLength = valueLength;
    int method = TableFormat.STORED_RAW;
    if (compression == Compression.LZ4
        && valueLength <= LargeBlock.MAX_COMPRESSED_VALUE_BYTES
        && valueLength > 0) {
      byte[] compressed = new byte[Lz4.maxCompressedLength(valueLength)];
      int length = Lz4.compress(value, valueOffset, valueLength, compressed, 0);
      if (isWorthIt(length, valueLength)) {
        stored = compressed;
        storedOffset = 0;
        storedLength = length;
        method = TableFormat.STORED_LZ4;
      }
    }
    byte[] head =
        LargeBlock.encodeHead(
            fileId, offset, key, keyOffset, keyLength, sequence, kind, method, valueLength);
    append(head, 0, head.length);
    append(stored, storedOffset, storedLength);
    byte[] crc = new byte[LargeBlock.CRC_BYTES];
    LittleEndian.putInt(
        crc,
        0,
        SaltedChecksum.of(
            fileId, offset, TableFormat.KIND_LARGE_VALUE, stored, storedOffset, storedLength));
    append(crc, 0, crc.length);
    return head.length + storedLength + crc.length;
  }

  /** Appends bytes that are no block, in pieces if they are many. */
  void append(byte[] bytes, int offset, int length) throws IOException {
    if (length <= BUFFER_BYTES) {
      ensureRoom(length);
      System.arraycopy(bytes, offset, buffer, buffered, length);
      buffered += length;
      return;
    }
    flush();
    for (int done = 0; done < length; done += TableFormat.MAX_IO_BYTES) {
      file.append(bytes, offset + done, Math.min(TableFormat.MAX_IO_BYTES, length - done));
    }
  }

  /** Appends zeros up to the next multiple of 64. */
  void padToLine() throws IOException {
    long offset = offset();
    int length = (int) (TableFormat.alignToLine(offset) - offset);
    append(new byte[length], 0, length);
  }

  /** Writes what is buffered and syncs the file. */
  void sync() throws IOException {
    flush();
    file.sync();
  }

  /** Closes without writing what is buffered. */
  @Override
  public void close() throws IOException {
    file.close();
  }

  private static boolean isWorthIt(int compressed, int length) {
    return compressed <= length - (length >>> 3) && compressed < length;
  }

  private void ensureRoom(int length) throws IOException {
    if (buffer.length - buffered < length) {
      flush();
      if (buffer.length < length) {
        buffer = new byte[length];
      }
    }
  }

  private void flush() throws IOException {
    if (buffered > 0) {
      for (int done = 0; done < buffered; done += TableFormat.MAX_IO_BYTES) {
        file.append(buffer, done, Math.min(TableFormat.MAX_IO_BYTES, buffered - done));
      }
      buffered = 0;
    }
  }
}
