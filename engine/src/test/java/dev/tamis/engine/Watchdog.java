package dev.tamis.engine;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Runs a test in a thread of its own, so that one that hangs fails with the stacks of all threads
 * instead of stopping the build. Nothing is interrupted: that would hide where it hung.
 */
final class Watchdog {
  private static final long SECONDS = 120;

  private Watchdog() {}

  /** What is watched. */
  interface Body {
    void run() throws Exception;
  }

  /**
   * @param place what the test is at, for the message
   */
  static void watch(Supplier<String> place, Body body) {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              body.run();
              return null;
            });
    Thread thread = new Thread(task, "watched test");
    thread.setDaemon(true);
    thread.start();
    try {
      task.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError(place.get() + ": " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError(place.get() + " hangs:\n" + stacks(), e);
    } catch (InterruptedException e) {
      throw new AssertionError(place.get() + ": the test itself was interrupted", e);
    }
  }

  private static String stacks() {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
      text.append(entry.getKey()).append('\n');
      for (StackTraceElement frame : entry.getValue()) {
        text.append("  ").append(frame).append('\n');
      }
    }
    return text.toString();
  }
}
