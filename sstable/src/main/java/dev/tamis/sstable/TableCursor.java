package dev.tamis.sstable;

import java.io.IOException;
import java.util.Arrays;

/**
 * A cursor over the entries of a table. Keys are assembled from block prefix and suffix in a buffer
 * of its own, values are views of the block, so a step inside a block allocates nothing, in either
 * direction.
 *
 * <p>Invariant: {@code block} or {@code large} is set and {@code entry} is inside it while the
 * cursor is valid.
 */
final class TableCursor implements EntryCursor {
  private final Table table;
  private final TopIndex top;
  private final boolean fillCache;

  private int fence;
  private IndexPartition index;
  private int blockIndex;

  /** The current data block, null on a large one. */
  private DataBlock block;

  private int entry;
  private int entryCount;

  private byte[] key = new byte[64];
  private int prefixLength;
  private int keyLength;
  private long sequence;
  private int kind;
  private byte[] value = new byte[0];
  private int valueOffset;
  private int valueLength;

  private boolean valid;
  private IOException failure;

  TableCursor(Table table, boolean fillCache) {
    this.table = table;
    this.top = table.top();
    this.fillCache = fillCache;
  }

  @Override
  public boolean isValid() {
    if (failure != null) {
      throw new IllegalStateException("the last move failed: " + failure.getMessage(), failure);
    }
    return valid;
  }

  @Override
  public void seekToFirst() throws IOException {
    begin();
    try {
      if (top.count() > 0) {
        enterFence(0);
        enterBlock(0);
        settle(0);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Moves to the first entry of a block. */
  void seekToBlock(int newFence, int newBlock) throws IOException {
    begin();
    try {
      enterFence(newFence);
      enterBlock(newBlock);
      settle(0);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Whether the next entry is in another block. */
  boolean isLastOfBlock() {
    return entry + 1 == entryCount;
  }

  @Override
  public void seekToLast() throws IOException {
    begin();
    try {
      enterLast();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void enterLast() throws IOException {
    if (top.count() > 0) {
      enterFence(top.count() - 1);
      enterBlock(index.count() - 1);
      settle(entryCount - 1);
    }
  }

  @Override
  public void seek(byte[] target, int offset, int length, long targetSequence) throws IOException {
    begin();
    try {
      int i = position(target, offset, length, targetSequence);
      if (i >= 0) {
        stepTo(i);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void seekBefore(byte[] target, int offset, int length, long targetSequence)
      throws IOException {
    begin();
    try {
      int i = position(target, offset, length, targetSequence);
      if (i >= 0) {
        stepTo(i - 1);
      } else {
        enterLast();
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Enters the block for a target and returns the first entry at or after it; -1 behind all. */
  private int position(byte[] target, int offset, int length, long targetSequence)
      throws IOException {
    int wantedFence = top.find(target, offset, length, targetSequence);
    if (wantedFence == top.count()) {
      return -1;
    }
    enterFence(wantedFence);
    int wantedBlock = index.find(target, offset, length, targetSequence);
    if (wantedBlock == index.count()) {
      throw table.beyond(fence);
    }
    enterBlock(wantedBlock);
    if (block != null) {
      return block.lowerBound(target, offset, length, targetSequence);
    }
    int order = KeyOrder.compare(key, 0, keyLength, target, offset, length);
    return order < 0 || (order == 0 && sequence > targetSequence) ? 1 : 0;
  }

  @Override
  public void next() throws IOException {
    requireValid();
    try {
      stepTo(entry + 1);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void previous() throws IOException {
    requireValid();
    try {
      stepTo(entry - 1);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Stands on entry i of the current block, where -1 and the count mean the neighbours. */
  private void stepTo(int i) throws IOException {
    if (i >= 0 && i < entryCount) {
      settle(i);
    } else if (i < 0) {
      enterPrevious();
    } else {
      enterNext();
    }
  }

  private void enterNext() throws IOException {
    valid = false;
    if (blockIndex + 1 < index.count()) {
      enterBlock(blockIndex + 1);
      settle(0);
    } else if (fence + 1 < top.count()) {
      enterFence(fence + 1);
      enterBlock(0);
      settle(0);
    }
  }

  private void enterPrevious() throws IOException {
    valid = false;
    if (blockIndex > 0) {
      enterBlock(blockIndex - 1);
      settle(entryCount - 1);
    } else if (fence > 0) {
      enterFence(fence - 1);
      enterBlock(index.count() - 1);
      settle(entryCount - 1);
    }
  }

  private void enterFence(int newFence) throws IOException {
    if (index == null || fence != newFence) {
      index = null;
      index = table.indexPartition(newFence, fillCache, null);
      fence = newFence;
      blockIndex = -1;
    }
  }

  private void enterBlock(int newBlockIndex) throws IOException {
    if (blockIndex == newBlockIndex) {
      return;
    }
    blockIndex = -1;
    block = null;
    if (index.isLarge(newBlockIndex)) {
      enterLarge(table.largeBlock(index, newBlockIndex));
    } else {
      block = table.dataBlock(index, newBlockIndex, fillCache, null);
      entryCount = block.count();
      prefixLength = block.prefixLength();
      ensureKey(prefixLength);
      System.arraycopy(block.bytes(), block.prefixStart(), key, 0, prefixLength);
    }
    blockIndex = newBlockIndex;
  }

  private void enterLarge(LargeBlock large) throws IOException {
    entryCount = 1;
    keyLength = large.keyLength();
    ensureKey(keyLength);
    System.arraycopy(large.keyBytes(), LargeBlock.HEADER_BYTES, key, 0, keyLength);
    sequence = large.sequence();
    kind = large.kind();
    value = large.readValue();
    valueOffset = 0;
    valueLength = value.length;
  }

  private void settle(int i) {
    entry = i;
    valid = true;
    if (block == null) {
      return;
    }
    long header = block.header(i);
    int suffixLength = DataBlock.suffixLength(header);
    keyLength = prefixLength + suffixLength;
    ensureKey(keyLength);
    byte[] bytes = block.bytes();
    System.arraycopy(bytes, DataBlock.suffixStart(header), key, prefixLength, suffixLength);
    sequence = block.sequence(i);
    kind = DataBlock.kind(header);
    value = bytes;
    valueOffset = DataBlock.valueStart(header);
    valueLength = block.valueEnd(i) - valueOffset;
  }

  private void ensureKey(int length) {
    if (key.length < length) {
      key = Arrays.copyOf(key, Math.max(length, 2 * key.length));
    }
  }

  private void begin() {
    valid = false;
    failure = null;
  }

  private IOException failed(IOException e) {
    valid = false;
    failure = e;
    // Whatever was half entered is entered anew by the next seek.
    index = null;
    return e;
  }

  private void requireValid() {
    if (!isValid()) {
      throw new IllegalStateException("cursor is not on an entry");
    }
  }

  @Override
  public byte[] keyBytes() {
    return key;
  }

  @Override
  public int keyOffset() {
    return 0;
  }

  @Override
  public int keyLength() {
    return keyLength;
  }

  @Override
  public long sequence() {
    return sequence;
  }

  @Override
  public int kind() {
    return kind;
  }

  @Override
  public byte[] valueBytes() {
    return value;
  }

  @Override
  public int valueOffset() {
    return valueOffset;
  }

  @Override
  public int valueLength() {
    return valueLength;
  }

  @Override
  public void close() {
    begin();
    index = null;
    block = null;
    blockIndex = -1;
    value = new byte[0];
  }
}
