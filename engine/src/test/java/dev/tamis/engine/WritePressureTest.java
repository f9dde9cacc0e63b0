package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.await;
import static dev.tamis.engine.StoreFixture.k;
import static dev.tamis.engine.StoreFixture.open;
import static dev.tamis.engine.StoreFixture.quiet;
import static dev.tamis.engine.StoreFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Writes are slowed more and more, then wait, always with a reason, and go on after a merge. */
class WritePressureTest {
  private static final int LEVEL0_TABLES = 3;

  private final FaultDirectory directory = new FaultDirectory(new CrashDirectory());
  private final CountDownLatch compactionGoesOn = new CountDownLatch(1);

  /** Keeps every compaction waiting: each begins by reading its oldest input. */
  private void holdCompactions(String table) {
    directory.add(
        FaultRule.on(FaultOperation.READ, table)
            .runForever(
                () -> {
                  if (Thread.currentThread().getName().contains("compaction")) {
                    Waits.await(compactionGoesOn);
                  }
                }));
  }

  private static void flushOne(Db db, int round) throws IOException {
    db.put(k(1), value(1, round, 10));
    db.flush();
  }

  @Test
  void delayGrowsThenWritesWaitAndGoOnAfterTheMerge() throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    Db db = open(directory, quiet().level0Tables(LEVEL0_TABLES).cacheBytes(0).build());
    try {
      flushOne(db, 0);
      holdCompactions(StoreFixture.tableNames(directory).get(0));
      long delayBefore = 0;
      for (int tables = 2; tables < 3 * LEVEL0_TABLES; tables++) {
        flushOne(db, tables);
        Health health = db.health();
        assertThat(db.levels().get(0).tables()).isEqualTo(tables);
        assertThat(health.state()).isEqualTo(Health.State.OPEN);
        if (tables < 2 * LEVEL0_TABLES) {
          assertThat(health.writeDelayNanos()).as("%d tables", tables).isZero();
          assertThat(health.writePressure()).isEmpty();
        } else {
          assertThat(health.writeDelayNanos()).as("%d tables", tables).isGreaterThan(delayBefore);
          assertThat(health.writePressure()).contains(tables + " tables").contains("slowed");
          delayBefore = health.writeDelayNanos();
        }
      }
      flushOne(db, 9);
      assertThat(db.health().writeDelayNanos()).isEqualTo(Long.MAX_VALUE);
      assertThat(db.health().writePressure()).contains("wait");
      Future<?> write =
          other.submit(
              () -> {
                db.put(k(2), value(2, 0, 10));
                return null;
              });
      assertThat(db.get(k(1))).as("reads go on").isEqualTo(value(1, 9, 10));
      assertThat(write.isDone()).isFalse();
      compactionGoesOn.countDown();
      write.get();
      assertThat(db.get(k(2))).isEqualTo(value(2, 0, 10));
      await("nothing holds writes back", () -> db.health().writeDelayNanos() == 0);
      assertThat(db.health().writePressure()).isEmpty();
    } finally {
      compactionGoesOn.countDown();
      other.shutdown();
      db.close();
    }
  }

  @Test
  void aWriteThatCouldNotEndItsWaitFailsWithTheReason() throws Exception {
    try (Db db = open(directory, quiet().level0Tables(1).cacheBytes(0).build())) {
      flushOne(db, 0);
      await("the lone table moves down", () -> db.levels().get(0).tables() == 0);
      FaultRule broken =
          directory.add(FaultRule.on(FaultOperation.CREATE, this::isCompaction).failForever());
      for (int tables = 1; tables <= 3; tables++) {
        flushOne(db, tables);
      }
      assertThat(db.levels().get(0).tables()).isEqualTo(3);
      assertThatThrownBy(() -> db.put(k(5), value(5, 0, 10)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("level 0 is full")
          .hasMessageContaining("injected");
      assertThat(db.health().state()).isEqualTo(Health.State.DEGRADED);
      assertThat(db.get(k(1))).isEqualTo(value(1, 3, 10));
      directory.remove(broken);
      db.compact(null, null);
      db.put(k(5), value(5, 0, 10));
      assertThat(db.get(k(5))).isEqualTo(value(5, 0, 10));
      assertThat(db.health().state()).isEqualTo(Health.State.OPEN);
    }
  }

  private boolean isCompaction(String name) {
    return Thread.currentThread().getName().contains("compaction") && name.endsWith(".tmp");
  }
}
