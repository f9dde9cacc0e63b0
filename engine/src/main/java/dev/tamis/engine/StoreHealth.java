package dev.tamis.engine;

import java.util.concurrent.atomic.AtomicReference;

/**
 * What the store has been through. The first failure that leaves the state of the disk uncertain is
 * kept for good and is the cause of every write refused after it. A failure of background work that
 * lost nothing is kept until that work succeeds.
 */
final class StoreHealth {
  private final AtomicReference<Throwable> firstFailure = new AtomicReference<>();
  private volatile Throwable backgroundFailure;
  private volatile Runnable onReadOnly = () -> {};

  /** Something to run when the store has become read-only, in the thread that met the failure. */
  void whenReadOnly(Runnable action) {
    onReadOnly = action;
  }

  /** Makes the store read-only; only the first call has an effect. */
  void fail(Throwable cause) {
    if (firstFailure.compareAndSet(null, cause)) {
      onReadOnly.run();
    }
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
