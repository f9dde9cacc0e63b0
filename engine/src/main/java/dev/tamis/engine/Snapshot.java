package dev.tamis.engine;

import java.io.Closeable;

/**
 * The state of a store at one moment, for reads through {@link Db#get(byte[], Snapshot)} and {@link
 * ReadOptions#withSnapshot}. While it is open, compaction keeps the versions it can see. Safe for
 * use by several threads.
 */
public final class Snapshot implements Closeable {
  private final Snapshots owner;
  private final long sequence;
  private volatile boolean closed;

  Snapshot(Snapshots owner, long sequence) {
    this.owner = owner;
    this.sequence = sequence;
  }

  /** Sequence number of the last operation it contains; 0 if the store was empty. */
  public long sequence() {
    return sequence;
  }

  /** The sequence to read at, after a check that this snapshot is open and of that store. */
  long sequenceFor(Snapshots store) {
    if (owner != store) {
      throw new IllegalArgumentException("snapshot of another store");
    }
    if (closed) {
      throw new IllegalStateException("snapshot is closed: sequence=" + sequence);
    }
    return sequence;
  }

  /** Lets compaction drop what only this snapshot needed. Idempotent. */
  @Override
  public void close() {
    closed = true;
    owner.release(this);
  }
}
