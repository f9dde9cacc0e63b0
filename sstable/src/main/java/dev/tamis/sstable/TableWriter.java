package dev.tamis.sstable;

import dev.tamis.filter.KeyHash;
import dev.tamis.filter.PartitionBuilder;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.Directory;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/**
 * Writes a table from entries in order. Not safe for use by several threads.
 *
 * <p>A finished data block waits for the key behind it: only then the shortest separator between
 * the two is known, and whether partitions may be cut here. Filter partitions are cut only where
 * the user key changes, so that every key has exactly one; index partitions may also be cut inside
 * the versions of one key, and then share the filter partition. Filters are sized by the keys that
 * are really there and stay in memory, about a byte per key, until the data blocks are written.
 */
public final class TableWriter implements Closeable {
  private final BlockWriter out;
  private final TableOptions options;
  private final KeyHash hash;
  private final DataBlockBuilder block = new DataBlockBuilder();
  private final PartitionsWriter partitions;
  private final TableTally tally = new TableTally();

  private byte[] lastKey = new byte[256];
  private int lastKeyLength;
  private long lastSequence;
  private long lastHash;

  // The block that is written but not yet in the index: storedBytes 0 if there is none.
  private long pendingOffset;
  private int pendingBytes;
  private boolean pendingLarge;

  private boolean finished;

  /** Null if the table has no filter. */
  private final FilterAudit audit;

  private TableWriter(
      String name, BlockWriter out, TableOptions options, KeyHash hash, PartitionBuilder filter) {
    this.out = out;
    this.options = options;
    this.hash = hash;
    this.audit = filter == null ? null : new FilterAudit(name, hash);
    this.partitions = new PartitionsWriter(out, options, filter, audit);
  }

  /**
   * Creates the file.
   *
   * @param fileId random id of the file, the salt of all its checksums
   * @param hash what fingerprints and filter are made with
   */
  public static TableWriter create(
      Directory directory, String name, long fileId, TableOptions options, KeyHash hash)
      throws IOException {
    PartitionBuilder filter = options.hasFilter() ? options.filterKind().builder(hash) : null;
    return create(directory, name, fileId, options, hash, filter);
  }

  /**
   * Creates the file, with a filter of somebody else's making.
   *
   * @param filter null for none
   */
  static TableWriter create(
      Directory directory,
      String name,
      long fileId,
      TableOptions options,
      KeyHash hash,
      PartitionBuilder filter)
      throws IOException {
    BlockWriter out = BlockWriter.create(directory, name, fileId, options.compression());
    return new TableWriter(name, out, options, hash, filter);
  }

  /**
   * Adds an entry; the bytes are copied.
   *
   * @param sequence 0 to 2^56 - 1
   * @param kind {@link EntryKind#PUT} or {@link EntryKind#DELETE}; a delete has an empty value
   * @throws IllegalArgumentException if it is not behind the entry before, or a field is outside
   *     its range; the writer is unchanged then
   */
  public void add(
      byte[] key,
      int keyOffset,
      int keyLength,
      long sequence,
      int kind,
      byte[] value,
      int valueOffset,
      int valueLength)
      throws IOException {
    if (finished) {
      throw new IllegalStateException("table is finished");
    }
    checkFields(keyLength, sequence, kind, valueLength);
    boolean newKey = checkOrder(key, keyOffset, keyLength, sequence);
    if ((long) keyLength + valueLength > TableFormat.MAX_SMALL_ENTRY_BYTES) {
      finishBlock();
      settlePending(key, keyOffset, keyLength, newKey);
      noteKey(key, keyOffset, keyLength, sequence, newKey);
      pendingOffset = out.offset();
      pendingBytes =
          out.writeLarge(
              key, keyOffset, keyLength, sequence, kind, value, valueOffset, valueLength);
      pendingLarge = true;
      if (audit != null) {
        audit.readKey(key, keyOffset, keyLength);
      }
    } else {
      if (!block.isEmpty()
          && block.sizeWith(key, keyOffset, keyLength, sequence, valueLength)
              > options.blockSizeBytes()) {
        finishBlock();
      }
      settlePending(key, keyOffset, keyLength, newKey);
      noteKey(key, keyOffset, keyLength, sequence, newKey);
      block.add(
          key,
          keyOffset,
          keyLength,
          sequence,
          kind,
          value,
          valueOffset,
          valueLength,
          KeyHash.fingerprint(lastHash));
    }
    tally.add(keyLength, sequence, kind, valueLength, newKey);
  }

