package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.Directory;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waiting in tests with several threads; whatever takes 20 s is a hang. */
final class Waits {
  private static final long LIMIT_SECONDS = 20;

  private Waits() {}

  /** A call that runs in a thread of its own. */
  static final class Running<T> {
    private final FutureTask<T> task;
    private final Thread thread;

    private Running(Callable<T> call) {
      task = new FutureTask<>(call);
      thread = new Thread(task, "test call");
      thread.setDaemon(true);
      thread.start();
    }

    /** Its result, or what it has thrown. */
    T result() throws Exception {
      try {
        return task.get(LIMIT_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof Exception cause) {
          throw cause;
        }
        throw e;
      } catch (TimeoutException e) {
        throw new AssertionError("hangs:" + stacks(), e);
      }
    }

    boolean isDone() {
      return task.isDone();
    }

    /** Returns once the call waits for somebody else, and has not ended. */
    void awaitWaiting() throws InterruptedException {
      until(() -> thread.getState() == Thread.State.WAITING || isDone());
      assertThat(isDone()).as("has ended instead of waiting").isFalse();
    }
  }

  private static String stacks() {
    StringBuilder text = new StringBuilder();
    Thread.getAllStackTraces()
        .forEach(
            (thread, frames) -> {
              if (thread.getName().startsWith("tamis-") || thread.getName().equals("test call")) {
                text.append("\n").append(thread);
                Arrays.stream(frames).forEach(frame -> text.append("\n    ").append(frame));
              }
            });
    return text.toString();
  }

  /** Something that may throw and has no result. */
  interface Action {
    void run() throws Exception;
  }

  static Running<Void> start(Action action) {
    return new Running<>(
        () -> {
          action.run();
          return null;
        });
  }

  static void until(Callable<Boolean> condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    try {
      while (!condition.call()) {
        assertThat(System.nanoTime()).as("waited %d s", LIMIT_SECONDS).isLessThan(end);
        Thread.sleep(1);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)).as("waited too long").isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A store whose random draws come from a seed. */
  static Db open(Directory directory, Options options, long seed) throws java.io.IOException {
    return Db.open(new Environment(directory, new Random(seed), Thread::new), options);
  }
}
