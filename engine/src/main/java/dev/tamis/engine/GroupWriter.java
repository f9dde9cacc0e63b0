package dev.tamis.engine;

import dev.tamis.filter.KeyHash;
import dev.tamis.sstable.EntryKind;
import java.io.IOException;

/**
 * What the leader of a group does: appends the group to the log as one record, applies it to the
 * memtable, and publishes the new sequence, which makes the whole group visible at once.
 *
 * <p>Invariants: sequence numbers are used up only by a complete append, so the log has no gaps; an
 * operation is visible only after it is in the log and in the memtable; anything thrown between the
 * append and the publication makes the store read-only, since log and memory may then differ.
 *
 * <p>For one thread at a time, the leader of {@link CommitQueue}, but for {@link #visibleSequence}.
 */
final class GroupWriter {
  /** A larger put gets an array of its own, so that the leader's does not stay that large. */
  private static final int MAX_REUSED_BYTES = 64 << 10;

  private static final byte[] NO_VALUE = {};

  private final KeyHash hash;
  private final WriteAheadLog log;
  private final boolean logged;
  private final MemTables memtables;
  private final WritePressure pressure;
  private final StoreHealth health;
  private final StoreCounters counters;

  /** The record of a lone put or delete, which so leaves no garbage. */
  private final WriteBatch lone = new WriteBatch();

  private volatile long visibleSequence;

  /**
   * @param logged whether writes go to the log; without, they live in memory until they are flushed
   */
  GroupWriter(
      KeyHash hash,
      WriteAheadLog log,
      boolean logged,
      MemTables memtables,
      WritePressure pressure,
      StoreHealth health,
      StoreCounters counters,
      long lastSequence) {
    this.hash = hash;
    this.log = log;
    this.logged = logged;
    this.memtables = memtables;
    this.pressure = pressure;
    this.health = health;
    this.counters = counters;
    this.visibleSequence = lastSequence;
  }

  /** Sequence of the last operation that reads may see. */
  long visibleSequence() {
    return visibleSequence;
  }

  /** Writes one put and returns its sequence. */
  long put(byte[] key, byte[] value) throws IOException {
    if (key.length + value.length > MAX_REUSED_BYTES) {
      return write(WriteBatch.of(key, value), 1);
    }
    lone.clear();
    lone.put(key, value);
    return writeLone(key, EntryKind.PUT, value);
  }

  /** Writes one delete and returns its sequence. */
  long delete(byte[] key) throws IOException {
    lone.clear();
    lone.delete(key);
    return writeLone(key, EntryKind.DELETE, NO_VALUE);
  }

  /** Writes one batch for so many writers and returns the sequence of its last operation. */
  long write(WriteBatch batch, int writers) throws IOException {
    admit(batch);
    if (batch.count() > 0) {
      try {
        append(batch);
        apply(batch);
      } catch (Throwable e) {
        health.fail(e);
        throw e;
      }
    }
    return publish(batch, writers);
  }

  /** Freezes the memtable unless it is empty. */
  void freeze() throws IOException {
    health.checkWritable();
    memtables.freeze(visibleSequence);
  }

  /** As {@link #write}, but decodes nothing, since the parts of the one operation are at hand. */
  private long writeLone(byte[] key, int kind, byte[] value) throws IOException {
    admit(lone);
    try {
      append(lone);
      long sequence = visibleSequence + 1;
      long keyHash = hash.hash(key);
      MemTable memtable = memtables.active();
      memtable.add(key, 0, key.length, sequence, kind, value, 0, value.length, keyHash);
    } catch (Throwable e) {
      health.fail(e);
      throw e;
    }
    return publish(lone, 1);
  }

  private void admit(WriteBatch batch) throws IOException {
    health.checkWritable();
    pressure.delay(batch.sizeBytes());
    memtables.makeRoom(visibleSequence);
  }

  private void append(WriteBatch batch) throws IOException {
    if (logged) {
      long first = visibleSequence + 1;
      log.append(first, batch.array(), BatchFormat.RESERVED_BYTES, batch.payloadLength());
    }
  }

  private void apply(WriteBatch batch) throws IOException {
    MemTable memtable = memtables.active();
    BatchReader reader = BatchReader.of(batch);
    long sequence = visibleSequence + 1;
    while (reader.next()) {
      byte[] bytes = reader.bytes();
      long keyHash = hash.hash(bytes, reader.keyOffset(), reader.keyLength());
      memtable.add(
          bytes,
          reader.keyOffset(),
          reader.keyLength(),
          sequence++,
          reader.kind(),
          bytes,
          reader.valueOffset(),
          reader.valueLength(),
          keyHash);
    }
  }

  private long publish(WriteBatch batch, int writers) {
    counters.writes.add(writers);
    counters.operations.add(batch.count());
    long last = visibleSequence + batch.count();
    visibleSequence = last;
    return last;
  }
}
