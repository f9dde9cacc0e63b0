package dev.tamis.sstable;

import dev.tamis.filter.FilterFormatException;
import dev.tamis.filter.FilterPartition;
import dev.tamis.filter.KeyHash;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.FieldReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Proves that a filter covers the table it is in, before anybody can read that table. Not safe for
 * use by several threads.
 *
 * <p>A key that its filter denies is lost, and no checksum can show it: the bytes are those that
 * were built. So the filter is held against what the readers will hold it against. Keys are taken
 * from the data blocks as they are encoded, not from the writer's calls, and hashed anew. When a
 * partition is cut, number and xor of the hashes must be those that were fed to the filter, and the
 * finished partition, read as a reader reads it, must pass each. When the table is complete, the
 * fences, decoded again, must lead the first and the last key of each partition to it, in all their
 * versions. Since fences are in order, whatever is between two keys that lead to a partition leads
 * there too.
 *
 * <p>It costs a hash, a copy and a probe a key, and memory for eight bytes a key of one partition.
 * RocksDB has the part without fences as an option that is off ({@code
 * detect_filter_construct_corruption}).
 */
final class FilterAudit {
  private final String file;
  private final KeyHash hash;

  /** The keys of the blocks since the last cut, each once. */
  private long[] hashes = new long[1024];

  private int keys;
  private int keysAsCounted;
  private long xor;

  /** Borders of the partition that is being filled, and of those that are cut. */
  private byte[] firstKey;

  private final List<byte[]> firstKeys = new ArrayList<>();
  private final List<byte[]> lastKeys = new ArrayList<>();

  private byte[] key = new byte[256];
  private byte[] lastKey = new byte[256];
  private int lastKeyLength = -1;

  FilterAudit(String file, KeyHash hash) {
    this.file = file;
    this.hash = hash;
  }

  /** The keys of a data block, as encoded; the array has the slack that decoding needs. */
  void readBlock(byte[] payload, int length, long offset) throws IOException {
    DataBlock block = DataBlock.decode(file, offset, payload, length);
    int prefix = block.prefixLength();
    for (int entry = 0; entry < block.count(); entry++) {
      long header = block.header(entry);
      int suffix = DataBlock.suffixLength(header);
      if (key.length < prefix + suffix) {
        key = new byte[2 * (prefix + suffix)];
      }
      System.arraycopy(payload, block.prefixStart(), key, 0, prefix);
      System.arraycopy(payload, DataBlock.suffixStart(header), key, prefix, suffix);
      readKey(key, 0, prefix + suffix);
    }
  }

  /** The key of a block; one more version of the key before it changes nothing. */
  void readKey(byte[] bytes, int offset, int length) {
    if (length == lastKeyLength && KeyOrder.equal(bytes, offset, lastKey, 0, length)) {
      return;
    }
    long keyHash = hash.hash(bytes, offset, length);
    if (keys == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * keys);
    }
    if (keys == 0 || hashes[keys - 1] != keyHash) {
      keysAsCounted++;
    }
    hashes[keys++] = keyHash;
    xor ^= keyHash;
    if (lastKey.length < length) {
      lastKey = new byte[2 * length];
    }
    System.arraycopy(bytes, offset, lastKey, 0, length);
    lastKeyLength = length;
    if (keys == 1) {
      firstKey = Arrays.copyOf(lastKey, length);
    }
  }

  /**
   * Checks the partition of all keys since the last one.
   *
   * @param fedXor xor of the hashes that were fed to its builder
   * @return what its header says
   * @throws CorruptionException if it does not cover them
   */
  FilterPartition.Header checkPartition(byte[] partition, int crcSalt, long fedXor)
      throws CorruptionException {
    FilterPartition.Header header = decode(partition, crcSalt);
    require("keys fed to the filter, xor of hashes", xor, fedXor);
    require("keys of the filter", keysAsCounted, header.keyCount());
    require("hash id of the filter", hash.id(), header.hashId());
    require("hash seed of the filter", hash.seed(), header.hashSeed());
    ByteBuffer view = ByteBuffer.wrap(partition).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < keys; i++) {
      if (!header.mightContain(view, FilterPartition.HEADER_BYTES, hashes[i])) {
        throw failed("key " + i + " of " + keys, "to pass", "denied");
      }
    }
    firstKeys.add(firstKey);
    lastKeys.add(Arrays.copyOf(lastKey, lastKeyLength));
    keys = 0;
    keysAsCounted = 0;
    xor = 0;
    return header;
  }

  /**
   * Checks that readers will come to the right partitions.
   *
   * @param encodedTop the top index as it was written
   * @param partitions as they were written, in order
   * @throws CorruptionException if a key would be looked for in another partition than its own
   */
  void checkFences(byte[] encodedTop, Footer footer, List<byte[]> partitions) throws IOException {
    byte[] bytes = Arrays.copyOf(encodedTop, encodedTop.length + TableFormat.SLACK_BYTES);
    FieldReader in = new FieldReader(file, footer.topIndexOffset(), bytes, 0, encodedTop.length);
    TopIndex top = TopIndex.decode(in, bytes, footer);
    require("partitions", firstKeys.size(), top.filterCount());
    require("partitions written", firstKeys.size(), partitions.size());
    for (int i = 0; i < partitions.size(); i++) {
      long offset = top.filterOffset(i) - footer.filterOffset();
      require("length of partition " + i, top.filterBytes(i), partitions.get(i).length);
      decode(partitions.get(i), PartitionsWriter.filterSalt(footer.fileId(), offset));
      byte[] first = firstKeys.get(i);
      byte[] last = lastKeys.get(i);
      requireFence(top, i, top.find(first, 0, first.length, TableFormat.MAX_SEQUENCE));
      requireFence(top, i, top.find(last, 0, last.length, 0));
    }
  }

  private void requireFence(TopIndex top, int partition, int fence) throws CorruptionException {
    if (fence == top.count()) {
      throw failed("fence of a key", "partition " + partition, "behind the table");
    }
    require("partition of a key's fence", partition, top.filterPartition(fence));
  }

  private FilterPartition.Header decode(byte[] partition, int crcSalt) throws CorruptionException {
    try {
      return FilterPartition.decode(partition, 0, partition.length, crcSalt);
    } catch (FilterFormatException e) {
      throw failed(e.field(), e.expected(), e.actual());
    }
  }

  private void require(String what, long expected, long actual) throws CorruptionException {
    if (expected != actual) {
      throw failed(what, expected, actual);
    }
  }

  private CorruptionException failed(String what, Object expected, Object actual) {
    String where = "filter partition " + firstKeys.size() + " as built: " + what;
    return new CorruptionException(file, 0, where, expected, actual);
  }
}
