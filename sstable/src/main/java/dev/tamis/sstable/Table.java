package dev.tamis.sstable;

import dev.tamis.filter.KeyHash;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.UnknownFormatException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An immutable sorted table, open for reading. Safe for any number of threads; reads take no lock.
 *
 * <p>A point read goes one way: fences (pinned), one line of one filter partition, and only after a
 * "maybe" index partition, data block, value. With those cached, an absent key costs no allocation
 * and a hit only its value. A damaged filter partition is "maybe" for as long as the table is open,
 * and counted; any other damage is a {@link CorruptionException}, never a wrong answer.
 */
public final class Table implements Closeable {
  /** What {@link #get} returns for a delete; compared by identity. */
  @SuppressWarnings("MutableArray") // empty
  public static final byte[] TOMBSTONE = new byte[0];

  /** What {@link #get} returns for a value whose form is no copy; compared by identity. */
  @SuppressWarnings("MutableArray") // empty
  public static final byte[] PRESENT = new byte[0];

  private final TableContext context;
  private final TableFile file;
  private final TableMetadata metadata;
  private final TableProperties properties;
  private final TopIndex top;
  private final BlockSlots blocks;
  private final TableFilter filter;

  /** Whether fingerprints and filter were made with the store's own hash. */
  private final boolean ownHash;

  private final boolean filterUsable;
  private final long memoryBytes;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Table(TableContext context, TableFile file, TableMetadata metadata, boolean pinFilters) {
    this.context = context;
    this.file = file;
    this.metadata = metadata;
    this.properties = metadata.properties();
    this.top = metadata.top();
    KeyHash own = context.hash();
    KeyHash stored = metadata.hash();
    this.ownHash = stored.id() == own.id() && stored.seed() == own.seed();
    this.filterUsable = ownHash && top.filterCount() > 0;
    this.blocks =
        new BlockSlots(context.memory(), properties.dataBlocks() + properties.indexPartitions());
    FilterSlots slots = new FilterSlots(context.memory(), top.filterCount(), pinFilters);
    this.filter = new TableFilter(file, metadata, slots);
    this.memoryBytes = top.memoryBytes();
    context.memory().charge(memoryBytes);
  }

  /**
   * Opens a table: reads footer, properties and top index.
   *
   * @param fileId the id the file must have
   * @param sizeBytes the length it must have
   * @param pinFilters whether filter partitions stay in memory once they were read
   * @throws CorruptionException if the file is damaged or is another one
   * @throws UnknownFormatException if it needs a newer version of the library
   */
  public static Table open(
      TableContext context, String name, long fileId, long sizeBytes, boolean pinFilters)
      throws IOException {
    long actual = context.directory().size(name);
    if (actual != sizeBytes) {
      throw new CorruptionException(name, 0, "file size", sizeBytes, actual);
    }
    if (sizeBytes < Footer.BYTES) {
      throw new CorruptionException(name, 0, "file size", "at least " + Footer.BYTES, sizeBytes);
    }
    TableFile file = new TableFile(context.files(), name, fileId);
    return new Table(context, file, TableMetadata.read(file, sizeBytes), pinFilters);
  }

  /**
   * The newest version of a key that is visible at a sequence.
   *
   * @param hash the key's hash by the store's {@link TableContext#hash}
   * @param form what becomes of the value
   * @param useFilters false to search without asking a filter
   * @param counters what the read is counted in
   * @return null if no version is visible here, {@link #TOMBSTONE} if it is a delete, else what the
   *     form makes of the value
   * @throws ClosedChannelException if the table was closed meanwhile
   */
  public byte[] get(
      byte[] key,
      long hash,
      long sequence,
      ValueForm form,
      boolean useFilters,
      ReadCounters counters)
      throws IOException {
    int fence = top.find(key, 0, key.length, sequence);
    if (fence == top.count()) {
      return null;
    }
    int answer = askFilter(fence, hash, useFilters, counters);
    if (answer == FilterSlots.NO) {
      return null;
    }
    boolean completed = false;
    try {
      IndexPartition index = indexPartition(fence, true, counters);
      int i = blockOf(index, fence, key, sequence);
      byte[] value = search(index, i, key, hash, sequence, form, answer, counters);
      completed = true;
      return value;
    } finally {
      if (!completed) {
        counters.searchFailed(answer);
      }
    }
  }

  /** The answer of the filter at a fence, one of those of {@link FilterSlots}; a NO is counted. */
  int askFilter(int fence, long hash, boolean useFilters, ReadCounters counters)
      throws IOException {
    if (!filterUsable) {
      return FilterSlots.NONE;
    }
    if (!useFilters) {
      return FilterSlots.IGNORED;
    }
    int answer = filter.ask(top.filterPartition(fence), hash, counters);
    if (answer == FilterSlots.NO) {
      counters.filterNegative();
    }
    return answer;
  }

  /** Brings the line that {@link #askFilter} will look at into the cache, if it is in memory. */
  long touchFilter(int fence, long hash, boolean useFilters) {
    return useFilters && filterUsable ? filter.touch(top.filterPartition(fence), hash) : 0;
  }

  /** The block of an index partition where (key, sequence) is if it is anywhere. */
  int blockOf(IndexPartition index, int fence, byte[] key, long sequence)
      throws CorruptionException {
    int i = index.find(key, 0, key.length, sequence);
    if (i == index.count()) {
      throw beyond(fence);
    }
    return i;
  }

