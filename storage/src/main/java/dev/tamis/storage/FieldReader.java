package dev.tamis.storage;

import java.util.Arrays;
import java.util.Objects;

/**
 * Reads what {@link FieldWriter} wrote, out of a range of a byte array. A field that does not fit
 * in what is left is a {@link CorruptionException} with the file and the field's offset in it; a
 * length is checked against what is left before anything is allocated. Not for use by several
 * threads.
 */
public final class FieldReader {
  private final String file;
  private final long fileOffset;
  private final byte[] bytes;
  private final int start;
  private final int end;
  private int position;

  /**
   * @param file name for messages
   * @param fileOffset where byte {@code start} stands in the file, for messages
   */
  public FieldReader(String file, long fileOffset, byte[] bytes, int start, int length) {
    Objects.checkFromIndexSize(start, length, bytes.length);
    this.file = file;
    this.fileOffset = fileOffset;
    this.bytes = bytes;
    this.start = start;
    this.position = start;
    this.end = start + length;
  }

  public int remaining() {
    return end - position;
  }

  /** Offset in the file of the next field. */
  public long offset() {
    return fileOffset + (position - start);
  }

  public int readByte(String what) throws CorruptionException {
    need(what, 1);
    return bytes[position++] & 0xFF;
  }

  public int readInt(String what) throws CorruptionException {
    need(what, Integer.BYTES);
    int value = LittleEndian.getInt(bytes, position);
    position += Integer.BYTES;
    return value;
  }

  public long readLong(String what) throws CorruptionException {
    need(what, Long.BYTES);
    long value = LittleEndian.getLong(bytes, position);
    position += Long.BYTES;
    return value;
  }

  /** An unsigned varint of at most 63 bits, so that the result is never negative. */
  public long readVarint(String what) throws CorruptionException {
    int first = position;
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      int b = readByte(what);
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    position = first;
    throw corrupt(what, "a varint of at most 63 bits", "more");
  }

  /** A varint between 0 and {@code maximum}. */
  public int readVarint(String what, int maximum) throws CorruptionException {
    int first = position;
    long value = readVarint(what);
    if (value > maximum) {
      position = first;
      throw corrupt(what, "at most " + maximum, value);
    }
    return (int) value;
  }

  /** A varint length of at most {@code maximum} and that many bytes, copied. */
  public byte[] readSized(String what, int maximum) throws CorruptionException {
    int first = position;
    int length = readVarint(what, maximum);
    if (length > remaining()) {
      int there = remaining();
      position = first;
      throw corrupt(what, length + " more bytes", there);
    }
    int from = skip(what, length);
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  /** Passes over {@code length} bytes and returns the array index of the first. */
  public int skip(String what, int length) throws CorruptionException {
    need(what, length);
    int from = position;
    position += length;
    return from;
  }

  /** Fails unless everything was read. */
  public void expectEnd(String what) throws CorruptionException {
    if (position != end) {
      throw corrupt(what, "no more bytes", remaining() + " more");
    }
  }

  /** The error for the place the reader stands at. */
  public CorruptionException corrupt(String what, Object expected, Object actual) {
    return new CorruptionException(file, offset(), what, expected, actual);
  }

  private void need(String what, int length) throws CorruptionException {
    if (length < 0 || length > end - position) {
      throw corrupt(what, length + " more bytes", remaining());
    }
  }
}
