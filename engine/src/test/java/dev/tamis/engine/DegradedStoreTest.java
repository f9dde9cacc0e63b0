package dev.tamis.engine;

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

/** What a failure of one kind of background work means for writes that wait for the other kind. */
class DegradedStoreTest {

  @Test
  void aFailedCompactionDoesNotFailWritesThatWaitForAFlush() throws Exception {
    FaultDirectory directory = new FaultDirectory(new CrashDirectory());
    Options options = quiet().memtableBytes(64 << 10).cacheBytes(0).build();
    CountDownLatch flushWaits = new CountDownLatch(1);
    CountDownLatch flushGoesOn = new CountDownLatch(1);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (Db db = open(directory, options)) {
      for (int table = 0; table < 2; table++) {
        db.put(k(1), value(1, table, 10));
        db.flush();
      }
      String input = StoreFixture.tableNames(directory).get(0);
      directory.add(FaultRule.on(FaultOperation.READ, input).failForever());
      assertThatThrownBy(() -> db.compact(null, null)).isInstanceOf(IOException.class);
      assertThat(db.health().state()).isEqualTo(Health.State.DEGRADED);
      directory.add(
          FaultRule.on(FaultOperation.CREATE, "*.sst.tmp")
              .run(
                  () -> {
                    flushWaits.countDown();
                    Waits.await(flushGoesOn);
                  }));
      // Some of these writes find two memtables waiting and have to wait themselves.
      Future<?> writes =
          other.submit(
              () -> {
                for (int i = 0; i < 1000; i++) {
                  db.put(k(i), value(i, 2, 1000));
                }
                return null;
              });
      Waits.await(flushWaits);
      StoreFixture.await(
          "the writer waits or has failed",
          () -> writes.isDone() || db.stats().memtableBytes() >= 3 * (64 << 10));
      flushGoesOn.countDown();
      writes.get();
      assertThat(db.get(k(999))).isEqualTo(value(999, 2, 1000));
    } finally {
      flushGoesOn.countDown();
      other.shutdown();
    }
  }
}
