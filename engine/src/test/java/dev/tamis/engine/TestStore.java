package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tamis.storage.Directory;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What tests that force a schedule on a store have in common. */
final class TestStore {
  private TestStore() {}

  /** A piece of a test that may throw. */
  interface Body {
    void run() throws Exception;
  }

  static Db open(Directory directory, Options options) throws Exception {
    return Db.open(new Environment(directory, new SplittableRandom(1), Thread::new), options);
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  static Attempt start(Body body) {
    return new Attempt(body);
  }

  static void waitUntil(BooleanSupplier holds) {
    long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > deadlineNanos) {
        throw new IllegalStateException("waited 20 s in vain");
      }
      Thread.onSpinWait();
      Thread.yield();
    }
  }

  /** Gives another thread the chance to do something that it may be right not to do. */
  static void giveChance(CountDownLatch done) {
    try {
      done.await(300, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void await(CountDownLatch latch) {
    try {
      if (!latch.await(20, TimeUnit.SECONDS)) {
        throw new IllegalStateException("waited 20 s in vain");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Something that runs on a thread of its own, and how it ended. */
  static final class Attempt {
    private final Thread thread;
    private volatile Throwable failure;

    private Attempt(Body body) {
      thread =
          new Thread(
              () -> {
                try {
                  body.run();
                } catch (Throwable e) {
                  failure = e;
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    boolean isWaiting() {
      return thread.getState() == Thread.State.WAITING;
    }

    boolean isDone() {
      return thread.getState() == Thread.State.TERMINATED;
    }

    /** Waits for the end and returns what was thrown, or null. */
    Throwable outcome() throws InterruptedException {
      thread.join(20_000);
      return thread.isAlive() ? new IllegalStateException("it hangs: " + thread) : failure;
    }
  }
}
