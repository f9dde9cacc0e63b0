package dev.tamis.engine;

/** Tells long work that the store is closing; the work throws and leaves nothing behind. */
final class Cancellation {

  /** Thrown out of cancelled work; not a failure. */
  static final class Cancelled extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Cancelled() {
      super("store is closing", null, false, false);
    }
  }

  private volatile boolean cancelled;

  void cancel() {
    cancelled = true;
  }

  boolean isCancelled() {
    return cancelled;
  }

  void check() {
    if (cancelled) {
      throw new Cancelled();
    }
  }
}
