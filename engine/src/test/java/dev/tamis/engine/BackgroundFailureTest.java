package dev.tamis.engine;

import static dev.tamis.engine.TestStore.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class BackgroundFailureTest {
  private final FaultDirectory directory = new FaultDirectory(new CrashDirectory());

  @Test
  void whoWaitsForAFlushIsToldWhenTheStoreBecomesReadOnly() throws Exception {
    Db db = TestStore.open(directory, Options.defaults());
    FaultRule full = FaultRule.on(FaultOperation.CREATE, "*.sst.tmp").failForever();
    directory.add(full);
    db.put(bytes("a"), bytes("1"));
    assertThatThrownBy(db::flush).isInstanceOf(IOException.class);
    // From the sixth failure on the pause is long enough to wait in.
    TestStore.waitUntil(() -> full.matches() >= 6);
    TestStore.Attempt flush = TestStore.start(db::flush);
    TestStore.waitUntil(() -> flush.isWaiting() || flush.isDone());
    directory.add(FaultRule.on(FaultOperation.SYNC, "*.log").failOnce());

    assertThatThrownBy(() -> db.put(bytes("b"), bytes("2"), Durability.SYNC))
        .isInstanceOf(ReadOnlyException.class);

    assertThat(flush.outcome()).isInstanceOf(IOException.class);
    assertThatThrownBy(db::close).isInstanceOf(ReadOnlyException.class);
  }

  @Test
  void aFailingCompactionDoesNotFailWritesThatOnlyWaitForAFlush() throws Exception {
    Options options = Options.builder().memtableBytes(4096).level0Tables(4).build();
    try (Db db = TestStore.open(directory, options)) {
      directory.add(
          FaultRule.on(FaultOperation.CREATE, "*.sst.tmp")
              .runForever(
                  () -> {
                    if (Thread.currentThread().getName().startsWith("tamis-compaction")) {
                      sneak(new IOException("injected"));
                    }
                    TestStore.giveChance(new CountDownLatch(1));
                  }));
      for (int i = 0; i < 4; i++) {
        db.put(bytes("key"), bytes("value " + i));
        db.flush();
      }
      TestStore.waitUntil(() -> db.health().state() == Health.State.DEGRADED);
      for (int i = 0; i < 4; i++) {
        db.put(bytes("key " + i), new byte[16 << 10]);
      }
    }
  }

  @Test
  void aFlushThatCannotInstallItsTableLeavesNoFile() throws Exception {
    try (Db db = TestStore.open(directory, Options.defaults())) {
      db.put(bytes("a"), bytes("1"));
      directory.add(FaultRule.on(FaultOperation.OPEN, "*.sst").failOnce());
      try {
        db.flush();
      } catch (IOException e) {
        // Seen only if the flush had not been tried again by then.
        db.flush();
      }
      assertThat(directory.injected()).hasSize(1);
      assertThat(directory.list().stream().filter(name -> name.endsWith(".sst"))).hasSize(1);
    }
  }

  @Test
  void failingFlushesDoNotPileUpMemtables() throws Exception {
    Db db = TestStore.open(directory, Options.defaults());
    directory.add(FaultRule.on(FaultOperation.CREATE, "*.sst.tmp").failForever());
    long afterThree = 0;
    for (int i = 1; i <= 12; i++) {
      db.put(bytes("key"), bytes("value"));
      assertThatThrownBy(db::flush).isInstanceOf(IOException.class);
      afterThree = i == 3 ? db.stats().memtableBytes() : afterThree;
    }
    assertThat(db.stats().memtableBytes()).isLessThan(2 * afterThree);
    db.close();
  }

  @Test
  void aWaitingManualCompactionDoesNotMakeAFailingFlushSpin() throws Exception {
    Db db = TestStore.open(directory, Options.builder().level0Tables(100).build());
    for (int i = 0; i < 2; i++) {
      db.put(bytes("key"), bytes("value " + i));
      db.flush();
    }
    CountDownLatch goOn = new CountDownLatch(1);
    FaultRule held =
        directory.add(
            FaultRule.on(FaultOperation.CREATE, "*.sst.tmp").run(() -> TestStore.await(goOn)));
    TestStore.Attempt compact = TestStore.start(() -> db.compact(null, null));
    TestStore.waitUntil(() -> held.matches() == 1 && compact.isWaiting());
    FaultRule full =
        directory.add(FaultRule.on(FaultOperation.CREATE, "*.sst.tmp").nth(1).failForever());
    db.put(bytes("other"), bytes("value"));
    assertThatThrownBy(db::flush).isInstanceOf(IOException.class);

    TestStore.giveChance(new CountDownLatch(1));

    assertThat(full.matches()).isLessThan(20);
    directory.remove(full);
    goOn.countDown();
    assertThat(compact.outcome()).isNull();
    db.close();
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void sneak(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