  /**
   * Tells of the sequence an entry had before it was set to 0, so that the table remembers its
   * original largest one.
   */
  public void noteSequence(long sequence) {
    tally.noteSequence(sequence);
  }

  /** About the size the file would have if it were finished now. */
  public long estimatedSizeBytes() {
    return out.offset() + block.stagedBytes() + partitions.sizeBytes() + Footer.BYTES;
  }

  /** Entries added so far. */
  public long entryCount() {
    return tally.entries();
  }

  /**
   * Writes the rest, syncs and closes the file. The name is not synced.
   *
   * @throws CorruptionException if a filter, as built, does not cover the keys of its blocks;
   *     {@link #add} throws it too, at the end of a partition
   * @throws IllegalStateException if called twice
   */
  public TableProperties finish() throws IOException {
    if (finished) {
      throw new IllegalStateException("table is finished");
    }
    finished = true;
    finishBlock();
    if (pendingBytes > 0) {
      byte[] separator = Arrays.copyOf(lastKey, lastKeyLength);
      partitions.addBlock(separator, 0, pendingOffset, pendingBytes, pendingLarge);
    }
    long dataEnd = out.offset();
    TableProperties properties =
        partitions.finish(dataEnd, tally, Arrays.copyOf(lastKey, lastKeyLength), hash);
    out.sync();
    out.close();
    return properties;
  }

  /** Closes the file. Without {@link #finish} it is not a table, and the caller deletes it. */
  @Override
  public void close() throws IOException {
    finished = true;
    out.close();
  }

  private void finishBlock() throws IOException {
    if (block.isEmpty()) {
      return;
    }
    int length = block.encode();
    pendingOffset = out.offset();
    if (audit != null) {
      audit.readBlock(block.encoded(), length, pendingOffset);
    }
    pendingBytes = out.write(block.encoded(), length, TableFormat.KIND_DATA);
    pendingLarge = false;
    block.clear();
  }

  /** Puts the finished block into the index, now that the key behind it is known. */
  private void settlePending(byte[] key, int keyOffset, int keyLength, boolean newKey)
      throws IOException {
    if (pendingBytes == 0) {
      return;
    }
    byte[] separator;
    if (newKey) {
      separator = KeyOrder.shortestSeparator(lastKey, lastKeyLength, key, keyOffset, keyLength);
    } else {
      separator = Arrays.copyOf(lastKey, lastKeyLength);
    }
    partitions.addBlock(
        separator, newKey ? 0 : lastSequence, pendingOffset, pendingBytes, pendingLarge);
    partitions.cutIfFull(newKey);
    pendingBytes = 0;
  }

  private void noteKey(byte[] key, int keyOffset, int keyLength, long sequence, boolean newKey) {
    lastSequence = sequence;
    if (!newKey) {
      return;
    }
    lastHash = hash.hash(key, keyOffset, keyLength);
    partitions.addKey(lastHash);
    if (lastKey.length < keyLength) {
      lastKey = new byte[Math.max(keyLength, 2 * lastKey.length)];
    }
    System.arraycopy(key, keyOffset, lastKey, 0, keyLength);
    lastKeyLength = keyLength;
    if (tally.entries() == 0) {
      tally.firstKey(Arrays.copyOf(lastKey, keyLength));
    }
  }

  private boolean checkOrder(byte[] key, int keyOffset, int keyLength, long sequence) {
    if (tally.entries() == 0) {
      return true;
    }
    int order = KeyOrder.compare(lastKey, 0, lastKeyLength, key, keyOffset, keyLength);
    if (order > 0 || (order == 0 && sequence >= lastSequence)) {
      throw new IllegalArgumentException(
          "entry is not behind the one before: order of keys="
              + order
              + ", sequence="
              + sequence
              + ", sequence before="
              + lastSequence);
    }
    return order < 0;
  }

  private static void checkFields(int keyLength, long sequence, int kind, int valueLength) {
    check("key length", keyLength, TableFormat.MAX_KEY_BYTES);
    check("value length", valueLength, TableFormat.MAX_VALUE_BYTES);
    check("sequence", sequence, TableFormat.MAX_SEQUENCE);
    if (!EntryKind.isKnown(kind)) {
      throw new IllegalArgumentException("kind: actual=" + kind + ", expected=delete or put");
    }
    if (kind == EntryKind.DELETE && valueLength != 0) {
      throw new IllegalArgumentException(
          "value length of a delete: actual=" + valueLength + ", expected=0");
    }
  }

  private static void check(String name, long actual, long most) {
    if (actual < 0 || actual > most) {
      throw new IllegalArgumentException(name + ": actual=" + actual + ", expected=0 to " + most);
    }
  }
}
