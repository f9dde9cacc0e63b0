package dev.tamis.engine;

import dev.tamis.sstable.EntryCursor;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * A cursor over entries in memory that is as strict as the contract allows: it fails the test on a
 * move or view without an entry and on use after close, puts key and value somewhere inside larger
 * arrays, and overwrites them at the next move. The set may grow while it is read.
 */
class ListCursor implements EntryCursor {
  private static final int MARGIN = 3;

  private final NavigableSet<TestEntry> entries;
  private final BooleanSupplier fails;
  private TestEntry current;
  private byte[] key;
  private byte[] value;
  private boolean failed;
  private int closes;
  private long moves;

  ListCursor(Collection<TestEntry> entries) {
    this(new TreeSet<>(entries), () -> false);
  }

  /**
   * @param fails asked at each move; true makes the move throw
   */
  ListCursor(NavigableSet<TestEntry> entries, BooleanSupplier fails) {
    this.entries = entries;
    this.fails = fails;
  }

  /** Moves and seeks so far. */
  long moves() {
    return moves;
  }

  int closes() {
    return closes;
  }

  @Override
  public boolean isValid() {
    checkOpen();
    if (failed) {
      throw new IllegalStateException("failed before");
    }
    return current != null;
  }

  @Override
  public void seekToFirst() throws IOException {
    move(true, entries.isEmpty() ? null : entries.first());
  }

  @Override
  public void seekToLast() throws IOException {
    move(true, entries.isEmpty() ? null : entries.last());
  }

  @Override
  public void seek(byte[] from, int offset, int length, long sequence) throws IOException {
    move(true, entries.ceiling(TestEntry.at(TestEntry.copy(from, offset, length), sequence)));
  }

  @Override
  public void seekBefore(byte[] from, int offset, int length, long sequence) throws IOException {
    move(true, entries.lower(TestEntry.at(TestEntry.copy(from, offset, length), sequence)));
  }

  @Override
  public void next() throws IOException {
    checkValid();
    move(false, entries.higher(current));
  }

  @Override
  public void previous() throws IOException {
    checkValid();
    move(false, entries.lower(current));
  }

  @Override
  public byte[] keyBytes() {
    checkValid();
    return key;
  }

  @Override
  public int keyOffset() {
    checkValid();
    return MARGIN;
  }

  @Override
  public int keyLength() {
    checkValid();
    return current.key.length;
  }

  @Override
  public long sequence() {
    checkValid();
    return current.sequence;
  }

  @Override
  public int kind() {
    checkValid();
    return current.kind;
  }

  @Override
  public byte[] valueBytes() {
    checkValid();
    return value;
  }

  @Override
  public int valueOffset() {
    checkValid();
    return MARGIN;
  }

  @Override
  public int valueLength() {
    checkValid();
    return current.value.length;
  }

  @Override
  public void close() {
    closes++;
    spoil();
  }

  private void move(boolean seek, TestEntry target) throws IOException {
    checkOpen();
    moves++;
    if (seek) {
      failed = false;
    }
    spoil();
    current = null;
    if (fails.getAsBoolean()) {
      failed = true;
      throw new IOException("injected");
    }
    current = target;
    if (target != null) {
      key = padded(target.key);
      value = padded(target.value);
    }
  }

  private void spoil() {
    if (current != null) {
      Arrays.fill(key, (byte) 0xDD);
      Arrays.fill(value, (byte) 0xDD);
    }
  }

  private static byte[] padded(byte[] bytes) {
    byte[] padded = new byte[bytes.length + 2 * MARGIN];
    Arrays.fill(padded, (byte) 0xEE);
    System.arraycopy(bytes, 0, padded, MARGIN, bytes.length);
    return padded;
  }

  private void checkValid() {
    checkOpen();
    if (failed || current == null) {
      throw new AssertionError("used without an entry");
    }
  }

  private void checkOpen() {
    if (closes > 0) {
      throw new AssertionError("used after close");
    }
  }
}
