package dev.tamis.storage;

import java.util.Arrays;

/**
 * A growing byte array with the field types of the store's formats: little-endian integers, LEB128
 * varints (7 bits a byte, least first, high bit set on all but the last) and length-prefixed bytes.
 * Not for use by several threads.
 */
public final class FieldWriter {
  private static final long MAX_ARRAY = Integer.MAX_VALUE - 8;

  private byte[] bytes;
  private int size;

  public FieldWriter(int initialCapacityBytes) {
    bytes = new byte[Math.max(16, initialCapacityBytes)];
  }

  public FieldWriter putByte(int value) {
    ensure(1);
    bytes[size++] = (byte) value;
    return this;
  }

  public FieldWriter putInt(int value) {
    ensure(Integer.BYTES);
    LittleEndian.putInt(bytes, size, value);
    size += Integer.BYTES;
    return this;
  }

  public FieldWriter putLong(long value) {
    ensure(Long.BYTES);
    LittleEndian.putLong(bytes, size, value);
    size += Long.BYTES;
    return this;
  }

  /** Appends a varint of a value that is not negative: 1 byte below 128, at most 9. */
  public FieldWriter putVarint(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("varint: actual=" + value + ", expected=0 or more");
    }
    ensure(9);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
    return this;
  }

  /** Appends raw bytes without a length. */
  public FieldWriter putBytes(byte[] source, int offset, int length) {
    ensure(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
    return this;
  }

  /** Appends a varint length and the bytes. */
  public FieldWriter putSized(byte[] source) {
    return putVarint(source.length).putBytes(source, 0, source.length);
  }

  /** The array behind, valid up to {@link #size} and until the next put. */
  public byte[] array() {
    return bytes;
  }

  public int size() {
    return size;
  }

  /** A copy of what was written. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** Forgets everything and keeps the capacity. */
  public void clear() {
    size = 0;
  }

  private void ensure(int more) {
    if (bytes.length - size < more) {
      long wanted = Math.max((long) size + more, Math.min(2L * bytes.length, MAX_ARRAY));
      if (wanted > MAX_ARRAY) {
        throw new IllegalArgumentException(
            "too large for one array: actual=" + wanted + ", maximum=" + MAX_ARRAY);
      }
      bytes = Arrays.copyOf(bytes, (int) wanted);
    }
  }
}
