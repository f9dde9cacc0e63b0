package dev.tamis.sstable;

import dev.tamis.filter.FilterPartition;
import dev.tamis.filter.KeyHash;
import dev.tamis.storage.CorruptionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Checks a whole table against its file: what checksums can't show too, that is order, counts,
 * fingerprints, that the read path's own search leads to every entry, and that the filter it would
 * ask passes every key. Single use.
 */
final class TableVerifier {
  private final Table table;
  private final TableFile file;
  private final Footer footer;
  private final TopIndex top;
  private final KeyHash hash;
  private final TableTally tally = new TableTally();

  private byte[] lastKey = new byte[256];
  private int lastKeyLength;
  private long lastSequence;
  private long lastHash;

  private int filterPartition = -1;
  private ByteBuffer filterLines;
  private FilterPartition.Header filterHeader;
  private int filterKeysClaimed;

  private int blocks;
  private long offset;

  TableVerifier(Table table) {
    this.table = table;
    this.file = table.file();
    this.footer = table.metadata().footer();
    this.top = table.top();
    this.hash = table.metadata().hash();
  }

  void verify() throws IOException {
    for (int fence = 0; fence < top.count(); fence++) {
      if (top.filterCount() > 0 && top.filterPartition(fence) != filterPartition) {
        enterFilter(top.filterPartition(fence));
      }
      verifyPartition(fence);
    }
    expect("end of the data blocks", footer.dataEnd(), offset);
    verifyPadding();
    verifyProperties();
  }

  private void verifyPartition(int fence) throws IOException {
    IndexPartition index = table.readIndexPartition(fence);
    expect("first block of an index partition", blocks, index.blockNumber(0));
    for (int i = 0; i < index.count(); i++) {
      expect("offset of a data block", offset, index.offset(i));
      if (index.isLarge(i)) {
        verifyLarge(fence, index, i);
      } else {
        verifyBlock(fence, index, i);
      }
      byte[] separator = index.separator(i);
      int order = KeyOrder.compare(separator, 0, separator.length, lastKey, 0, lastKeyLength);
      if (order < 0 || (order == 0 && index.separatorSequence(i) > lastSequence)) {
        throw file.corrupt(offset, "separator", "at or after the last entry before it", "before");
      }
      blocks++;
      offset += index.storedBytes(i);
    }
    int last = index.count() - 1;
    if (!Arrays.equals(index.separator(last), top.separator(fence))
        || index.separatorSequence(last) != top.separatorSequence(fence)) {
      throw table.beyond(fence);
    }
  }

  private void verifyBlock(int fence, IndexPartition index, int i) throws IOException {
    DataBlock block = table.readDataBlock(index, i);
    byte[] bytes = block.bytes();
    byte[] key = new byte[0];
    for (int entry = 0; entry < block.count(); entry++) {
      long header = block.header(entry);
      int length = block.prefixLength() + DataBlock.suffixLength(header);
      if (key.length < length) {
        key = new byte[2 * length];
      }
      System.arraycopy(bytes, block.prefixStart(), key, 0, block.prefixLength());
      System.arraycopy(
          bytes,
          DataBlock.suffixStart(header),
          key,
          block.prefixLength(),
          DataBlock.suffixLength(header));
      int valueLength = block.valueEnd(entry) - DataBlock.valueStart(header);
      int kind = DataBlock.kind(header);
      verifyEntry(fence, index, i, key, length, block.sequence(entry), kind, valueLength);
      expect("fingerprint", KeyHash.fingerprint(lastHash), block.fingerprint(entry));
    }
  }

  private void verifyLarge(int fence, IndexPartition index, int i) throws IOException {
    LargeBlock large = table.largeBlock(index, i);
    int length = large.keyLength();
    int from = LargeBlock.HEADER_BYTES;
    byte[] key = Arrays.copyOfRange(large.keyBytes(), from, from + length);
    int valueLength = large.readValue().length;
    verifyEntry(fence, index, i, key, length, large.sequence(), large.kind(), valueLength);
  }

  private void verifyEntry(
      int fence,
      IndexPartition index,
      int i,
      byte[] key,
      int length,
      long sequence,
      int kind,
      int valueLength)
      throws CorruptionException {
    boolean first = tally.entries() == 0;
    int order = first ? -1 : KeyOrder.compare(lastKey, 0, lastKeyLength, key, 0, length);
    if (order > 0 || (order == 0 && sequence >= lastSequence)) {
      throw file.corrupt(offset, "entry order", "after the entry before", "before it");
    }
    if (kind == EntryKind.DELETE && valueLength != 0) {
      throw file.corrupt(offset, "value length of a delete", 0, valueLength);
    }
    expect("fence of an entry", fence, top.find(key, 0, length, sequence));
    expect("block of an entry", i, index.find(key, 0, length, sequence));
    lastSequence = sequence;
    if (order < 0) {
      if (lastKey.length < length) {
        lastKey = new byte[2 * length];
      }
      System.arraycopy(key, 0, lastKey, 0, length);
      lastKeyLength = length;
      lastHash = hash.hash(key, 0, length);
      if (filterPartition >= 0
          && !filterHeader.mightContain(filterLines, FilterPartition.HEADER_BYTES, lastHash)) {
        throw file.corrupt(
            top.filterOffset(filterPartition), "filter partition", "to pass a key", "denied");
      }
      if (first) {
        tally.firstKey(Arrays.copyOf(key, length));
      }
    }
    tally.add(length, sequence, kind, valueLength, order < 0);
  }

  private void enterFilter(int partition) throws IOException {
    byte[] bytes = table.filter().read(partition);
    filterHeader = table.filter().check(partition, bytes);
    filterPartition = partition;
    filterLines = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    filterKeysClaimed += filterHeader.keyCount();
  }

  private void verifyPadding() throws IOException {
    int length = (int) (footer.filterOffset() - footer.dataEnd());
    byte[] padding = new byte[length];
    file.read(footer.dataEnd(), padding, 0, length);
    for (byte b : padding) {
      expect("padding", 0, b);
    }
  }

  private void verifyProperties() throws CorruptionException {
    TableProperties p = table.properties();
    expect("data blocks", p.dataBlocks(), blocks);
    expect("entries", p.entries(), tally.entries());
    expect("tombstones", p.tombstones(), tally.tombstones());
    expect("distinct keys", p.distinctKeys(), tally.distinctKeys());
    expect("raw key bytes", p.rawKeyBytes(), tally.rawKeyBytes());
    expect("raw value bytes", p.rawValueBytes(), tally.rawValueBytes());
    expect("smallest sequence", p.smallestSequence(), tally.smallestSequence());
    if (p.largestSequence() < tally.largestSequence()) {
      throw file.corrupt(
          footer.propertiesOffset(),
          "largest sequence",
          "at least " + tally.largestSequence(),
          p.largestSequence());
    }
    if (!Arrays.equals(p.firstKey(), tally.firstKey())
        || !Arrays.equals(p.lastKey(), Arrays.copyOf(lastKey, lastKeyLength))) {
      throw file.corrupt(
          footer.propertiesOffset(), "first and last key", "those of the entries", "others");
    }
    // Equal hashes of neighbouring keys count once in a filter.
    if (top.filterCount() > 0 && filterKeysClaimed > tally.distinctKeys()) {
      throw file.corrupt(
          footer.filterOffset(),
          "keys of the filter",
          "at most " + tally.distinctKeys(),
          filterKeysClaimed);
    }
  }

  private void expect(String what, long expected, long actual) throws CorruptionException {
    if (expected != actual) {
      throw file.corrupt(offset, what, expected, actual);
    }
  }
}
