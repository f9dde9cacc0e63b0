package dev.tamis.filter;

import java.nio.ByteBuffer;

/** Small numbers of 1, 2, 4 or 8 bits, packed into words, the first in the lowest bits. */
final class CellArray {
  private final long size;
  private final int cellBits;
  private final int cellsPerWordShift;
  private final long[] words;

  /**
   * All cells 0.
   *
   * @throws IllegalArgumentException if the cells would not fit into one array of bytes
   */
  CellArray(long size, int cellBits) {
    if (size < 1 || size > maxSize(cellBits)) {
      throw new IllegalArgumentException(
          "cells of a filter: actual=" + size + ", expected=1 to " + maxSize(cellBits));
    }
    this.size = size;
    this.cellBits = cellBits;
    this.cellsPerWordShift = 6 - Integer.numberOfTrailingZeros(cellBits);
    this.words = new long[(int) (sizeBytes(size, cellBits) / Long.BYTES)];
  }

  static long maxSize(int cellBits) {
    return BitArray.MAX_SIZE / cellBits;
  }

  /** Bytes of so many cells, a multiple of 8. */
  static long sizeBytes(long size, int cellBits) {
    return (size * cellBits + 63) / 64 * Long.BYTES;
  }

  long size() {
    return size;
  }

  int sizeBytes() {
    return words.length * Long.BYTES;
  }

  int get(long index) {
    return (int) (words[(int) (index >>> cellsPerWordShift)] >>> shift(index)) & mask();
  }

  void set(long index, int value) {
    int word = (int) (index >>> cellsPerWordShift);
    words[word] = (words[word] & ~((long) mask() << shift(index))) | ((long) value << shift(index));
  }

  /** How many cells have the value. */
  long count(int value) {
    long cells = 0;
    for (long i = 0; i < size; i++) {
      cells += get(i) == value ? 1 : 0;
    }
    return cells;
  }

  void writeTo(ByteBuffer out) {
    for (long word : words) {
      out.putLong(word);
    }
  }

  /**
   * Reads exactly {@code size} cells.
   *
   * @throws FilterFormatException if a cell past the last one is not 0
   */
  static CellArray readFrom(ByteBuffer in, long size, int cellBits) throws FilterFormatException {
    CellArray cells = new CellArray(size, cellBits);
    for (int i = 0; i < cells.words.length; i++) {
      cells.words[i] = in.getLong();
    }
    long used = (size * cellBits) & 63;
    if (used != 0 && cells.words[cells.words.length - 1] >>> used != 0) {
      throw new FilterFormatException("cells past the last one", "0", "not 0");
    }
    return cells;
  }

  /** The distance within a word; a shift of a long uses its low six bits only. */
  private int shift(long index) {
    return (int) index * cellBits;
  }

  private int mask() {
    return (1 << cellBits) - 1;
  }
}
