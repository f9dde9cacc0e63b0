package dev.tamis.sstable;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.FieldReader;
import dev.tamis.storage.FieldWriter;
import java.util.List;

/**
 * The pinned root of a table: one fence per index partition. A single search gives both the filter
 * partition to ask and the index partition to go on in, so a "maybe" costs no second search.
 * Immutable and safe for any number of threads.
 *
 * <pre>
 *   separators (see Separators), one per index partition
 *   for each: varint 1 if its filter partition is the next one, 0 if that of the fence before
 *             varint stored bytes of the index partition, trailer included
 *   varint number of filter partitions, 0 without a filter
 *   for each: varint number of lines
 * </pre>
 */
final class TopIndex {
  /** 16 MiB of lines; partitions are far smaller. */
  private static final int MAX_FILTER_LINES = 1 << 18;

  private final Separators separators;
  private final int[] filterPartitions;
  private final long[] indexOffsets;
  private final long[] filterOffsets;

  private TopIndex(
      Separators separators, int[] filterPartitions, long[] indexOffsets, long[] filterOffsets) {
    this.separators = separators;
    this.filterPartitions = filterPartitions;
    this.indexOffsets = indexOffsets;
    this.filterOffsets = filterOffsets;
  }

  /**
   * Encodes a top index.
   *
   * @param filterOf filter partition of each fence
   * @param indexBytes stored bytes of each index partition
   * @param filterLines lines of each filter partition
   */
  static byte[] encode(
      List<byte[]> keys, long[] sequences, int[] filterOf, int[] indexBytes, int[] filterLines) {
    FieldWriter out = new FieldWriter(1024);
    Separators.encode(out, keys, sequences);
    int filter = 0;
    for (int i = 0; i < keys.size(); i++) {
      out.putVarint(filterOf[i] - filter).putVarint(indexBytes[i]);
      filter = filterOf[i];
    }
    out.putVarint(filterLines.length);
    for (int lines : filterLines) {
      out.putVarint(lines);
    }
    return out.toByteArray();
  }

  /** Decodes a payload whose checksum was verified, and checks it against the footer. */
  static TopIndex decode(FieldReader in, byte[] bytes, Footer footer) throws CorruptionException {
    Separators separators = Separators.decode(in, bytes);
    int count = separators.count();
    int[] filterPartitions = new int[count];
    long[] indexOffsets = new long[count + 1];
    long most = TableFormat.MAX_INDEX_PARTITION_BYTES;
    indexOffsets[0] = footer.indexOffset();
    for (int i = 0; i < count; i++) {
      int step = in.readVarint("filter partition step", i == 0 ? 0 : 1);
      filterPartitions[i] = step + (i == 0 ? 0 : filterPartitions[i - 1]);
      long length = in.readVarint("index partition length");
      if (length <= TableFormat.TRAILER_BYTES || length > most) {
        throw in.corrupt("index partition length", "10 to " + most, length);
      }
      indexOffsets[i + 1] = indexOffsets[i] + length;
    }
    expect(in, "end of the index partitions", footer.indexEnd(), indexOffsets[count]);
    int filters = in.readVarint("filter partition count", in.remaining());
    int used = count == 0 ? 0 : filterPartitions[count - 1] + 1;
    if (filters != used && (filters != 0 || used != 1)) {
      throw in.corrupt("filter partition count", used, filters);
    }
    long[] filterOffsets = new long[filters + 1];
    filterOffsets[0] = footer.filterOffset();
    for (int i = 0; i < filters; i++) {
      int lines = in.readVarint("filter line count", MAX_FILTER_LINES);
      if (lines == 0) {
        throw in.corrupt("filter line count", "at least 1", 0);
      }
      filterOffsets[i + 1] = filterOffsets[i] + (1L + lines) * TableFormat.LINE_BYTES;
    }
    expect(in, "end of the filter partitions", footer.filterEnd(), filterOffsets[filters]);
    in.expectEnd("top index");
    return new TopIndex(separators, filterPartitions, indexOffsets, filterOffsets);
  }

  private static void expect(FieldReader in, String what, long expected, long actual)
      throws CorruptionException {
    if (expected != actual) {
      throw in.corrupt(what, expected, actual);
    }
  }

  /** The fence that (key, sequence) belongs to, or {@link #count} if it is behind the table. */
  int find(byte[] key, int offset, int length, long sequence) {
    return separators.find(key, offset, length, sequence);
  }

  int count() {
    return filterPartitions.length;
  }

  /** The filter partition that holds the keys of a fence. */
  int filterPartition(int fence) {
    return filterPartitions[fence];
  }

  /** Number of filter partitions, 0 without a filter. */
  int filterCount() {
    return filterOffsets.length - 1;
  }

  long filterOffset(int partition) {
    return filterOffsets[partition];
  }

  int filterBytes(int partition) {
    return (int) (filterOffsets[partition + 1] - filterOffsets[partition]);
  }

  long indexOffset(int fence) {
    return indexOffsets[fence];
  }

  int indexBytes(int fence) {
    return (int) (indexOffsets[fence + 1] - indexOffsets[fence]);
  }

  byte[] separator(int fence) {
    return separators.key(fence);
  }

  long separatorSequence(int fence) {
    return separators.sequence(fence);
  }

  long memoryBytes() {
    return 112 + separators.memoryBytes() + 12L * count() + 8L * (2 + filterCount());
  }
}
