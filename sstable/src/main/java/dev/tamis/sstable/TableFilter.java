package dev.tamis.sstable;

import dev.tamis.filter.FilterFormatException;
import dev.tamis.filter.FilterPartition;
import dev.tamis.filter.KeyHash;
import dev.tamis.storage.CorruptionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;

/**
 * The filter of a table: its partitions in the file and the resident ones in memory. Safe for any
 * number of threads; asking a resident partition takes no lock and allocates nothing.
 */
final class TableFilter {
  private final TableFile file;
  private final TopIndex top;
  private final long sectionOffset;
  private final KeyHash hash;
  private final FilterSlots slots;

  TableFilter(TableFile file, TableMetadata metadata, FilterSlots slots) {
    this.file = file;
    this.top = metadata.top();
    this.sectionOffset = metadata.footer().filterOffset();
    this.hash = metadata.hash();
    this.slots = slots;
  }

  /** {@link FilterSlots#MAYBE}, {@link FilterSlots#NO} or {@link FilterSlots#DAMAGED}. */
  int ask(int partition, long keyHash, ReadCounters counters) throws IOException {
    int answer = slots.probe(partition, keyHash);
    return answer == FilterSlots.NOT_RESIDENT ? load(partition, keyHash, counters) : answer;
  }

  /** Reads a word of the line that {@link #ask} will look at, if it is in memory. */
  long touch(int partition, long keyHash) {
    return slots.touch(partition, keyHash);
  }

  /** Reads a partition, asks it, and keeps it if there is room. */
  private int load(int partition, long keyHash, ReadCounters counters) throws IOException {
    byte[] bytes;
    FilterPartition.Header header;
    try {
      bytes = read(partition);
      header = check(partition, bytes);
    } catch (ClosedChannelException | NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      // Unreadable is not "absent": search without it, and don't read it at every get.
      slots.markDamaged(partition);
      counters.corruptFilter();
      return FilterSlots.DAMAGED;
    }
    counters.filterPartitionLoad(bytes.length);
    slots.install(partition, bytes, FilterPartition.HEADER_BYTES, header);
    ByteBuffer view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return header.mightContain(view, FilterPartition.HEADER_BYTES, keyHash)
        ? FilterSlots.MAYBE
        : FilterSlots.NO;
  }

  /** Reads a partition, unchecked. */
  byte[] read(int partition) throws IOException {
    byte[] bytes = new byte[top.filterBytes(partition)];
    file.read(top.filterOffset(partition), bytes, 0, bytes.length);
    return bytes;
  }

  /** Checks a partition: format, place in the file, and that it was made with the table's hash. */
  FilterPartition.Header check(int partition, byte[] bytes) throws CorruptionException {
    long offset = top.filterOffset(partition);
    int salt = PartitionsWriter.filterSalt(file.fileId(), offset - sectionOffset);
    FilterPartition.Header header;
    try {
      header = FilterPartition.decode(bytes, 0, bytes.length, salt);
    } catch (FilterFormatException e) {
      throw new CorruptionException(
          file.name(), offset, "filter partition " + e.field(), e.expected(), e.actual(), e);
    }
    if (header.hashId() != hash.id() || header.hashSeed() != hash.seed()) {
      throw file.corrupt(
          offset,
          "filter partition hash",
          hash.id() + ", " + hash.seed(),
          header.hashId() + ", " + header.hashSeed());
    }
    if (header.keyCount() == 0) {
      // Only a filter of no keys may deny everything, and no part of a table is without keys.
      throw file.corrupt(offset, "filter partition key count", "at least 1", 0);
    }
    return header;
  }

  void setPinned(boolean pin) {
    slots.setPinned(pin);
  }

  void close() {
    slots.close();
  }
}
