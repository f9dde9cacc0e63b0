package dev.tamis.filter;

import java.nio.ByteBuffer;

/**
 * The table of a ribbon filter, probed where it lies: blocks of 64 rows, each block one long per
 * column. Stateless and thread-safe. The idea and its numbers are in {@link RibbonFilter}.
 */
final class RibbonRows {
  private RibbonRows() {}

  /**
   * Whether a key of this hash may have been among those that the table was solved for. False is
   * certain. Touches one block, or two that lie side by side.
   *
   * @param rows a little-endian buffer
   * @param offset absolute index of the first block
   * @param attempt which coefficients the table was solved for
   */
  static boolean mightContain(
      ByteBuffer rows, int offset, int blocks, int columns, int attempt, long keyHash) {
    long mixed = RibbonEquation.mix(keyHash, attempt);
    long coefficients = RibbonEquation.coefficients(mixed);
    int start = RibbonEquation.start(mixed, blocks);
    int inBlock = start & (RibbonFilter.BLOCK_SLOTS - 1);
    int at = offset + (start / RibbonFilter.BLOCK_SLOTS) * columns * Long.BYTES;
    int next = inBlock == 0 ? at : at + columns * Long.BYTES;
    long here = coefficients << inBlock;
    // With the whole row in one block, no coefficient is left for the next one.
    long there = inBlock == 0 ? 0 : coefficients >>> -inBlock;
    int wrong = 0;
    int fingerprint = RibbonEquation.fingerprint(mixed, columns);
    for (int column = 0; column < columns; column++) {
      long terms = (rows.getLong(at) & here) ^ (rows.getLong(next) & there);
      wrong |= (Long.bitCount(terms) ^ (fingerprint >>> column)) & 1;
      at += Long.BYTES;
      next += Long.BYTES;
    }
    return wrong == 0;
  }

  /** Reads a word of the block where the key's row begins. */
  static long touch(
      ByteBuffer rows, int offset, int blocks, int columns, int attempt, long keyHash) {
    int start = RibbonEquation.start(RibbonEquation.mix(keyHash, attempt), blocks);
    return rows.getLong(offset + (start / RibbonFilter.BLOCK_SLOTS) * columns * Long.BYTES);
  }
}
