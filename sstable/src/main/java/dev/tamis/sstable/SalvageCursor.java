package dev.tamis.sstable;

import dev.tamis.storage.CorruptionException;
import java.io.IOException;

/**
 * A cursor over what can still be read of a table: damaged data blocks and index partitions are
 * passed over, and a listener is told of each. Forward only. An I/O error is not damage and is
 * thrown.
 */
final class SalvageCursor implements EntryCursor {
  private final Table table;
  private final TopIndex top;
  private final TableCursor entries;
  private final SalvageListener listener;

  private int fence;
  private IndexPartition index;
  private int block;

  /** The separator in front of the block, null before the first. */
  private byte[] lastSeparator;

  private boolean valid;

  SalvageCursor(Table table, SalvageListener listener) {
    this.table = table;
    this.top = table.top();
    this.entries = new TableCursor(table, false);
    this.listener = listener;
  }

  @Override
  public boolean isValid() {
    return valid;
  }

  @Override
  public void seekToFirst() throws IOException {
    fence = 0;
    index = null;
    block = -1;
    lastSeparator = null;
    nextBlock();
  }

  @Override
  public void next() throws IOException {
    if (entries.isLastOfBlock()) {
      nextBlock();
    } else {
      entries.next();
    }
  }

  private void nextBlock() throws IOException {
    valid = false;
    while (!valid && nextPlace()) {
      byte[] separator = index.separator(block);
      try {
        entries.seekToBlock(fence, block);
        valid = true;
      } catch (CorruptionException e) {
        listener.lost(lastSeparator, separator, e);
      }
      lastSeparator = separator;
    }
  }

  /** Moves on to the next block of an index partition that can be read; false behind the last. */
  private boolean nextPlace() throws IOException {
    block++;
    while (index == null || block == index.count()) {
      if (index != null) {
        fence++;
      }
      if (fence == top.count()) {
        return false;
      }
      block = 0;
      enterFence();
    }
    return true;
  }

  private void enterFence() throws IOException {
    index = null;
    while (index == null && fence < top.count()) {
      try {
        index = table.indexPartition(fence, false, null);
      } catch (CorruptionException e) {
        byte[] separator = top.separator(fence);
        listener.lost(lastSeparator, separator, e);
        lastSeparator = separator;
        fence++;
      }
    }
  }

  @Override
  public byte[] keyBytes() {
    return entries.keyBytes();
  }

  @Override
  public int keyOffset() {
    return entries.keyOffset();
  }

  @Override
  public int keyLength() {
    return entries.keyLength();
  }

  @Override
  public long sequence() {
    return entries.sequence();
  }

  @Override
  public int kind() {
    return entries.kind();
  }

  @Override
  public byte[] valueBytes() {
    return entries.valueBytes();
  }

  @Override
  public int valueOffset() {
    return entries.valueOffset();
  }

  @Override
  public int valueLength() {
    return entries.valueLength();
  }

  @Override
  public void seekToLast() {
    throw forwardOnly();
  }

  @Override
  public void seek(byte[] key, int offset, int length, long sequence) {
    throw forwardOnly();
  }

  @Override
  public void seekBefore(byte[] key, int offset, int length, long sequence) {
    throw forwardOnly();
  }

  @Override
  public void previous() {
    throw forwardOnly();
  }

  private static UnsupportedOperationException forwardOnly() {
    return new UnsupportedOperationException("a salvage goes forward from the first entry");
  }

  @Override
  public void close() {
    entries.close();
    valid = false;
  }
}
