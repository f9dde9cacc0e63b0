package dev.tamis.engine;

import dev.tamis.sstable.EntryCursor;
import java.io.IOException;

/**
 * Several cursors as one, in both directions. No two children hold the same (key, sequence).
 *
 * <p>A binary heap of child numbers holds the valid children, the one to yield next on top. After a
 * move of the top child it is compared with the cached runner-up only: while one child supplies
 * consecutive keys, as tables of one level do for long stretches, an entry costs one comparison
 * whatever the number of children. A loser tree was not chosen: it costs log2(n) comparisons an
 * entry on such stretches too.
 *
 * <p>The children that are not on top always stand at their nearest entry on the far side of the
 * current one, so a change of direction is one step of each. A child may grow while it is read (a
 * memtable does): what appears next to the current entry can make that step land on the wrong side,
 * which is checked and mended by a seek.
 *
 * <p>After anything was thrown the cursor is failed until the next seek.
 */
final class MergingCursor implements EntryCursor {
  private static final int NONE = -1;

  private final EntryCursor[] children;
  private final EntryHeads heads;
  private final int[] heap;
  private int heapSize;
  private int runnerUp = NONE;
  private boolean forward = true;
  private Throwable failure;

  /** Takes over the children and closes them. */
  MergingCursor(EntryCursor... children) {
    this.children = children.clone();
    this.heads = new EntryHeads(children.length);
    this.heap = new int[children.length];
  }

  @Override
  public boolean isValid() {
    checkNotFailed();
    return heapSize > 0;
  }

  @Override
  public void seekToFirst() throws IOException {
    startSeek(true);
    try {
      for (int child = 0; child < children.length; child++) {
        children[child].seekToFirst();
        addIfValid(child);
      }
      buildHeap();
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  @Override
  public void seekToLast() throws IOException {
    startSeek(false);
    try {
      for (int child = 0; child < children.length; child++) {
        children[child].seekToLast();
        addIfValid(child);
      }
      buildHeap();
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  @Override
  public void seek(byte[] key, int offset, int length, long sequence) throws IOException {
    startSeek(true);
    try {
      for (int child = 0; child < children.length; child++) {
        children[child].seek(key, offset, length, sequence);
        addIfValid(child);
      }
      buildHeap();
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  @Override
  public void seekBefore(byte[] key, int offset, int length, long sequence) throws IOException {
    startSeek(false);
    try {
      for (int child = 0; child < children.length; child++) {
        children[child].seekBefore(key, offset, length, sequence);
        addIfValid(child);
      }
      buildHeap();
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  @Override
  public void next() throws IOException {
    int top = top();
    try {
      if (forward) {
        children[top].next();
        topMoved(top);
      } else {
        turn(top, true);
      }
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  @Override
  public void previous() throws IOException {
    int top = top();
    try {
      if (forward) {
        turn(top, false);
      } else {
        children[top].previous();
        topMoved(top);
      }
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  @Override
  public byte[] keyBytes() {
    return heads.keyBytes(top());
  }

  @Override
  public int keyOffset() {
    return heads.keyOffset(top());
  }

  @Override
  public int keyLength() {
    return heads.keyLength(top());
  }

  @Override
  public long sequence() {
    return heads.sequence(top());
  }

  @Override
  public int kind() {
    return children[top()].kind();
  }

  @Override
  public byte[] valueBytes() {
    return children[top()].valueBytes();
  }

  @Override
  public int valueOffset() {
    return children[top()].valueOffset();
  }

  @Override
  public int valueLength() {
    return children[top()].valueLength();
  }

  @Override
  public void close() throws IOException {
    heapSize = 0;
    Throwable first = null;
    for (EntryCursor child : children) {
      try {
        child.close();
      } catch (IOException | RuntimeException | Error e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    rethrow(first);
  }

  private int top() {
    if (heapSize == 0) {
      checkNotFailed();
      throw new IllegalStateException("the cursor stands at no entry");
    }
    return heap[0];
  }

  private void checkNotFailed() {
    if (failure != null) {
      throw new IllegalStateException("the cursor failed and was not positioned anew", failure);
    }
  }

  private static void rethrow(Throwable error) throws IOException {
    if (error instanceof IOException e) {
      throw e;
    }
    if (error instanceof RuntimeException e) {
      throw e;
    }
    if (error instanceof Error e) {
      throw e;
    }
  }

  private void fail(Throwable error) {
    failure = error;
    heapSize = 0;
  }

  private void startSeek(boolean towardsLarger) {
    failure = null;
    forward = towardsLarger;
    heapSize = 0;
  }

  private void addIfValid(int child) {
    if (children[child].isValid()) {
      heads.load(child, children[child]);
      heap[heapSize++] = child;
    }
  }

  /** Puts the heap in order after its top child moved. */
  private void topMoved(int top) {
    if (children[top].isValid()) {
      heads.load(top, children[top]);
      if (runnerUp == NONE || isBefore(top, runnerUp)) {
        return;
      }
    } else {
      heapSize--;
      heap[0] = heap[heapSize];
    }
    siftDown(0);
    findRunnerUp();
  }

  private void turn(int top, boolean towardsLarger) throws IOException {
    heapSize = 0;
    for (int child = 0; child < children.length; child++) {
      if (child != top) {
        stepOver(child, top, towardsLarger);
        addIfValid(child);
      }
    }
    if (towardsLarger) {
      children[top].next();
    } else {
      children[top].previous();
    }
    addIfValid(top);
    forward = towardsLarger;
    buildHeap();
  }

  /** Moves a child to its nearest entry on the other side of the current one. */
  private void stepOver(int child, int top, boolean towardsLarger) throws IOException {
    EntryCursor cursor = children[child];
    if (cursor.isValid()) {
      if (towardsLarger) {
        cursor.next();
      } else {
        cursor.previous();
      }
      if (!cursor.isValid()) {
        return;
      }
      heads.load(child, children[child]);
      if ((heads.compare(child, top) > 0) == towardsLarger) {
        return;
      }
    }
    byte[] key = heads.keyBytes(top);
    int offset = heads.keyOffset(top);
    int length = heads.keyLength(top);
    if (towardsLarger) {
      cursor.seek(key, offset, length, heads.sequence(top));
    } else {
      cursor.seekBefore(key, offset, length, heads.sequence(top));
    }
  }

  private void buildHeap() {
    for (int i = (heapSize >>> 1) - 1; i >= 0; i--) {
      siftDown(i);
    }
    findRunnerUp();
  }

  private void siftDown(int from) {
    if (from >= heapSize) {
      return;
    }
    int at = from;
    int moving = heap[at];
    int half = heapSize >>> 1;
    while (at < half) {
      int below = 2 * at + 1;
      int right = below + 1;
      if (right < heapSize && isBefore(heap[right], heap[below])) {
        below = right;
      }
      if (isBefore(moving, heap[below])) {
        break;
      }
      heap[at] = heap[below];
      at = below;
    }
    heap[at] = moving;
  }

  private void findRunnerUp() {
    if (heapSize < 2) {
      runnerUp = NONE;
    } else if (heapSize == 2 || isBefore(heap[1], heap[2])) {
      runnerUp = heap[1];
    } else {
      runnerUp = heap[2];
    }
  }

  private boolean isBefore(int a, int b) {
    return (heads.compare(a, b) < 0) == forward;
  }
}
