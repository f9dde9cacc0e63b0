package dev.tamis.sstable;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.LittleEndian;
import dev.tamis.storage.SaltedChecksum;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;

/**
 * Reads blocks of one table file: bytes, checksum, decompression. Callers have checked that offset
 * and length lie inside the file. Safe for any number of threads.
 */
final class TableFile {
  private final OpenFiles files;
  private final String name;
  private final long fileId;
  private volatile boolean closed;

  TableFile(OpenFiles files, String name, long fileId) {
    this.files = files;
    this.name = name;
    this.fileId = fileId;
  }

  String name() {
    return name;
  }

  long fileId() {
    return fileId;
  }

  /** Fills a stretch of an array; long ones in pieces, so that no read holds much at once. */
  void read(long offset, byte[] target, int targetOffset, int length) throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    try {
      for (int done = 0; done < length; done += TableFormat.MAX_IO_BYTES) {
        int piece = Math.min(TableFormat.MAX_IO_BYTES, length - done);
        files.read(name, offset + done, ByteBuffer.wrap(target, targetOffset + done, piece));
      }
    } catch (EOFException e) {
      throw new CorruptionException(
          name, offset, "file length", "at least " + (offset + length), "less", e);
    } catch (NoSuchFileException e) {
      if (closed) {
        ClosedChannelException race = new ClosedChannelException();
        race.addSuppressed(e);
        throw race;
      }
      throw e;
    } finally {
      if (closed) {
        // The read may have opened the file again after close() had given its handle back.
        files.forget(name);
      }
    }
  }

  /**
   * Reads a block.
   *
   * @param storedBytes length in the file, trailer included
   * @param kind one of the kinds of {@link TableFormat}
   * @param what name of the kind, for messages
   * @param maxRawBytes largest payload a block of this kind can have
   */
  Payload readBlock(long offset, int storedBytes, int kind, String what, int maxRawBytes)
      throws IOException {
    int stored = storedBytes - TableFormat.TRAILER_BYTES;
    if (stored <= 0 || stored > maxRawBytes) {
      throw corrupt(offset, what + " stored length", "1 to " + maxRawBytes, stored);
    }
    byte[] bytes = new byte[storedBytes];
    read(offset, bytes, 0, storedBytes);
    int covered = storedBytes - Integer.BYTES;
    int actual = LittleEndian.getInt(bytes, covered);
    int expected = SaltedChecksum.of(fileId, offset, kind, bytes, 0, covered);
    if (actual != expected) {
      throw corrupt(offset, what + " checksum", TableFormat.hex(expected), TableFormat.hex(actual));
    }
    int rawLength = LittleEndian.getInt(bytes, stored + 1);
    return switch (bytes[stored]) {
      case TableFormat.STORED_RAW -> {
        if (rawLength != stored) {
          throw corrupt(offset, what + " raw length", stored, rawLength);
        }
        yield new Payload(bytes, stored);
      }
      case TableFormat.STORED_LZ4 ->
          decompress(offset, bytes, stored, rawLength, what, maxRawBytes);
      default -> throw corrupt(offset, what + " compression", "0 or 1", bytes[stored]);
    };
  }

  private Payload decompress(
      long offset, byte[] bytes, int stored, int rawLength, String what, int maxRawBytes)
      throws CorruptionException {
    checkRawLength(offset, stored, rawLength, what, maxRawBytes);
    byte[] raw = new byte[rawLength + TableFormat.SLACK_BYTES];
    String wrong = Lz4.decompress(bytes, 0, stored, raw, rawLength);
    if (wrong != null) {
      throw corrupt(offset, what + " decompressed", rawLength + " bytes", wrong);
    }
    return new Payload(raw, rawLength);
  }

  /** LZ4 grows nothing by more than 255 times, so a larger claim is not worth an allocation. */
  void checkRawLength(long offset, int stored, int rawLength, String what, int maxRawBytes)
      throws CorruptionException {
    long most = Math.min(maxRawBytes, 255L * stored);
    if (rawLength <= 0 || rawLength > most) {
      throw corrupt(offset, what + " raw length", "1 to " + most, rawLength);
    }
  }

  CorruptionException corrupt(long offset, String what, Object expected, Object actual) {
    return new CorruptionException(name, offset, what, expected, actual);
  }

  /** Gives the handle back; later reads throw {@link ClosedChannelException}. */
  void close() throws IOException {
    closed = true;
    files.forget(name);
  }
}
