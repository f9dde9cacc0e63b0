package dev.tamis.engine;

import dev.tamis.filter.KeyHash;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The order of all writes. Writers queue up; the one at the head leads: it takes what has gathered
 * (up to 4 MiB), appends it to the log as one record in its own thread, applies it to the memtable,
 * and publishes the new sequence, which makes the whole group visible at once. A writer that meets
 * nobody leads at once, without queueing, writes in the leader's own buffer and never hands over to
 * another thread.
 *
 * <p>Invariants: sequence numbers are used up only by a complete append, so the log has no gaps; an
 * operation is visible only after it is in the log and in the memtable; anything thrown between the
 * append and the publication makes the store read-only, since log and memory may then differ; the
 * followers are completed whatever happens to the leader.
 */
final class CommitQueue {
  private static final int MAX_GROUP_BYTES = 4 << 20;

  /** A larger put gets an array of its own, so that the leader's does not stay that large. */
  private static final int MAX_REUSED_BYTES = 64 << 10;

  /** One waiting writer; with no batch, a request to freeze the memtable. */
  private static final class Waiter {
    final WriteBatch batch;
    final Condition turn;
    boolean done;
    Throwable failure;
    long lastSequence;

    Waiter(WriteBatch batch, Condition turn) {
      this.batch = batch;
      this.turn = turn;
    }
  }

  private final KeyHash hash;
  private final WriteAheadLog log;
  private final boolean logged;
  private final MemTables memtables;
  private final WritePressure pressure;
  private final StoreHealth health;
  private final StoreCounters counters;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition drained = lock.newCondition();
  private final Deque<Waiter> queue = new ArrayDeque<>();
  private boolean leading;
  private boolean closed;

  /** Used by the leader only. */
  private final WriteBatch group = new WriteBatch();

  private volatile long visibleSequence;

  /**
   * @param logged whether writes go to the log; without, they live in memory until they are flushed
   */
  CommitQueue(
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

  /** Commits one put and returns its sequence. */
  long put(byte[] key, byte[] value) throws IOException {
    WriteBatch.checkPut(key, value);
    if (key.length + value.length > MAX_REUSED_BYTES || !leadAtOnce()) {
      return commit(WriteBatch.of(key, value));
    }
    try {
      group.clear();
      return write(group.put(key, value), 1);
    } finally {
      handOver();
    }
  }

  /** Commits one delete and returns its sequence. */
  long delete(byte[] key) throws IOException {
    WriteBatch.checkDelete(key);
    if (!leadAtOnce()) {
      return commit(WriteBatch.ofDelete(key));
    }
    try {
      group.clear();
      return write(group.delete(key), 1);
    } finally {
      handOver();
    }
  }

  /** Commits a batch and returns the sequence of its last operation. */
  long commit(WriteBatch batch) throws IOException {
    if (!leadAtOnce()) {
      return submit(batch);
    }
    try {
      return write(batch, 1);
    } finally {
      handOver();
    }
  }

  /** Freezes the memtable unless it is empty; what was committed before the call is in it. */
  void freeze() throws IOException {
    submit(null);
  }

  /** Lets the writers in the queue finish and refuses later ones. */
  void close() {
    lock.lock();
    try {
      closed = true;
      while (leading || !queue.isEmpty()) {
        drained.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Freezes the memtable when nobody writes any more. Requires: closed. */
  void freezeLast() throws IOException {
    health.checkWritable();
    memtables.freeze(visibleSequence);
  }

  /** Becomes the leader, unless there is one or somebody waits to be. */
  private boolean leadAtOnce() {
    lock.lock();
    try {
      checkOpen();
      if (leading || !queue.isEmpty()) {
        return false;
      }
      leading = true;
      return true;
    } finally {
      lock.unlock();
    }
  }

  private long submit(WriteBatch batch) throws IOException {
    Waiter self;
    List<Waiter> members;
    lock.lock();
    try {
      checkOpen();
      self = new Waiter(batch, queue.isEmpty() && !leading ? null : lock.newCondition());
      queue.addLast(self);
      while (!self.done && (leading || queue.peekFirst() != self)) {
        self.turn.awaitUninterruptibly();
      }
      if (self.done) {
        return outcome(self);
      }
      members = takeGroup();
      leading = true;
    } finally {
      lock.unlock();
    }
    try {
      lead(members);
    } catch (Throwable e) {
      for (Waiter member : members) {
        member.failure = e;
      }
    } finally {
      complete(members);
    }
    return outcome(self);
  }

  private List<Waiter> takeGroup() {
    List<Waiter> members = new ArrayList<>();
    long bytes = 0;
    while (!queue.isEmpty()) {
      Waiter next = queue.peekFirst();
      long nextBytes = next.batch == null ? 0 : next.batch.sizeBytes();
      boolean standsAlone = next.batch == null || bytes + nextBytes > MAX_GROUP_BYTES;
      if (standsAlone && !members.isEmpty()) {
        break;
      }
      members.add(queue.removeFirst());
      bytes += nextBytes;
      if (standsAlone) {
        break;
      }
    }
    return members;
  }

  private void complete(List<Waiter> members) {
    lock.lock();
    try {
      for (Waiter member : members) {
        member.done = true;
        if (member.turn != null) {
          member.turn.signal();
        }
      }
      handOver();
    } finally {
      lock.unlock();
    }
  }

  /** Lets the next writer lead. */
  private void handOver() {
    lock.lock();
    try {
      leading = false;
      Waiter next = queue.peekFirst();
      if (next == null) {
        drained.signalAll();
      } else {
        next.turn.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("store is closed");
    }
  }

  private void lead(List<Waiter> members) throws IOException {
    WriteBatch batch = members.get(0).batch;
    if (batch == null) {
      health.checkWritable();
      memtables.freeze(visibleSequence);
      return;
    }
    if (members.size() > 1) {
      group.clear();
      members.forEach(member -> group.append(member.batch));
      batch = group;
    }
    long sequence = write(batch, members.size()) - batch.count();
    for (Waiter member : members) {
      sequence += member.batch.count();
      member.lastSequence = sequence;
    }
  }

  /** Writes one batch for so many writers and returns the sequence of its last operation. */
  private long write(WriteBatch batch, int writers) throws IOException {
    health.checkWritable();
    pressure.delay(batch.sizeBytes());
    memtables.makeRoom(visibleSequence);
    long last = append(batch);
    counters.writes.add(writers);
    counters.operations.add(batch.count());
    visibleSequence = last;
    return last;
  }

  private long append(WriteBatch batch) throws IOException {
    long first = visibleSequence + 1;
    if (batch.count() == 0) {
      return visibleSequence;
    }
    try {
      if (logged) {
        log.append(first, batch.array(), BatchFormat.RESERVED_BYTES, batch.payloadLength());
      }
      return apply(batch, first);
    } catch (Throwable e) {
      health.fail(e);
      throw e;
    }
  }

  private long apply(WriteBatch batch, long firstSequence) throws IOException {
    MemTable memtable = memtables.active();
    BatchReader reader = BatchReader.of(batch);
    long sequence = firstSequence;
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
    return sequence - 1;
  }

  private static long outcome(Waiter waiter) throws IOException {
    Throwable failure = waiter.failure;
    if (failure == null) {
      return waiter.lastSequence;
    }
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    throw (Error) failure;
  }
}
