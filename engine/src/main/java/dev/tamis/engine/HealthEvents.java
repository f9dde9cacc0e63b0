package dev.tamis.engine;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Tells the user's listener of changes of the health, one after the other, in a thread of its own:
 * whoever meets a failure may hold locks and must not run foreign code. The thread ends after
 * {@code CLOSED}.
 */
final class HealthEvents implements Runnable, Consumer<Health> {
  private final Consumer<Health> listener;
  private final BlockingQueue<Health> changes = new LinkedBlockingQueue<>();

  HealthEvents(Consumer<Health> listener) {
    this.listener = listener;
  }

  /** Takes a change over; never waits. */
  @Override
  public void accept(Health change) {
    changes.add(change);
  }

  @Override
  public void run() {
    Health.State told = Health.State.OPEN;
    while (told != Health.State.CLOSED) {
      try {
        Health change = changes.take();
        told = change.state();
        listener.accept(change);
      } catch (InterruptedException e) {
        // Left over from the listener, or meant for it; changes must still be told.
      } catch (Throwable e) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
      }
    }
  }
}
