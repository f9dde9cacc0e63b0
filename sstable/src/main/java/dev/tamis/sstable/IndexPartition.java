package dev.tamis.sstable;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.FieldReader;

/**
 * A decoded index partition: which data block holds a key, for the data blocks of one stretch of
 * the table. Data blocks lie one behind the other, so lengths are enough. Immutable and safe for
 * any number of threads.
 *
 * <pre>
 *   varint number of the first data block in the table
 *   varint its offset
 *   separators (see Separators), one per data block
 *   for each data block: varint stored bytes, trailer included, * 2 + (1 if large)
 * </pre>
 */
final class IndexPartition extends CachedBlock {
  private static final int OBJECT_BYTES = 104;

  private static final int MAX_STORED =
      TableFormat.MAX_DATA_BLOCK_BYTES + TableFormat.TRAILER_BYTES;

  private final Separators separators;
  private final int firstBlock;

  /** count + 1 of them; block i lies between i and i + 1. */
  private final long[] offsets;

  private final boolean[] large;

  private IndexPartition(
      Separators separators, int firstBlock, long[] offsets, boolean[] large, int chargedBytes) {
    super(chargedBytes);
    this.separators = separators;
    this.firstBlock = firstBlock;
    this.offsets = offsets;
    this.large = large;
  }

  /**
   * Decodes a payload whose checksum was verified.
   *
   * @param dataBlocks number of data blocks in the table
   * @param dataEnd where the data blocks end
   */
  static IndexPartition decode(FieldReader in, byte[] bytes, int dataBlocks, long dataEnd)
      throws CorruptionException {
    int firstBlock = in.readVarint("first block", dataBlocks);
    long offset = in.readVarint("first block offset");
    Separators separators = Separators.decode(in, bytes);
    int count = separators.count();
    if (count == 0 || count > dataBlocks - firstBlock || offset > dataEnd) {
      throw in.corrupt("index partition", "blocks within " + dataBlocks, firstBlock + "+" + count);
    }
    long[] offsets = new long[count + 1];
    boolean[] large = new boolean[count];
    offsets[0] = offset;
    for (int i = 0; i < count; i++) {
      long word = in.readVarint("block length");
      long length = word >>> 1;
      large[i] = (word & 1) != 0;
      long most = Math.min(large[i] ? LargeBlock.MAX_STORED_BYTES : MAX_STORED, dataEnd - offset);
      if (length <= TableFormat.TRAILER_BYTES || length > most) {
        throw in.corrupt("block length", "10 to " + most, length);
      }
      offset += length;
      offsets[i + 1] = offset;
    }
    in.expectEnd("index partition");
    long charged = OBJECT_BYTES + separators.memoryBytes() + 9L * count;
    return new IndexPartition(separators, firstBlock, offsets, large, (int) charged);
  }

  /** The block that holds (key, sequence) if any does, or {@link #count} if it is behind all. */
  int find(byte[] key, int offset, int length, long sequence) {
    return separators.find(key, offset, length, sequence);
  }

  int count() {
    return large.length;
  }

  /** Number in the table of block i. */
  int blockNumber(int i) {
    return firstBlock + i;
  }

  long offset(int i) {
    return offsets[i];
  }

  /** Bytes of block i in the file, its trailer included. */
  int storedBytes(int i) {
    return (int) (offsets[i + 1] - offsets[i]);
  }

  boolean isLarge(int i) {
    return large[i];
  }

  byte[] separator(int i) {
    return separators.key(i);
  }

  long separatorSequence(int i) {
    return separators.sequence(i);
  }
}
