package dev.tamis.sstable;

import java.util.Objects;

/**
 * How a table is laid out. All sizes are soft targets: a block or partition is cut at the first
 * allowed place, not in the middle of what belongs together.
 *
 * @param blockSizeBytes uncompressed size of a data block, {@value #MIN_BLOCK_BYTES} to {@value
 *     #MAX_BLOCK_BYTES}
 * @param filterPartitionBytes size of a filter partition without its 64-byte header, 64 to 262,144
 * @param indexPartitionBytes uncompressed size of an index partition, 64 to 1,048,576
 * @param filterBitsPerKey filter memory per distinct user key, 0 to {@value #MAX_BITS_PER_KEY};
 *     below {@value #MIN_BITS_PER_KEY} the table gets no filter at all, since a filter that says
 *     "maybe" to nearly everything only costs
 * @param filterKind what those bits are spent on
 * @param compression what blocks are tried with
 */
public record TableOptions(
    int blockSizeBytes,
    int filterPartitionBytes,
    int indexPartitionBytes,
    double filterBitsPerKey,
    FilterKind filterKind,
    Compression compression) {

  public static final int MIN_BLOCK_BYTES = 64;

  /** An entry must start below 32 KiB, so a larger block could not be filled. */
  public static final int MAX_BLOCK_BYTES = 32 * 1024;

  /** With fewer bits than this there is no filter. */
  public static final double MIN_BITS_PER_KEY = 1;

  public static final double MAX_BITS_PER_KEY = 100;

  /** 4 KiB blocks, 16 KiB filter partitions, 4 KiB index partitions, 10 bits per key, LZ4. */
  public static final TableOptions DEFAULT =
      new TableOptions(4096, 16 * 1024, 4096, 10, FilterKind.LINES, Compression.LZ4);

  /**
   * @throws IllegalArgumentException if a value is outside its range
   */
  public TableOptions {
    check("blockSizeBytes", blockSizeBytes, MIN_BLOCK_BYTES, MAX_BLOCK_BYTES);
    check("filterPartitionBytes", filterPartitionBytes, 64, 256 * 1024);
    check("indexPartitionBytes", indexPartitionBytes, 64, 1024 * 1024);
    if (!(filterBitsPerKey >= 0 && filterBitsPerKey <= MAX_BITS_PER_KEY)) {
      throw new IllegalArgumentException(
          "filterBitsPerKey: actual=" + filterBitsPerKey + ", expected=0 to " + MAX_BITS_PER_KEY);
    }
    Objects.requireNonNull(filterKind, "filterKind");
    Objects.requireNonNull(compression, "compression");
  }

  /** The same but for the filter. */
  public TableOptions withFilter(FilterKind kind, double bitsPerKey) {
    return new TableOptions(
        blockSizeBytes, filterPartitionBytes, indexPartitionBytes, bitsPerKey, kind, compression);
  }

  /** Whether the table gets a filter. */
  public boolean hasFilter() {
    return filterBitsPerKey >= MIN_BITS_PER_KEY;
  }

  private static void check(String name, int actual, int least, int most) {
    if (actual < least || actual > most) {
      throw new IllegalArgumentException(
          name + ": actual=" + actual + ", expected=" + least + " to " + most);
    }
  }
}
