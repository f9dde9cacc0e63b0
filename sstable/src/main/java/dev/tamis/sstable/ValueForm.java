package dev.tamis.sstable;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a point read does with the value it finds: a fresh copy, nothing but the fact, or the bytes
 * in a place of the caller's. One class with a switch, since every hit passes here and a call of an
 * interface with four implementations could not be inlined.
 */
public final class ValueForm {
  /** A fresh array for each value. */
  public static final ValueForm COPY = new ValueForm(null, null);

  /** {@link Table#PRESENT}; the value's bytes are not touched. */
  public static final ValueForm PRESENCE = new ValueForm(null, null);

  private final byte[] array;
  private final ByteBuffer buffer;
  private int length = -1;

  private ValueForm(byte[] array, ByteBuffer buffer) {
    this.array = array;
    this.buffer = buffer;
  }

  /** Into this array from its start on, as much as fits, for one read; {@link #length} tells. */
  public static ValueForm into(byte[] destination) {
    return new ValueForm(destination, null);
  }

  /**
   * Into this buffer from its position on, as much as fits, for one read; the position moves on.
   */
  public static ValueForm into(ByteBuffer destination) {
    return new ValueForm(null, destination);
  }

  /** Length of the value that was found, be it more than fits; -1 before one was. */
  public int length() {
    return length;
  }

  /**
   * Takes a value that lies in a part of an array.
   *
   * @return what the read answers: the copy, or {@link Table#PRESENT}
   */
  public byte[] take(byte[] bytes, int from, int to) {
    if (this == COPY) {
      return Arrays.copyOfRange(bytes, from, to);
    }
    if (this != PRESENCE) {
      deliver(bytes, from, to);
    }
    return Table.PRESENT;
  }

  /** Takes a value that fills a fresh array. */
  byte[] takeWhole(byte[] fresh) {
    return this == COPY ? fresh : take(fresh, 0, fresh.length);
  }

  private void deliver(byte[] bytes, int from, int to) {
    length = to - from;
    if (array != null) {
      System.arraycopy(bytes, from, array, 0, Math.min(length, array.length));
    } else {
      buffer.put(bytes, from, Math.min(length, buffer.remaining()));
    }
  }
}
