package dev.tamis.engine;

import dev.tamis.sstable.EntryCursor;
import java.io.IOException;

/**
 * The tables of a sorted run, one behind the other. At most one table is open at a time: it is
 * opened when the cursor comes to it and closed when the cursor comes to another one, so a scan of
 * a level holds one block, not one block a table.
 *
 * <p>After anything was thrown the cursor is failed until the next seek.
 */
final class LevelCursor implements EntryCursor {
  private final SortedRun run;
  private int table;
  private EntryCursor open;
  private boolean valid;
  private Throwable failure;

  LevelCursor(SortedRun run) {
    this.run = run;
  }

  @Override
  public boolean isValid() {
    checkNotFailed();
    return valid;
  }

  @Override
  public void seekToFirst() throws IOException {
    startSeek();
    try {
      if (run.tables() > 0) {
        openTable(0);
        open.seekToFirst();
        skipForward();
      }
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  @Override
  public void seekToLast() throws IOException {
    startSeek();
    try {
      if (run.tables() > 0) {
        openTable(run.tables() - 1);
        open.seekToLast();
        skipBackward();
      }
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  @Override
  public void seek(byte[] key, int offset, int length, long sequence) throws IOException {
    startSeek();
    try {
      int found = run.findTable(key, offset, length);
      if (found < run.tables()) {
        openTable(found);
        open.seek(key, offset, length, sequence);
        skipForward();
      }
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  @Override
  public void seekBefore(byte[] key, int offset, int length, long sequence) throws IOException {
    startSeek();
    try {
      int found = run.findTable(key, offset, length);
      if (found < run.tables()) {
        openTable(found);
        open.seekBefore(key, offset, length, sequence);
        skipBackward();
      } else if (found > 0) {
        openTable(found - 1);
        open.seekToLast();
        skipBackward();
      }
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  @Override
  public void next() throws IOException {
    checkValid();
    try {
      open.next();
      skipForward();
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  @Override
  public void previous() throws IOException {
    checkValid();
    try {
      open.previous();
      skipBackward();
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  @Override
  public byte[] keyBytes() {
    return current().keyBytes();
  }

  @Override
  public int keyOffset() {
    return current().keyOffset();
  }

  @Override
  public int keyLength() {
    return current().keyLength();
  }

  @Override
  public long sequence() {
    return current().sequence();
  }

  @Override
  public int kind() {
    return current().kind();
  }

  @Override
  public byte[] valueBytes() {
    return current().valueBytes();
  }

  @Override
  public int valueOffset() {
    return current().valueOffset();
  }

  @Override
  public int valueLength() {
    return current().valueLength();
  }

  @Override
  public void close() throws IOException {
    valid = false;
    closeTable();
  }

  private void skipForward() throws IOException {
    valid = false;
    while (!open.isValid()) {
      if (table + 1 == run.tables()) {
        return;
      }
      openTable(table + 1);
      open.seekToFirst();
    }
    valid = true;
  }

  private void skipBackward() throws IOException {
    valid = false;
    while (!open.isValid()) {
      if (table == 0) {
        return;
      }
      openTable(table - 1);
      open.seekToLast();
    }
    valid = true;
  }

  private void openTable(int wanted) throws IOException {
    if (open != null && table == wanted) {
      return;
    }
    closeTable();
    open = run.open(wanted);
    table = wanted;
  }

  private void closeTable() throws IOException {
    EntryCursor left = open;
    open = null;
    if (left != null) {
      left.close();
    }
  }

  private EntryCursor current() {
    checkValid();
    return open;
  }

  private void checkValid() {
    if (!valid) {
      checkNotFailed();
      throw new IllegalStateException("the cursor stands at no entry");
    }
  }

  private void checkNotFailed() {
    if (failure != null) {
      throw new IllegalStateException("the cursor failed and was not positioned anew", failure);
    }
  }

  private void startSeek() {
    failure = null;
    valid = false;
  }

  private void fail(Throwable error) {
    failure = error;
    valid = false;
  }
}
