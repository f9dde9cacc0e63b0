package dev.tamis.engine;

import dev.tamis.storage.DiskFullException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The one lock and the one condition under which writers wait for background work and background
 * threads wait for something to do, and what both need to know: whether the store still goes on,
 * and what failed last.
 *
 * <p>Work that fails with an I/O error lost nothing, since its inputs are still there: the store is
 * degraded, the work is tried again after a pause that doubles up to 30 s, and a writer that would
 * have to wait for it gets the error instead. Anything else thrown makes the store read-only.
 */
final class BackgroundMonitor {
  static final long FIRST_PAUSE_MILLIS = 20;
  private static final long MAX_PAUSE_MILLIS = 30_000;

  /** One kind of work; it remembers its last failure until it succeeds. Under the lock. */
  final class Work {
    private Throwable failure;

    /** The last failure; null while the work succeeds. */
    Throwable failure() {
      return failure;
    }

    /** Notes how a try ended and wakes everybody who waits. */
    void ended(Throwable failureOrNull) {
      failure = failureOrNull;
      Throwable first = flushing.failure != null ? flushing.failure : compacting.failure;
      health.setBackgroundFailure(first);
      changed.signalAll();
    }
  }

  final Work flushing = new Work();
  final Work compacting = new Work();
  final Cancellation cancellation = new Cancellation();
  private final StoreHealth health;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean isClosing;

  BackgroundMonitor(StoreHealth health) {
    this.health = health;
    health.whenReadOnly(() -> locked(this::signal));
  }

  /** Does something under the lock. */
  void locked(Runnable action) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }

  /** Reads something under the lock. */
  <T> T locked(Supplier<T> question) {
    lock.lock();
    try {
      return question.get();
    } finally {
      lock.unlock();
    }
  }

  /** Wakes everybody who waits; to be called under the lock, after a change. */
  void signal() {
    changed.signalAll();
  }

  /** Makes both threads stop as soon as they notice; what they were writing is removed. */
  void stop() {
    cancellation.cancel();
    locked(this::signal);
  }

  /** Lets the writers pass that are held back; nobody new comes any more. */
  void letWritersPass() {
    locked(
        () -> {
          isClosing = true;
          signal();
        });
  }

  /** Makes a writer wait until something holds; a store that closes lets it pass. */
  void awaitRoom(BooleanSupplier holds, Work work, String what) throws IOException {
    await(() -> isClosing || holds.getAsBoolean(), work::failure, what);
  }

  /**
   * Makes a caller wait until something holds. All three are asked under the lock.
   *
   * @param failure why the wait would be in vain, or null
   * @param what is waited for, for the message of that failure
   * @throws IllegalStateException if the store is closed meanwhile
   * @throws ReadOnlyException if nobody will work for it any more
   */
  void await(BooleanSupplier holds, Supplier<Throwable> failure, String what) throws IOException {
    lock.lock();
    try {
      while (!holds.getAsBoolean()) {
        health.checkWritable();
        if (cancellation.isCancelled()) {
          throw new IllegalStateException("store is closed");
        }
        Throwable cause = failure.get();
        if (cause != null) {
          throw stalled(what, cause);
        }
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Makes a background thread wait for something to do; false if it has to end. */
  boolean awaitWork(BooleanSupplier isDue) {
    lock.lock();
    try {
      while (mayGoOn() && !isDue.getAsBoolean()) {
        changed.awaitUninterruptibly();
      }
      if (mayGoOn()) {
        return true;
      }
      // A thread that ends has to wake those who wait for what it won't do.
      changed.signalAll();
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Waits before the next try; somebody who wants it now, or the close, ends the wait. */
  void pause(long millis, BooleanSupplier isWanted) {
    lock.lock();
    try {
      long leftNanos = TimeUnit.MILLISECONDS.toNanos(millis);
      while (leftNanos > 0 && mayGoOn() && !isWanted.getAsBoolean()) {
        leftNanos = changed.awaitNanos(leftNanos);
      }
    } catch (InterruptedException e) {
      // Nobody has a reason to interrupt the store's own threads; if they do, try again at once.
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /** How long to pause after one more failure. */
  static long nextPauseMillis(long lastMillis) {
    return Math.min(MAX_PAUSE_MILLIS, 2 * lastMillis);
  }

  /** What a call gets that waits in vain. */
  private static IOException stalled(String what, Throwable failure) {
    if (failure instanceof DiskFullException full) {
      return full;
    }
    return new IOException("write can't go on: " + what + " and that fails: " + failure, failure);
  }

  private boolean mayGoOn() {
    return !cancellation.isCancelled() && !health.isReadOnly();
  }
}
