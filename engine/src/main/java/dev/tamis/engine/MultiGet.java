package dev.tamis.engine;

import dev.tamis.filter.KeyHash;
import dev.tamis.sstable.Table;
import dev.tamis.sstable.TableBatch;
import dev.tamis.sstable.ValueForm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Many point reads as one: all keys are hashed and sorted, then each run, newest first, is asked
 * for all keys that nothing newer has answered, by a {@link TableBatch}. Sorted keys meet tables,
 * index partitions and blocks one after the other, so what one key brought into a cache serves the
 * next. Used by one thread for one call; {@link #read} may be repeated.
 */
final class MultiGet {
  private static final class Wanted {
    final byte[] key;
    final long hash;
    final int position;

    Wanted(byte[] key, long hash, int position) {
      this.key = key;
      this.hash = hash;
      this.position = position;
    }
  }

  private static final Comparator<Wanted> KEY_ORDER = (a, b) -> KeyOrder.compare(a.key, b.key);

  private final Wanted[] keys;

  /**
   * As {@link Table#get} returns it, in the order of {@link #keys}; null while nothing is known.
   */
  private final byte[][] answers;

  private final TableBatch batch;

  /** Which keys the batch holds. */
  private final int[] asked;

  private int answered;

  MultiGet(List<byte[]> unsorted, KeyHash hash) {
    keys = new Wanted[unsorted.size()];
    for (int i = 0; i < keys.length; i++) {
      byte[] key = unsorted.get(i);
      keys[i] = new Wanted(key, hash.hash(key), i);
    }
    Arrays.sort(keys, KEY_ORDER);
    answers = new byte[keys.length][];
    batch = new TableBatch(keys.length);
    asked = new int[keys.length];
  }

  /** The values visible at a sequence, in the caller's order; null where there is none. */
  List<byte[]> read(ReadView view, long sequence, boolean useFilters, StoreCounters counters)
      throws IOException {
    // A read that threw, since a table was replaced meanwhile, left both in the middle.
    batch.clear();
    Arrays.fill(answers, null);
    answered = 0;
    for (int i = 0; i < keys.length; i++) {
      Wanted wanted = keys[i];
      answer(
          i,
          view.getFromMemory(
              wanted.key, wanted.hash, sequence, ValueForm.COPY, useFilters, counters));
    }
    Version version = view.version();
    for (TableFile.Open table : version.tables(0)) {
      askTable(table, counters);
      search(sequence, useFilters);
    }
    for (int level = 1; level < Version.LEVELS; level++) {
      askRun(version.run(level), counters);
      search(sequence, useFilters);
    }
    return inCallersOrder();
  }

  private void askTable(TableFile.Open table, StoreCounters counters) {
    for (int i = 0; i < keys.length; i++) {
      if (answers[i] == null) {
        if (table.file().mayHold(keys[i].key)) {
          ask(i, table);
        } else {
          counters.runsSkippedByRange.increment();
        }
      }
    }
  }

  private void askRun(Level run, StoreCounters counters) {
    if (run == Level.EMPTY || answered == keys.length) {
      return;
    }
    for (int i = 0; i < keys.length; i++) {
      if (answers[i] == null) {
        TableFile.Open table = run.tableFor(keys[i].key);
        if (table == null) {
          counters.runsSkippedByRange.increment();
        } else {
          ask(i, table);
        }
      }
    }
  }

  private void ask(int i, TableFile.Open table) {
    asked[batch.count()] = i;
    batch.add(table.table(), keys[i].key, keys[i].hash, table.counters());
  }

  private void search(long sequence, boolean useFilters) throws IOException {
    batch.search(sequence, useFilters);
    for (int k = 0; k < batch.count(); k++) {
      answer(asked[k], batch.found(k));
    }
    batch.clear();
  }

  private void answer(int i, byte[] found) {
    if (found != null) {
      answers[i] = found;
      answered++;
    }
  }

  private List<byte[]> inCallersOrder() {
    List<byte[]> values = new ArrayList<>(Collections.nCopies(keys.length, null));
    for (int i = 0; i < keys.length; i++) {
      values.set(keys[i].position, answers[i] == Table.TOMBSTONE ? null : answers[i]);
    }
    return values;
  }
}
