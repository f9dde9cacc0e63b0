package dev.tamis.sstable;

import dev.tamis.filter.FilterPartition;
import dev.tamis.filter.FilterPartitionBuilder;
import dev.tamis.filter.KeyHash;
import dev.tamis.filter.PartitionBuilder;
import dev.tamis.filter.RibbonPartitionBuilder;
import dev.tamis.storage.SaltedChecksum;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects filter and index partitions while the data blocks are written, and writes everything
 * behind them. Not safe for use by several threads.
 */
final class PartitionsWriter {
  private static final int BITS_PER_LINE = 8 * TableFormat.LINE_BYTES;

  private final BlockWriter out;
  private final TableOptions options;

  /** Null if the table has no filter; so is its audit. */
  private final PartitionBuilder filter;

  private final FilterAudit audit;

  private final int filterKeysTarget;
  private final IndexPartitionBuilder index = new IndexPartitionBuilder();
  private final List<byte[]> filters = new ArrayList<>();
  private final List<byte[]> indexes = new ArrayList<>();
  private final List<byte[]> fenceKeys = new ArrayList<>();
  private long[] fenceSequences = new long[16];
  private int[] fenceFilters = new int[16];
  private int blocks;
  private long filterBytes;
  private long indexBytes;
  private long filterLines;
  private double keysTimesRate;
  private long fedXor;

  PartitionsWriter(
      BlockWriter out, TableOptions options, PartitionBuilder filter, FilterAudit audit) {
    this.out = out;
    this.options = options;
    this.filter = filter;
    this.audit = audit;
    this.filterKeysTarget = filter == null ? Integer.MAX_VALUE : filterKeysTarget(options);
  }

  /** A new user key. */
  void addKey(long hash) {
    if (filter != null) {
      filter.add(hash);
      fedXor ^= hash;
    }
  }

  private static int filterKeysTarget(TableOptions options) {
    double bitsPerKey =
        Math.min(options.filterBitsPerKey(), FilterPartitionBuilder.MAX_BITS_PER_KEY);
    int keys = (int) Math.max(1, options.filterPartitionBytes() * 8.0 / bitsPerKey);
    return options.filterKind() == FilterKind.RIBBON
        ? Math.min(keys, RibbonPartitionBuilder.MAX_USEFUL_KEYS)
        : keys;
  }

  /** A data block that is written, with the border behind it. */
  void addBlock(byte[] separator, long sequence, long offset, int storedBytes, boolean large) {
    index.add(separator, sequence, blocks++, offset, storedBytes, large);
  }

  /**
   * Cuts at a data block's border what has reached its target.
   *
   * @param betweenKeys whether the border lies between different user keys
   */
  void cutIfFull(boolean betweenKeys) throws IOException {
    boolean filterFull = betweenKeys && filter != null && filter.keyCount() >= filterKeysTarget;
    if (filterFull || index.sizeBytes() >= options.indexPartitionBytes()) {
      cutIndex();
    }
    if (filterFull) {
      cutFilter();
    }
  }

  long sizeBytes() {
    long unbuilt = filter == null ? 0 : (long) (filter.keyCount() * options.filterBitsPerKey() / 8);
    return filterBytes + unbuilt + indexBytes + index.sizeBytes();
  }

  private void cutIndex() {
    int fence = fenceKeys.size();
    if (fence == fenceSequences.length) {
      fenceSequences = Arrays.copyOf(fenceSequences, 2 * fence);
      fenceFilters = Arrays.copyOf(fenceFilters, 2 * fence);
    }
    fenceKeys.add(index.lastSeparator());
    fenceSequences[fence] = index.lastSequence();
    // Without a filter all fences name partition 0, which does not exist.
    fenceFilters[fence] = filters.size();
    byte[] encoded = index.encode();
    indexes.add(encoded);
    indexBytes += encoded.length + TableFormat.TRAILER_BYTES;
    index.clear();
  }

  private void cutFilter() throws IOException {
    int keys = filter.keyCount();
    // The offset within the filter section: the section's own is not known yet, and the file id
    // in the salt tells files apart.
    int salt = filterSalt(out.fileId(), filterBytes);
    byte[] partition = filter.build(options.filterBitsPerKey(), salt);
    FilterPartition.Header header = audit.checkPartition(partition, salt, fedXor);
    fedXor = 0;
    filters.add(partition);
    filterBytes += partition.length;
    filterLines += header.lineCount();
    keysTimesRate += keys * header.expectedRate();
    filter.reset();
  }

  /** What ties a filter partition to its place. */
  static int filterSalt(long fileId, long offsetInSection) {
    return SaltedChecksum.salt(fileId, offsetInSection, TableFormat.KIND_FILTER);
  }

  /** Writes all sections behind the data blocks. */
  TableProperties finish(long dataEnd, TableTally tally, byte[] lastKey, KeyHash hash)
      throws IOException {
    if (!index.isEmpty()) {
      cutIndex();
      if (filter != null) {
        cutFilter();
      }
    }
    out.padToLine();
    long filterOffset = out.offset();
    int[] lines = new int[filters.size()];
    for (int i = 0; i < lines.length; i++) {
      byte[] partition = filters.get(i);
      lines[i] = (partition.length - FilterPartition.HEADER_BYTES) / TableFormat.LINE_BYTES;
      out.append(partition, 0, partition.length);
    }
    long indexOffset = out.offset();
    int[] storedIndexBytes = new int[indexes.size()];
    for (int i = 0; i < storedIndexBytes.length; i++) {
      byte[] partition = indexes.get(i);
      storedIndexBytes[i] = out.write(partition, partition.length, TableFormat.KIND_INDEX);
    }
    long indexEnd = out.offset();
    TableProperties draft =
        properties(out.fileId(), tally, lastKey, dataEnd, indexEnd - indexOffset);
    byte[] encoded = new TablePropertiesCodec(draft, hash.id(), hash.seed()).encode();
    int propertiesBytes = out.write(encoded, encoded.length, TableFormat.KIND_PROPERTIES);
    long topOffset = out.offset();
    byte[] top = TopIndex.encode(fenceKeys, fenceSequences, fenceFilters, storedIndexBytes, lines);
    int topBytes = out.write(top, top.length, TableFormat.KIND_TOP_INDEX);
    Footer footer =
        new Footer(
            dataEnd,
            filterOffset,
            filterBytes,
            indexOffset,
            indexEnd - indexOffset,
            indexEnd,
            propertiesBytes,
            topOffset,
            topBytes,
            topOffset + topBytes + Footer.BYTES,
            out.fileId());
    if (filter != null) {
      audit.checkFences(top, footer, filters);
    }
    out.append(footer.encode(), 0, Footer.BYTES);
    return draft.withSizes(footer.fileSize(), footer.indexLength() + topBytes);
  }

  private TableProperties properties(
      long fileId, TableTally tally, byte[] lastKey, long dataEnd, long indexSectionBytes) {
    long keys = tally.distinctKeys();
    boolean filtered = !filters.isEmpty();
    return new TableProperties(
        fileId,
        0,
        tally.entries(),
        tally.tombstones(),
        keys,
        tally.firstKey(),
        lastKey,
        tally.smallestSequence(),
        tally.largestSequence(),
        tally.rawKeyBytes(),
        tally.rawValueBytes(),
        dataEnd,
        filterBytes,
        indexSectionBytes,
        blocks,
        filters.size(),
        indexes.size(),
        filtered ? (double) filterLines * BITS_PER_LINE / keys : 0,
        filtered ? keysTimesRate / keys : 1);
  }
}
