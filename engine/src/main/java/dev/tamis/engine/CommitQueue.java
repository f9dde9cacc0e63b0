package dev.tamis.engine;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The order of all writes. Writers queue up; the one at the head leads: it takes what has gathered
 * (up to 4 MiB) and has {@link GroupWriter} write it in its own thread. A writer that meets nobody
 * leads at once, without queueing, and never hands over to another thread. The followers are
 * completed whatever happens to the leader.
 */
final class CommitQueue {
  private static final int MAX_GROUP_BYTES = 4 << 20;

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

  private final GroupWriter writer;

  /** Used by the leader only. */
  private final WriteBatch group = new WriteBatch();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition drained = lock.newCondition();
  private final Deque<Waiter> queue = new ArrayDeque<>();
  private boolean leading;
  private boolean closed;

  CommitQueue(GroupWriter writer) {
    this.writer = writer;
  }

  /** Sequence of the last operation that reads may see. */
  long visibleSequence() {
    return writer.visibleSequence();
  }

  /** Commits one put and returns its sequence. */
  long put(byte[] key, byte[] value) throws IOException {
    WriteBatch.checkPut(key, value);
    if (!leadAtOnce()) {
      return commit(WriteBatch.of(key, value));
    }
    try {
      return writer.put(key, value);
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
      return writer.delete(key);
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
      return writer.write(batch, 1);
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
    writer.freeze();
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
      writer.freeze();
      return;
    }
    if (members.size() > 1) {
      group.clear();
      members.forEach(member -> group.append(member.batch));
      batch = group;
    }
    long sequence = writer.write(batch, members.size()) - batch.count();
    for (Waiter member : members) {
      sequence += member.batch.count();
      member.lastSequence = sequence;
    }
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
