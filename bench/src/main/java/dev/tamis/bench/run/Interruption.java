package dev.tamis.bench.run;

import java.io.Closeable;
import java.util.concurrent.CountDownLatch;

/**
 * Lets a run that the user interrupts end in good order: the benchmark under way stops, figures so
 * far are printed and written, temporary stores are removed, and only then does the process end.
 */
public final class Interruption implements Closeable {
  private final Stop stop = new Stop();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "tamis-bench-interrupted");

  /** From now on an interrupted process ends only after {@link #close}. */
  public Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Requested once the user wants an end. */
  public Stop stop() {
    return stop;
  }

  private void interrupt() {
    stop.request();
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Says that everything is cleaned up. */
  @Override
  public void close() {
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process ends already: the hook was the one that had it wait.
    }
  }
}
