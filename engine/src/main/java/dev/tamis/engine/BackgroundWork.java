package dev.tamis.engine;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Flushes and compactions, each on a thread of its own so that a long merge never keeps a full
 * memtable waiting, and the waiting for them.
 *
 * <p>Work that fails with an I/O error lost nothing, since its inputs are still there: the store is
 * degraded, the work is tried again after a pause that doubles up to 30 s, and a writer that would
 * have to wait for it gets the error instead. Anything else thrown makes the store read-only.
 */
final class BackgroundWork {
  private static final int MAX_FROZEN = 2;
  private static final long FIRST_PAUSE_MILLIS = 20;
  private static final long MAX_PAUSE_MILLIS = 30_000;

  /** A manual compaction; completed by the compaction thread. */
  private static final class Request {
    final byte[] from;
    final byte[] to;
    boolean done;
    Throwable failure;

    Request(byte[] from, byte[] to) {
      this.from = from;
      this.to = to;
    }
  }

  private final VersionSet versions;
  private final CompactionPicker picker;
  private final StoreHealth health;
  private final Cancellation cancellation = new Cancellation();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<MemTables.Frozen> frozen = new ArrayDeque<>();
  private final Deque<Request> requests = new ArrayDeque<>();
  private List<String> keptLogs;
  private long flushedSequence;
  private long flushFailures;

  private boolean isClosing;

  /** Whether somebody asked for a flush since the last one began: no reason to pause. */
  private boolean flushWanted;

  /** The last failure of each kind of work; null while it works. */
  private Throwable flushFailure;

  private Throwable compactionFailure;

  /**
   * @param keptLogs sealed logs whose writes are in the first memtable
   */
  BackgroundWork(
      VersionSet versions, CompactionPicker picker, StoreHealth health, List<String> keptLogs) {
    this.versions = versions;
    this.picker = picker;
    this.health = health;
    this.keptLogs = keptLogs;
    health.whenReadOnly(this::wakeAll);
  }

