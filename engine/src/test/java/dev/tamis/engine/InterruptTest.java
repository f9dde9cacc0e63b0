package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptTest {
  private static final int WORKERS = 8;
  private static final int KEYS = 200;
  private static final long STORM_SECONDS = Long.getLong("tamis.interrupt.seconds", 4);

  @TempDir Path store;

  /** One thread in a loop of calls on keys of its own; its interrupt flag is anybody's. */
  private static final class Worker extends Thread {
    final Db db;
    final int number;
    final long[] model = new long[KEYS];
    final AtomicLong calls = new AtomicLong();
    final AtomicLong interruptedCalls = new AtomicLong();
    volatile boolean stop;
    volatile Throwable problem;
    private long value;

    Worker(Db db, int number) {
      this.db = db;
      this.number = number;
    }

    @Override
    public void run() {
      Random random = new Random(number);
      if (number % 2 == 0) {
        interrupt();
      }
      try {
        while (!stop) {
          step(random);
          if (random.nextInt(4) == 0) {
            Thread.interrupted();
          }
        }
      } catch (Throwable e) {
        problem = e;
      }
    }

    private void step(Random random) throws IOException {
      int key = random.nextInt(KEYS);
      boolean flagBefore = isInterrupted();
      long next = ++value;
      try {
        switch (random.nextInt(16)) {
          case 0 -> put(key, next, Durability.SYNC);
          case 1, 2, 3, 4, 5, 6 -> put(key, next, Durability.BUFFERED);
          case 7 -> scan();
          case 8 -> flushSometimes(random);
          default -> check(key, db.get(keyOf(number, key)));
        }
        assertThat(!flagBefore || isInterrupted())
            .as("a call that completes keeps the flag")
            .isTrue();
      } catch (InterruptedIOException | ClosedByInterruptException e) {
        interruptedCalls.incrementAndGet();
        // Whether the write happened is not known then; nothing else may be wrong.
        byte[] now = db.get(keyOf(number, key));
        model[key] = now == null ? 0 : Long.parseLong(new String(now, UTF_8));
      }
      calls.incrementAndGet();
    }

    private void put(int key, long next, Durability durability) throws IOException {
      db.put(keyOf(number, key), Long.toString(next).getBytes(UTF_8), durability);
      model[key] = next;
    }

    private void flushSometimes(Random random) throws IOException {
      if (random.nextInt(4) == 0) {
        db.flush();
      }
    }

    private void scan() throws IOException {
      int found = 0;
      try (Cursor cursor = db.cursor(ReadOptions.DEFAULT, keyOf(number, 0), keyOf(number, KEYS))) {
        for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
          int key = Integer.parseInt(new String(cursor.key(), UTF_8).substring(2));
          check(key, cursor.value());
          found++;
        }
      }
      long expected = 0;
      for (long one : model) {
        expected += one > 0 ? 1 : 0;
      }
      assertThat((long) found).isEqualTo(expected);
    }

    void check(int key, byte[] actual) {
      long expected = model[key];
      assertThat(actual == null ? "0" : new String(actual, UTF_8))
          .as("key %d of worker %d", key, number)
          .isEqualTo(Long.toString(expected));
    }
  }

  @Test
  void caseJ5_interruptsHurtNobody() throws Exception {
    Options options =
        Options.builder()
            .memtableBytes(16 << 10)
            .blockBytes(256)
            .partitionBytes(256)
            .cacheBytes(8 << 10)
            .maxOpenFiles(4)
            .level0Tables(2)
            .levelRatio(3)
            .levelBaseBytes(16 << 10)
            .tableBytes(8 << 10)
            .build();
    List<Worker> workers = new ArrayList<>();
    try (Db db = Db.open(store, options)) {
      for (int i = 0; i < WORKERS; i++) {
        workers.add(new Worker(db, i));
      }
      workers.forEach(Thread::start);
      interruptAtRandom(workers);
      for (Worker worker : workers) {
        worker.stop = true;
      }
      for (Worker worker : workers) {
        worker.join(TimeUnit.SECONDS.toMillis(20));
        assertThat(worker.isAlive()).as("worker %d hangs", worker.number).isFalse();
        assertThat(worker.problem).as("worker %d", worker.number).isNull();
        assertThat(worker.calls.get()).as("calls of worker %d", worker.number).isPositive();
      }
      assertThat(db.health().state()).isEqualTo(Health.State.OPEN);
      assertThat(db.stats().flushes()).isPositive();
      assertThat(db.stats().compactions()).isPositive();
      checkAll(db, workers);
      assertThat(db.verify().problems()).isEmpty();
    }
    try (Db db = Db.open(store, options)) {
      assertThat(db.recoveryReport().cleanlyClosed()).isTrue();
      checkAll(db, workers);
      assertThat(db.verify().problems()).isEmpty();
    }
  }

  @Test
  void openAndCloseByAnInterruptedThreadWork() throws IOException {
    byte[] key = {1};
    Thread.currentThread().interrupt();
    try {
      for (int round = 0; round < 3; round++) {
        try (Db db = Db.open(store, Options.defaults())) {
          db.put(key, new byte[] {(byte) round}, Durability.SYNC);
          db.flush();
          db.compact(null, null);
          assertThat(db.get(key)).containsExactly(round);
          assertThat(db.verify().problems()).isEmpty();
        }
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
      }
    } finally {
      Thread.interrupted();
    }
    try (Db db = Db.open(store, Options.defaults())) {
      assertThat(db.recoveryReport().cleanlyClosed()).isTrue();
      assertThat(db.get(key)).containsExactly(2);
    }
  }

  private static void interruptAtRandom(List<Worker> workers) throws InterruptedException {
    Random random = new Random(5);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(STORM_SECONDS);
    while (System.nanoTime() < end) {
      workers.get(random.nextInt(WORKERS)).interrupt();
      Thread.sleep(0, 200_000);
    }
  }

  private static void checkAll(Db db, List<Worker> workers) throws IOException {
    for (Worker worker : workers) {
      for (int key = 0; key < KEYS; key++) {
        worker.check(key, db.get(keyOf(worker.number, key)));
      }
    }
  }

  private static byte[] keyOf(int worker, int key) {
    return String.format(Locale.ROOT, "%d/%03d", worker, key).getBytes(UTF_8);
  }
}
