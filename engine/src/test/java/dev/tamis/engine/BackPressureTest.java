package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class BackPressureTest {
  private static final Options SMALL =
      Options.builder().memtableBytes(4 << 10).blockBytes(256).level0Tables(2).build();

  private static final Options WITHOUT_COMPACTION =
      Options.builder().memtableBytes(4 << 10).blockBytes(256).level0Tables(1000).build();

  private final CrashDirectory disk = new CrashDirectory();
  private final FaultDirectory directory = new FaultDirectory(disk);
  private final CountDownLatch released = new CountDownLatch(1);
  private int written;

  @Test
  void writesAreSlowedThenHeldBackWithAReasonAndGoOnAfterwards() throws Exception {
    directory.add(inCompaction().runForever(() -> Waits.await(released)));
    try (Db db = Waits.open(directory, SMALL, 1)) {
      fillLevel0(db, 3);
      assertThat(db.health()).isEqualTo(new Health(Health.State.OPEN, null, "", 0));
      fillLevel0(db, 4);
      long firstDelay = db.health().writeDelayNanos();
      assertThat(firstDelay).isBetween(1L, 100_000_000L);
      assertThat(db.health().writePressure()).contains("level 0 has 4 tables", "slowed");
      fillLevel0(db, 5);
      assertThat(db.health().writeDelayNanos()).isGreaterThan(firstDelay);
      fillLevel0(db, 6);
      assertThat(db.health().writeDelayNanos()).isEqualTo(Long.MAX_VALUE);
      assertThat(db.health().writePressure()).contains("level 0 has 6 tables", "writes wait");
      Waits.Running<Void> held = Waits.start(() -> put(db));
      held.awaitWaiting();
      assertThat(db.get(key(0))).isEqualTo(value(0));
      released.countDown();
      held.result();
      Waits.until(() -> db.health().writePressure().isEmpty());
      for (int i = 0; i < 500; i++) {
        put(db);
      }
      checkAll(db);
      assertThat(db.health().state()).isEqualTo(Health.State.OPEN);
    }
  }

  @Test
  void writerThatWouldWaitForAFailingCompactionGetsItsError() throws Exception {
    FaultRule failing = directory.add(inCompaction().failForever());
    try (Db db = Waits.open(directory, SMALL, 1)) {
      fillLevel0(db, 6);
      Waits.until(() -> db.health().state() == Health.State.DEGRADED);
      for (int attempt = 0; attempt < 3; attempt++) {
        assertThatThrownBy(() -> Waits.start(() -> db.put(key(9), value(9))).result())
            .isInstanceOf(IOException.class)
            .isNotInstanceOf(ReadOnlyException.class)
            .hasMessageContaining("level 0 is full")
            .rootCause()
            .hasMessageContaining("injected: Input/output error: CREATE");
      }
      assertThat(db.health().cause()).hasMessageContaining("injected");
      checkAll(db);
      directory.remove(failing);
      Waits.until(() -> db.health().state() == Health.State.OPEN);
      put(db);
      checkAll(db);
      assertThat(db.verify().problems()).isEmpty();
    }
  }

  @Test
  void writerThatWaitsForAFlushIsNotToldOfAFailedCompaction() throws Exception {
    try (Db db = Waits.open(directory, WITHOUT_COMPACTION, 1)) {
      fillLevel0(db, 2);
      directory.add(inCompaction().failForever());
      assertThatThrownBy(() -> db.compact(null, null)).hasMessageContaining("injected");
      assertThat(db.health().state()).isEqualTo(Health.State.DEGRADED);
      directory.add(in("flush", FaultOperation.CREATE).runForever(() -> Waits.await(released)));
      Waits.Running<Void> filling =
          Waits.start(
              () -> {
                for (int i = 0; i < 1000; i++) {
                  put(db);
                }
              });
      filling.awaitWaiting();
      released.countDown();
      filling.result();
      checkAll(db);
    }
  }

  @Test
  void failedFlushIsTriedAgainAtOnceWhenSomebodyAsks() throws Exception {
    FaultRule failing = directory.add(in("flush", FaultOperation.SYNC).failForever());
    try (Db db = Waits.open(directory, WITHOUT_COMPACTION, 1)) {
      put(db);
      // Each failure doubles the pause; after these the store would wait for 30 s by itself.
      for (int attempt = 0; attempt < 14; attempt++) {
        assertThatThrownBy(() -> Waits.start(db::flush).result())
            .isInstanceOf(IOException.class)
            .hasMessageContaining("injected");
      }
      assertThat(db.health().state()).isEqualTo(Health.State.DEGRADED);
      assertThat(db.health().cause()).hasMessageContaining("injected");
      assertThatThrownBy(() -> Waits.start(() -> fill(db)).result())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("memtables wait to be flushed");
      checkAll(db);
      directory.remove(failing);
      Waits.start(db::flush).result();
      assertThat(db.health()).isEqualTo(new Health(Health.State.OPEN, null, "", 0));
      checkAll(db);
      assertThat(disk.list()).noneMatch(name -> name.endsWith(".tmp"));
    }
  }

  @Test
  void writerThatIsHeldBackIsToldWhenTheStoreBecomesReadOnly() throws Exception {
    directory.add(inCompaction().runForever(() -> Waits.await(released)));
    try (Db db = Waits.open(directory, SMALL, 1)) {
      fillLevel0(db, 5);
      CountDownLatch frozen = new CountDownLatch(1);
      CountDownLatch flushing = new CountDownLatch(1);
      directory.add(
          in("flush", FaultOperation.CREATE)
              .run(
                  () -> {
                    flushing.countDown();
                    Waits.await(frozen);
                  }));
      putAcross(db);
      Waits.Running<Void> flush = Waits.start(db::flush);
      Waits.await(flushing);
      // Not flushed, so there is something to sync when level 0 is full.
      put(db);
      frozen.countDown();
      flush.result();
      directory.add(in("sync", FaultOperation.SYNC).failOnce());
      Waits.Running<Void> held = Waits.start(() -> db.put(key(9), value(9)));
      held.awaitWaiting();
      assertThatThrownBy(() -> Waits.start(db::sync).result())
          .isInstanceOf(ReadOnlyException.class);
      // The compaction is still blocked.
      assertThatThrownBy(held::result).isInstanceOf(ReadOnlyException.class);
      checkAll(db);
      released.countDown();
      assertThatThrownBy(() -> Waits.start(db::close).result())
          .isInstanceOf(ReadOnlyException.class);
    }
  }

  @Test
  void manualCompactionsThatWaitAreToldWhenTheStoreBecomesReadOnly() throws Exception {
    try (Db db = Waits.open(directory, WITHOUT_COMPACTION, 1)) {
      fillLevel0(db, 2);
      directory.add(inCompaction().runForever(() -> Waits.await(released)));
      Waits.Running<Void> first = Waits.start(() -> db.compact(null, null));
      first.awaitWaiting();
      Waits.Running<Void> second = Waits.start(() -> db.compact(null, null));
      second.awaitWaiting();
      directory.add(in("sync", FaultOperation.SYNC).failOnce());
      assertThatThrownBy(() -> db.put(key(8), value(8), Durability.SYNC))
          .isInstanceOf(ReadOnlyException.class);
      released.countDown();
      assertThatThrownBy(first::result).isInstanceOf(ReadOnlyException.class);
      assertThatThrownBy(second::result).isInstanceOf(ReadOnlyException.class);
      assertThatThrownBy(() -> Waits.start(db::close).result())
          .isInstanceOf(ReadOnlyException.class);
    }
  }

  private static FaultRule.Builder inCompaction() {
    return in("compaction", FaultOperation.CREATE);
  }

  /** Calls of one of the store's threads. */
  private static FaultRule.Builder in(String thread, FaultOperation operation) {
    return FaultRule.on(
        operation, name -> Thread.currentThread().getName().startsWith("tamis-" + thread));
  }

  private void fillLevel0(Db db, int tables) throws IOException {
    while (db.levels().get(0).tables() < tables) {
      putAcross(db);
      db.flush();
    }
  }

  /** Makes the table overlap all others: one that doesn't is moved without a merge. */
  private void putAcross(Db db) throws IOException {
    put(db);
    db.write(new WriteBatch().put(new byte[0], new byte[1]).put(new byte[] {-1}, new byte[1]));
  }

  private void fill(Db db) throws IOException {
    for (int i = 0; i < 1000; i++) {
      put(db);
    }
  }

  private void put(Db db) throws IOException {
    db.put(key(written), value(written));
    written++;
  }

  private void checkAll(Db db) throws IOException {
    for (int i = 0; i < written; i++) {
      assertThat(db.get(key(i))).as("key %d", i).isEqualTo(value(i));
    }
  }

  private static byte[] key(int n) {
    return String.format(Locale.ROOT, "%05d", n).getBytes(UTF_8);
  }

  private static byte[] value(int n) {
    return ("value of " + n).repeat(4).getBytes(UTF_8);
  }
}