  /** Searches one block; the count of the outcome is the last thing it does. */
  byte[] search(
      IndexPartition index,
      int i,
      byte[] key,
      long hash,
      long sequence,
      ValueForm form,
      int answer,
      ReadCounters counters)
      throws IOException {
    if (index.isLarge(i)) {
      return searchLarge(index, i, key, sequence, form, answer, counters);
    }
    DataBlock block = dataBlock(index, i, true, counters);
    int entry =
        ownHash
            ? block.find(key, sequence, KeyHash.fingerprint(hash))
            : block.findByOrder(key, sequence);
    byte[] value = null;
    if (entry >= 0) {
      value = block.isDelete(entry) ? TOMBSTONE : block.takeValue(entry, form);
    }
    counters.searched(answer, entry != DataBlock.ABSENT, value);
    return value;
  }

  private byte[] searchLarge(
      IndexPartition index,
      int i,
      byte[] key,
      long sequence,
      ValueForm form,
      int answer,
      ReadCounters counters)
      throws IOException {
    LargeBlock block = largeBlock(index, i);
    counters.dataBlockRead(index.storedBytes(i));
    boolean found = block.compareKey(key, 0, key.length) == 0;
    byte[] value = null;
    if (found && block.sequence() <= sequence) {
      value = block.kind() == EntryKind.DELETE ? TOMBSTONE : block.takeValue(form);
    }
    counters.searched(answer, found, value);
    return value;
  }

  /** The index partition of a fence, from its slot or the file. */
  IndexPartition indexPartition(int fence, boolean fillCache, ReadCounters counters)
      throws IOException {
    int slot = properties.dataBlocks() + fence;
    IndexPartition cached = (IndexPartition) blocks.get(slot);
    if (cached != null) {
      return cached;
    }
    IndexPartition index = readIndexPartition(fence);
    if (counters != null) {
      counters.indexPartitionRead(top.indexBytes(fence));
    }
    return fillCache ? (IndexPartition) blocks.put(slot, index) : index;
  }

  /** Reads an index partition from the file. */
  IndexPartition readIndexPartition(int fence) throws IOException {
    long offset = top.indexOffset(fence);
    Payload payload =
        file.readBlock(
            offset,
            top.indexBytes(fence),
            TableFormat.KIND_INDEX,
            "index partition",
            TableFormat.MAX_INDEX_PARTITION_BYTES);
    return IndexPartition.decode(
        payload.reader(file.name(), offset),
        payload.bytes(),
        properties.dataBlocks(),
        metadata.footer().dataEnd());
  }

  /** Data block i of an index partition, from its slot or the file. */
  DataBlock dataBlock(IndexPartition index, int i, boolean fillCache, ReadCounters counters)
      throws IOException {
    int slot = index.blockNumber(i);
    DataBlock cached = (DataBlock) blocks.get(slot);
    if (cached != null) {
      return cached;
    }
    DataBlock block = readDataBlock(index, i);
    if (counters != null) {
      counters.dataBlockRead(index.storedBytes(i));
    }
    return fillCache ? (DataBlock) blocks.put(slot, block) : block;
  }

  /** Reads the first words of a data block that is in memory, so that they come into the cache. */
  long touchBlock(IndexPartition index, int i) {
    DataBlock cached = (DataBlock) blocks.get(index.blockNumber(i));
    return cached == null ? 0 : cached.touchFingerprints();
  }

  /** Reads data block i of an index partition from the file. */
  DataBlock readDataBlock(IndexPartition index, int i) throws IOException {
    long offset = index.offset(i);
    Payload payload =
        file.readBlock(
            offset,
            index.storedBytes(i),
            TableFormat.KIND_DATA,
            "data block",
            TableFormat.MAX_DATA_BLOCK_BYTES);
    return DataBlock.decode(file.name(), offset, payload.bytes(), payload.length());
  }

  /** Reads the head of large block i of an index partition. */
  LargeBlock largeBlock(IndexPartition index, int i) throws IOException {
    return LargeBlock.read(file, index.offset(i), index.storedBytes(i));
  }

  /** The error for an index partition that ends before its fence does. */
  CorruptionException beyond(int fence) {
    return file.corrupt(
        top.indexOffset(fence),
        "last separator of an index partition",
        "that of its fence",
        "less");
  }

  TopIndex top() {
    return top;
  }

  TableFile file() {
    return file;
  }

  TableMetadata metadata() {
    return metadata;
  }

  TableFilter filter() {
    return filter;
  }

  /**
   * A cursor over all entries.
   *
   * @param fillCache whether blocks it reads are kept for others
   */
  public EntryCursor cursor(boolean fillCache) {
    return new TableCursor(this, fillCache);
  }

  /**
   * A cursor that passes over what is damaged, for what can be saved. It goes forward only, from
   * {@link EntryCursor#seekToFirst}.
   *
   * @param listener is told what is passed over
   */
  public EntryCursor salvageCursor(SalvageListener listener) {
    return new SalvageCursor(this, listener);
  }

  /** What the table says about itself. */
  public TableProperties properties() {
    return properties;
  }

  /** Name of the file. */
  public String name() {
    return file.name();
  }

  /** Keeps filter partitions in memory from now on, or lets them be evicted. */
  public void setPinFilters(boolean pin) {
    filter.setPinned(pin);
  }

  /** Pinned heap bytes charged to the budget; blocks and filters are charged as they come. */
  public long memoryBytes() {
    return memoryBytes;
  }

  /**
   * Reads the whole file past all caches and checks every checksum, order, counts, that fences and
   * index lead to every entry, and that every key passes its filter. Filter damage is an error
   * here.
   *
   * @throws CorruptionException naming the first thing that is wrong
   */
  public void verify() throws IOException {
    new TableVerifier(this).verify();
  }

  /**
   * Gives back memory and file handle. A read that runs beside it completes or gets {@link
   * ClosedChannelException}. Idempotent.
   */
  @Override
  public void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      blocks.close();
      filter.close();
      context.memory().release(memoryBytes);
      file.close();
    }
  }
}
