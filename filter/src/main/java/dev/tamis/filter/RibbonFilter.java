package dev.tamis.filter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A filter of keys that are all known beforehand, within a tenth of the fewest bits that any filter
 * can have. Immutable and thread-safe, also if handed to another thread without synchronisation.
 * {@link RibbonBuilder} makes one.
 */
public final class RibbonFilter implements MembershipFilter {
  /*
   * Idea. Each key asks that the xor of some rows of a table is its fingerprint: 64 coefficients, one
   * bit each, over 64 rows in a row, starting anywhere. With a few per cent more rows than keys this
   * system of equations has a solution, and the table is the solution. For another key the xor is any
   * of 2^r fingerprints of r bits: rate 2^-r, whatever the number of keys.
   *
   * Layout. 64 rows are a block, and each of the r columns of a block is one long: a look-up is, per
   * column, the parity of the coefficients with 64 bits of two neighbouring blocks. With r = 8 a block
   * is one line of 64 bytes, and a look-up touches one or two adjacent ones.
   *
   * Numbers. r = 7 (0.78 %) at 7.5 bits per key, r = 8 (0.39 %) at 8.5 for 4,096 keys: 0.39 % costs a
   * standard Bloom filter 11.5 bits and a blocked one 12.2. Rows per key by number of keys, and what
   * building does if they are too few, in RibbonBuilder. A look-up takes two to three times a blocked
   * filter's time, building ten times.
   *
   * Limits. No additions. Rates are powers of two. Made for partitions of a few thousand keys: the rows
   * that are wasted grow with the number of keys, to 1.13 per key at a million.
   *
   * Paper: Dillinger, Walzer, "Ribbon filter: practically smaller than Bloom and Xor" (2021).
   */
  static final int TYPE = 6;

  static final int BLOCK_SLOTS = 64;
  static final int MAX_COLUMNS = 32;

  private static final int MAX_BLOCKS = (Integer.MAX_VALUE - 1023) / Long.BYTES / MAX_COLUMNS;

  private final KeyHash hash;
  private final int keyCount;
  private final int blocks;
  private final int columns;
  private final int attempt;
  private final ByteBuffer rows;

  /** A table of rows that solves the equations of its keys under the attempt's coefficients. */
  RibbonFilter(KeyHash hash, int keyCount, int blocks, int columns, int attempt, ByteBuffer rows) {
    this.hash = hash;
    this.keyCount = keyCount;
    this.blocks = blocks;
    this.columns = columns;
    this.attempt = attempt;
    this.rows = rows;
  }

  /**
   * The filter that {@link #toBytes} wrote.
   *
   * @throws FilterFormatException if the bytes are anything else
   */
  public static RibbonFilter fromBytes(byte[] bytes) throws FilterFormatException {
    FilterHeader.Decoded in = FilterHeader.decode(bytes, TYPE);
    FilterHeader header = in.header();
    header.requireCells((long) MAX_BLOCKS * BLOCK_SLOTS);
    FilterHeader.require(
        header.cells() % BLOCK_SLOTS == 0, "cells", "a multiple of 64", header.cells());
    header.requirePlaces(1, 1);
    header.requireCellBits(1, MAX_COLUMNS);
    FilterHeader.require(
        header.parameter() >= 0 && header.parameter() < RibbonBuilder.MAX_ATTEMPTS,
        "attempt",
        "0 to " + (RibbonBuilder.MAX_ATTEMPTS - 1),
        header.parameter());
    FilterHeader.require(
        header.keyCount() == header.expectedKeys() && header.keyCount() <= Integer.MAX_VALUE,
        "key count",
        header.expectedKeys(),
        header.keyCount());
    int blocks = (int) (header.cells() / BLOCK_SLOTS);
    int columns = header.cellBits();
    in.requirePayload((long) blocks * columns * Long.BYTES);
    ByteBuffer rows = allocate(blocks, columns);
    rows.duplicate().put(in.payload());
    return new RibbonFilter(
        header.hash(), (int) header.keyCount(), blocks, columns, header.parameter(), rows);
  }

  @Override
  public boolean mightContainHash(long keyHash) {
    return RibbonRows.mightContain(rows, 0, blocks, columns, attempt, keyHash);
  }

  @Override
  public KeyHash hash() {
    return hash;
  }

  @Override
  public long expectedKeys() {
    return keyCount;
  }

  @Override
  public long keyCount() {
    return keyCount;
  }

  /** 2^-columns for any number of keys. */
  @Override
  public double expectedFpr(long keys) {
    return StrictMath.pow(2, -columns);
  }

  /** The same as {@link #expectedFpr}: it does not depend on the bits. */
  @Override
  public double currentFpr() {
    return expectedFpr(keyCount);
  }

  /** Keys per slot; above 1 only if many keys were equal. */
  @Override
  public double fillRatio() {
    return Math.min(1, (double) keyCount / (blocks * (double) BLOCK_SLOTS));
  }

  @Override
  public long bitSize() {
    return (long) blocks * BLOCK_SLOTS * columns;
  }

  /** Always 1: a key is one equation. */
  @Override
  public int hashCount() {
    return 1;
  }

  /** How many rows, in blocks of 64. */
  int blocks() {
    return blocks;
  }

  /** Which coefficients the equations were solved under. */
  int attempt() {
    return attempt;
  }

  /** The table, to be read only. */
  ByteBuffer rows() {
    return rows;
  }

  /** How many bits a fingerprint has. */
  public int columns() {
    return columns;
  }

  /** The number of keys built from, equal neighbours counted once. */
  @Override
  public Cardinality cardinality() {
    return Cardinality.exactly(keyCount);
  }

  @Override
  public byte[] toBytes() {
    FilterHeader header =
        new FilterHeader(
            TYPE, hash, keyCount, keyCount, (long) blocks * BLOCK_SLOTS, 1, columns, attempt);
    return header.encode(rows.capacity(), out -> out.put(rows.duplicate()));
  }

  /** Zeroed memory of whole lines, cut to the blocks. */
  static ByteBuffer allocate(int blocks, int columns) {
    int bytes = Math.multiplyExact(blocks, columns * Long.BYTES);
    int lines = (bytes + SplitLine.BYTES - 1) / SplitLine.BYTES;
    return SplitLine.allocate(lines).slice(0, bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
