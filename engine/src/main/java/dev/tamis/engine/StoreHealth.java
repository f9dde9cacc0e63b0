package dev.tamis.engine;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * What the store has been through. The first failure that leaves the state of the disk uncertain is
 * kept for good and is the cause of every write refused after it. A failure of background work that
 * lost nothing is kept until that work succeeds.
 */
final class StoreHealth {
  private final AtomicReference<Throwable> firstFailure = new AtomicReference<>();
  private volatile Throwable backgroundFailure;
  private volatile Runnable onReadOnly = () -> {};
  private final Consumer<Health> listener;
  private final ReentrantLock telling = new ReentrantLock();

  /** What the listener was told last. Under the lock. */
  private Health.State told = Health.State.OPEN;

  private boolean isClosed;

  /**
   * @param listener is given every change of the state, in order; must not wait
   */
  StoreHealth(Consumer<Health> listener) {
    this.listener = listener;
  }

  /** Something to run when the store has become read-only, in the thread that met the failure. */
  void whenReadOnly(Runnable action) {
    onReadOnly = action;
  }

  /** Makes the store read-only; only the first call has an effect. */
  void fail(Throwable cause) {
    if (firstFailure.compareAndSet(null, cause)) {
      onReadOnly.run();
      tell();
    }
  }

  /** The store is closed; nothing is told after that. */
  void close() {
    telling.lock();
    try {
      isClosed = true;
    } finally {
      telling.unlock();
    }
    tell();
  }

  boolean isReadOnly() {
    return firstFailure.get() != null;
  }

  void checkWritable() throws ReadOnlyException {
    Throwable failure = firstFailure.get();
    if (failure != null) {
      throw new ReadOnlyException(failure);
    }
  }

  /**
   * Notes that background work failed and will be tried again, or with {@code null} that it works.
   */
  void setBackgroundFailure(Throwable cause) {
    backgroundFailure = cause;
    tell();
  }

  private void tell() {
    telling.lock();
    try {
      Health now = describe(isClosed, "", 0);
      if (now.state() != told) {
        told = now.state();
        listener.accept(now);
      }
    } finally {
      telling.unlock();
    }
  }

  Health describe(boolean closed, String writePressure, long writeDelayNanos) {
    Throwable failure = firstFailure.get();
    if (closed) {
      return new Health(Health.State.CLOSED, failure, "", 0);
    }
    if (failure != null) {
      return new Health(Health.State.READ_ONLY, failure, "", 0);
    }
    Throwable background = backgroundFailure;
    Health.State state = background == null ? Health.State.OPEN : Health.State.DEGRADED;
    return new Health(state, background, writePressure, writeDelayNanos);
  }
}