  /** Takes a frozen memtable over. */
  void enqueue(MemTables.Frozen table) {
    lock.lock();
    try {
      frozen.addLast(table);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until one more memtable may be frozen. */
  void awaitRoomForFrozen() throws IOException {
    awaitProgress(
        () -> frozen.size() < MAX_FROZEN, () -> flushFailure, "memtables wait to be flushed");
  }

  /** Waits until compactions have brought about that a condition on level 0 holds. */
  void awaitRoomInLevel0(BooleanSupplier holds) throws IOException {
    awaitProgress(holds, () -> compactionFailure, "level 0 is full");
  }

  /** Waits until nothing is to be flushed or compacted. */
  void awaitQuiet() throws IOException {
    awaitProgress(
        () ->
            frozen.isEmpty()
                && requests.isEmpty()
                && picker.pick(versions.view().version()) == null,
        () -> flushFailure != null ? flushFailure : compactionFailure,
        "flush or compaction is due");
  }

  private void awaitProgress(BooleanSupplier holds, Supplier<Throwable> failureOfWork, String what)
      throws IOException {
    lock.lock();
    try {
      while (!isClosing && !holds.getAsBoolean()) {
        health.checkWritable();
        Throwable failure = failureOfWork.get();
        if (failure != null) {
          throw stalled(what, failure);
        }
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** If the last flush failed, has it tried again now, and waits for it. */
  void retryFailedFlush() throws IOException {
    long sequence;
    lock.lock();
    try {
      sequence = flushFailure == null || frozen.isEmpty() ? 0 : frozen.getLast().lastSequence();
    } finally {
      lock.unlock();
    }
    if (sequence > 0) {
      awaitFlushed(sequence);
    }
  }

  /** Waits until everything up to a sequence is in tables; throws what the flush throws. */
  void awaitFlushed(long sequence) throws IOException {
    lock.lock();
    try {
      long failuresBefore = flushFailures;
      flushWanted = true;
      changed.signalAll();
      while (!frozen.isEmpty() && flushedSequence < sequence) {
        health.checkWritable();
        if (cancellation.isCancelled()) {
          throw new IllegalStateException("store is closed");
        }
        if (flushFailures > failuresBefore && flushFailure != null) {
          throw stalled("flush failed", flushFailure);
        }
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Runs a manual compaction on the compaction thread and waits for it. */
  void compact(byte[] from, byte[] to) throws IOException {
    Request request = new Request(from, to);
    lock.lock();
    try {
      health.checkWritable();
      requests.addLast(request);
      changed.signalAll();
      while (!request.done) {
        // Nobody takes a request up any more once the store is read-only.
        health.checkWritable();
        if (cancellation.isCancelled()) {
          throw new IllegalStateException("store is closed");
        }
        changed.awaitUninterruptibly();
      }
    } finally {
      requests.remove(request);
      lock.unlock();
    }
    if (request.failure instanceof IOException e) {
      throw e;
    }
    if (request.failure instanceof Cancellation.Cancelled) {
      throw new IllegalStateException("store is closed");
    }
    if (request.failure != null) {
      health.checkWritable();
      throw new IllegalStateException("compaction failed", request.failure);
    }
  }

  /** Makes both threads stop as soon as they notice; what they were writing is removed. */
  void stop() {
    cancellation.cancel();
    wakeAll();
  }

  /** Lets the writers pass that are held back; nobody new comes any more. */
  void letWritersPass() {
    lock.lock();
    try {
      isClosing = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void wakeAll() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Body of the flush thread. */
  void runFlushes(Flush flush) {
    long pauseMillis = FIRST_PAUSE_MILLIS;
    while (awaitFrozen()) {
      MemTables.Frozen next = firstFrozen();
      try {
        flush.run(next, keptLogs, cancellation);
        keptLogs = List.of();
        pauseMillis = FIRST_PAUSE_MILLIS;
        flushed(next);
      } catch (Cancellation.Cancelled e) {
        return;
      } catch (IOException e) {
        flushFailed(e);
        pause(pauseMillis, () -> flushWanted);
        pauseMillis = Math.min(MAX_PAUSE_MILLIS, 2 * pauseMillis);
      } catch (Throwable e) {
        health.fail(e);
        flushFailed(e);
        return;
      }
    }
  }

  /** Body of the compaction thread. */
  void runCompactions(CompactionRun run) {
    long pauseMillis = FIRST_PAUSE_MILLIS;
    while (awaitCompactionDue()) {
      Request request = firstRequest();
      try {
        if (request != null) {
          compactManually(run, request);
        } else {
          Compaction plan = picker.pick(versions.view().version());
          if (plan != null) {
            run.run(plan, cancellation);
          }
        }
        pauseMillis = FIRST_PAUSE_MILLIS;
        compacted(request, null);
      } catch (Cancellation.Cancelled e) {
        compacted(request, e);
        return;
      } catch (IOException e) {
        compacted(request, e);
        pause(pauseMillis, () -> !requests.isEmpty());
        pauseMillis = Math.min(MAX_PAUSE_MILLIS, 2 * pauseMillis);
      } catch (Throwable e) {
        health.fail(e);
        compacted(request, e);
        return;
      }
    }
  }

  private void compactManually(CompactionRun run, Request request) throws IOException {
    int bottom = Math.max(1, versions.view().version().deepestLevel());
    for (int level = 0; level < bottom; level++) {
      Compaction plan =
          CompactionPicker.down(versions.view().version(), level, request.from, request.to);
      if (plan != null) {
        run.run(plan, cancellation);
      }
    }
    Version version = versions.view().version();
    for (Compaction plan : CompactionPicker.inPlace(version, bottom, request.from, request.to)) {
      run.run(plan, cancellation);
    }
  }

  private boolean awaitFrozen() {
    lock.lock();
    try {
      while (frozen.isEmpty() && mayGoOn()) {
        changed.awaitUninterruptibly();
      }
      return goOnOrTellWaiters();
    } finally {
      lock.unlock();
    }
  }

  private MemTables.Frozen firstFrozen() {
    lock.lock();
    try {
      flushWanted = false;
      return frozen.getFirst();
    } finally {
      lock.unlock();
    }
  }

  private boolean awaitCompactionDue() {
    lock.lock();
    try {
      while (requests.isEmpty() && mayGoOn() && picker.pick(versions.view().version()) == null) {
        changed.awaitUninterruptibly();
      }
      return goOnOrTellWaiters();
    } finally {
      lock.unlock();
    }
  }

  /** Requires the lock. A thread that ends has to wake those who wait for what it won't do. */
  private boolean goOnOrTellWaiters() {
    boolean goOn = mayGoOn();
    if (!goOn) {
      changed.signalAll();
    }
    return goOn;
  }

  private boolean mayGoOn() {
    return !cancellation.isCancelled() && !health.isReadOnly();
  }

  private Request firstRequest() {
    lock.lock();
    try {
      return requests.peekFirst();
    } finally {
      lock.unlock();
    }
  }

  private void flushed(MemTables.Frozen table) {
    lock.lock();
    try {
      frozen.removeFirst();
      flushedSequence = table.lastSequence();
      flushFailure = null;
      reportBackgroundFailure();
    } finally {
      lock.unlock();
    }
  }

  private void flushFailed(Throwable cause) {
    lock.lock();
    try {
      flushFailures++;
      flushFailure = cause;
      reportBackgroundFailure();
    } finally {
      lock.unlock();
    }
  }

  private void compacted(Request request, Throwable failure) {
    lock.lock();
    try {
      if (request != null) {
        requests.remove(request);
        request.done = true;
        request.failure = failure;
      }
      compactionFailure = failure;
      reportBackgroundFailure();
    } finally {
      lock.unlock();
    }
  }

  private void reportBackgroundFailure() {
    health.setBackgroundFailure(flushFailure != null ? flushFailure : compactionFailure);
    changed.signalAll();
  }

  /** Waits before the next try; somebody who wants it now, or the close, ends the wait. */
  private void pause(long millis, BooleanSupplier wanted) {
    lock.lock();
    try {
      long leftNanos = TimeUnit.MILLISECONDS.toNanos(millis);
      while (leftNanos > 0 && mayGoOn() && !wanted.getAsBoolean()) {
        leftNanos = changed.awaitNanos(leftNanos);
      }
    } catch (InterruptedException e) {
      // Nobody has a reason to interrupt the store's own threads; if they do, try again at once.
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  private static IOException stalled(String what, Throwable failure) {
    if (failure instanceof dev.tamis.storage.DiskFullException full) {
      return full;
    }
    return new IOException("write can't go on: " + what + " and that fails: " + failure, failure);
  }
}
