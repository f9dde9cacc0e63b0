package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.FaultDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Two sessions of writes, batches, flushes and compactions that go on after failures as an
 * application would: a write that failed ends the writing, reads and the close are tried anyway.
 */
final class FaultScript {
  private static final Options OPTIONS = SmallStores.tiny().level0Tables(2).cacheBytes(0).build();

  private final FaultDirectory directory;
  private final boolean readsMayFail;
  final WriteHistory history = new WriteHistory();
  final List<Throwable> failures = new ArrayList<>();

  FaultScript(FaultDirectory directory, boolean readsMayFail) {
    this.directory = directory;
    this.readsMayFail = readsMayFail;
  }

  private interface Step {
    void run() throws IOException;
  }

  void run() {
    for (int session = 0; session < 2; session++) {
      if (!session(session)) {
        return;
      }
    }
  }

  /** False if it ended with an error, after which only a crash and a reopen tell what is there. */
  private boolean session(int session) {
    Db db;
    try {
      db = SmallStores.open(directory, session + 1, OPTIONS);
    } catch (IOException e) {
      failures.add(e);
      return false;
    }
    assertThat(db.recoveryReport().lastSequence()).isEqualTo(history.sequence());
    boolean going = true;
    for (int i = 0; i < 12 && going; i++) {
      int n = 12 * session + i;
      going = step(() -> write(db, n));
      if (i % 4 == 3) {
        going = going && tryTwice(() -> history.flush(db));
      }
      if (i == 9) {
        going = going && tryTwice(() -> db.compact(null, null));
      }
    }
    checkHealth(db);
    checkReads(db);
    boolean closed = step(() -> history.close(db));
    assertThat(db.health().state()).isEqualTo(Health.State.CLOSED);
    return going && closed;
  }

  private void write(Db db, int n) throws IOException {
    Durability durability = n % 3 == 0 ? Durability.SYNC : Durability.BUFFERED;
    if (n % 5 == 4) {
      history.write(
          db,
          durability,
          new WriteHistory.Operation(SmallStores.key(n - 1), null),
          new WriteHistory.Operation(SmallStores.key(n), "batch" + n),
          new WriteHistory.Operation("shared", "x".repeat(600) + n));
    } else {
      history.put(db, SmallStores.key(n % 10), "value" + n, durability);
    }
  }

  /** Flushes and compactions lose nothing when they fail, and may be asked for again. */
  private boolean tryTwice(Step step) {
    boolean done = step(step);
    return done || step(step);
  }

  private boolean step(Step step) {
    try {
      step.run();
      return true;
    } catch (IOException | RuntimeException e) {
      failures.add(e);
      return false;
    }
  }

  private void checkHealth(Db db) {
    Health health = db.health();
    assertThat(health.state()).isNotEqualTo(Health.State.CLOSED);
    if (failures.isEmpty()) {
      return;
    }
    if (failures.stream().anyMatch(ReadOnlyException.class::isInstance)) {
      assertThat(health.state()).isEqualTo(Health.State.READ_ONLY);
    }
    if (health.state() != Health.State.OPEN) {
      assertThat(health.cause()).isNotNull();
    }
  }

  /** What is readable is right: nothing older than the last write that returned. */
  private void checkReads(Db db) {
    List<Throwable> before = List.copyOf(failures);
    boolean read =
        step(
            () -> {
              boolean last = SmallStores.scan(db).equals(history.latest());
              boolean beforeLast = SmallStores.scan(db).equals(history.beforeLatest());
              assertThat(last || beforeLast).as("after " + before).isTrue();
            });
    assertThat(read || readsMayFail).as("reads work: " + failures).isTrue();
  }
}
