package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * What a store must hold: the state now, and every batch since the last moment at which all was
 * known to be durable, so that the state after any prefix of them can be had again.
 */
@SuppressWarnings("NonApiType") // the order of the keys is the point
final class ModelHistory {
  /**
   * A put, or a delete.
   *
   * @param value {@code null} for a delete
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Change(byte[] key, byte[] value) {}

  private record Batch(long lastSequence, List<Change> changes) {}

  private final List<Batch> sinceDurable = new ArrayList<>();
  private TreeMap<byte[], byte[]> current = emptyState();
  private TreeMap<byte[], byte[]> durable = emptyState();
  private long durableSequence;
  private long acknowledgedSequence;
  private long attemptedSequence;

  static TreeMap<byte[], byte[]> emptyState() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  TreeMap<byte[], byte[]> current() {
    return current;
  }

  TreeMap<byte[], byte[]> copyOfCurrent() {
    TreeMap<byte[], byte[]> copy = emptyState();
    copy.putAll(current);
    return copy;
  }

  /** A batch is about to be written: a crash from here on leaves it there or not. */
  void attempt(List<Change> changes) {
    attemptedSequence += changes.size();
    sinceDurable.add(new Batch(attemptedSequence, changes));
  }

  /** The write of the last batch has returned. */
  void acknowledge() {
    if (acknowledgedSequence < attemptedSequence) {
      apply(sinceDurable.get(sinceDurable.size() - 1).changes(), current);
      acknowledgedSequence = attemptedSequence;
    }
  }

  /** Everything acknowledged survives a power cut from here on. */
  void makeDurable() {
    durableSequence = acknowledgedSequence;
    sinceDurable.forEach(batch -> apply(batch.changes(), durable));
    sinceDurable.clear();
  }

  /**
   * A crash happened, and a store was opened that says it holds everything up to a sequence. That
   * has to be the end of some batch, with nothing durable missing.
   *
   * @param killedOnly no power cut was among the crashes, so all that was acknowledged is there
   */
  void recover(long sequence, boolean killedOnly) {
    long atLeast = killedOnly ? acknowledgedSequence : durableSequence;
    assertThat(sequence).as("last sequence after the crash").isBetween(atLeast, attemptedSequence);
    boolean isBoundary = sequence == durableSequence;
    for (Batch batch : sinceDurable) {
      if (batch.lastSequence() <= sequence) {
        apply(batch.changes(), durable);
        isBoundary = batch.lastSequence() == sequence;
      }
    }
    assertThat(isBoundary).as("sequence %d ends a batch", sequence).isTrue();
    sinceDurable.clear();
    durableSequence = sequence;
    acknowledgedSequence = sequence;
    attemptedSequence = sequence;
    current = emptyState();
    current.putAll(durable);
  }

  long acknowledgedSequence() {
    return acknowledgedSequence;
  }

  private static void apply(List<Change> changes, TreeMap<byte[], byte[]> state) {
    for (Change change : changes) {
      if (change.value() == null) {
        state.remove(change.key());
      } else {
        state.put(change.key(), change.value());
      }
    }
  }
}
