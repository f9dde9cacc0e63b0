package dev.tamis.sstable;

import java.io.IOException;
import java.util.Arrays;

/**
 * Looks for many keys in one sorted run, stage by stage: the fences and filter lines of all keys,
 * then the verdicts, then the index partitions of those that may be there, then their data blocks.
 * A stage is a short loop whose loads do not wait for each other, so the cache misses of several
 * keys are under way together; in a single get each step waits for the one before. Not thread-safe;
 * reusable.
 */
public final class TableBatch {
  private static final IndexPartition[] NO_INDEXES = {};

  private final Table[] tables;
  private final ReadCounters[] counters;
  private final byte[][] keys;
  private final long[] hashes;
  private final byte[][] found;
  private final int[] fences;

  /** Keys that a filter did not rule out, by position; then the stages' results for them. */
  private final int[] open;

  private final int[] answers;
  private final int[] blocks;
  private IndexPartition[] indexes = NO_INDEXES;

  private int count;
  private int openCount;

  /** Keeps the reads of the touching stages from being optimized away. */
  @SuppressWarnings("UnusedVariable")
  private long touched;

  /**
   * @param capacity keys at most
   */
  public TableBatch(int capacity) {
    tables = new Table[capacity];
    counters = new ReadCounters[capacity];
    keys = new byte[capacity][];
    hashes = new long[capacity];
    found = new byte[capacity][];
    fences = new int[capacity];
    open = new int[capacity];
    answers = new int[capacity];
    blocks = new int[capacity];
  }

  /** Forgets all keys. */
  public void clear() {
    count = 0;
  }

  /**
   * Adds a key, to be looked for in one table; {@link #found} counts from 0 in the order of these
   * calls.
   *
   * @param hash by the store's {@link TableContext#hash}
   */
  public void add(Table table, byte[] key, long hash, ReadCounters tableCounters) {
    tables[count] = table;
    keys[count] = key;
    hashes[count] = hash;
    counters[count] = tableCounters;
    count++;
  }

  /** Looks for all keys as {@link Table#get} would, for copies of the values. */
  public void search(long sequence, boolean useFilters) throws IOException {
    Arrays.fill(found, 0, count, null);
    touch(sequence, useFilters);
    int counted = 0;
    try {
      openCount = 0;
      ask(useFilters);
      findBlocks(sequence);
      for (; counted < openCount; counted++) {
        int i = open[counted];
        found[i] =
            tables[i].search(
                indexes[counted],
                blocks[counted],
                keys[i],
                hashes[i],
                sequence,
                ValueForm.COPY,
                answers[counted],
                counters[i]);
      }
    } finally {
      for (; counted < openCount; counted++) {
        counters[open[counted]].searchFailed(answers[counted]);
      }
    }
  }

  /** What {@link Table#get} would have returned for key i. */
  public byte[] found(int i) {
    return found[i];
  }

  public int count() {
    return count;
  }

  private void touch(long sequence, boolean useFilters) {
    long words = 0;
    for (int i = 0; i < count; i++) {
      Table table = tables[i];
      int fence = table.top().find(keys[i], 0, keys[i].length, sequence);
      fences[i] = fence;
      if (fence < table.top().count()) {
        words ^= table.touchFilter(fence, hashes[i], useFilters);
      }
    }
    touched ^= words;
  }

  private void ask(boolean useFilters) throws IOException {
    for (int i = 0; i < count; i++) {
      Table table = tables[i];
      if (fences[i] < table.top().count()) {
        int answer = table.askFilter(fences[i], hashes[i], useFilters, counters[i]);
        if (answer != FilterSlots.NO) {
          answers[openCount] = answer;
          open[openCount++] = i;
        }
      }
    }
  }

  private void findBlocks(long sequence) throws IOException {
    if (indexes.length < openCount) {
      indexes = new IndexPartition[tables.length];
    }
    for (int k = 0; k < openCount; k++) {
      int i = open[k];
      indexes[k] = tables[i].indexPartition(fences[i], true, counters[i]);
    }
    for (int k = 0; k < openCount; k++) {
      int i = open[k];
      blocks[k] = tables[i].blockOf(indexes[k], fences[i], keys[i], sequence);
    }
    long words = 0;
    for (int k = 0; k < openCount; k++) {
      words ^= tables[open[k]].touchBlock(indexes[k], blocks[k]);
    }
    touched ^= words;
  }
}
