package dev.tamis.engine;

import static dev.tamis.engine.TestStore.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogLifetimeTest {
  private final FaultDirectory directory = new FaultDirectory(new CrashDirectory());

  @Test
  void aFlushDoesNotCloseALogUnderTheSyncThread() throws Exception {
    try (Db db = TestStore.open(directory, Options.defaults())) {
      db.put(bytes("a"), bytes("1"), Durability.SYNC);
      String log = logName();
      // Stamp, link, commit and the promise, which is not synced: the next sync has work here.
      TestStore.waitUntil(() -> directory.count(FaultOperation.APPEND, log) == 4);
      CountDownLatch syncing = new CountDownLatch(1);
      CountDownLatch flushed = new CountDownLatch(1);
      directory.add(
          FaultRule.on(FaultOperation.CREATE, "*.sst.tmp").run(() -> TestStore.await(syncing)));
      directory.add(
          FaultRule.on(FaultOperation.SYNC, log)
              .run(
                  () -> {
                    syncing.countDown();
                    TestStore.giveChance(flushed);
                  }));
      directory.add(FaultRule.on(FaultOperation.DELETE, log).run(flushed::countDown));
      TestStore.Attempt flush = TestStore.start(db::flush);
      TestStore.waitUntil(() -> directory.count(FaultOperation.CREATE, nextTableTemp()) == 1);

      db.put(bytes("b"), bytes("2"), Durability.SYNC);

      assertThat(flush.outcome()).isNull();
      db.put(bytes("c"), bytes("3"), Durability.SYNC);
      assertThat(db.health().state()).isEqualTo(Health.State.OPEN);
    }
  }

  @Test
  void aSyncedWriteThatHasBegunIsFinishedByClose() throws Exception {
    Db db = TestStore.open(directory, Options.defaults());
    CountDownLatch syncing = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    directory.add(
        FaultRule.on(FaultOperation.SYNC, "*.log")
            .run(
                () -> {
                  syncing.countDown();
                  TestStore.giveChance(closed);
                }));
    TestStore.Attempt write =
        TestStore.start(() -> db.put(bytes("a"), bytes("1"), Durability.SYNC));
    TestStore.await(syncing);

    TestStore.Attempt close = TestStore.start(db::close);

    assertThat(write.outcome()).isNull();
    assertThat(close.outcome()).isNull();
    assertThat(db.health().cause()).isNull();
  }

  @Test
  void anInterruptedThreadCanCloseTheStore(@TempDir Path path) throws Exception {
    Db db = Db.open(path, Options.defaults());
    db.put(bytes("a"), bytes("1"));
    Thread.currentThread().interrupt();
    try {
      db.close();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    try (Db again = Db.open(path, Options.defaults())) {
      assertThat(again.recoveryReport().cleanlyClosed()).isTrue();
    }
  }

  private String logName() throws Exception {
    return directory.list().stream().filter(name -> name.endsWith(".log")).findAny().orElseThrow();
  }

  private String nextTableTemp() {
    for (long number = 1; number < 20; number++) {
      if (directory.count(FaultOperation.CREATE, FileNames.tableTemp(number)) > 0) {
        return FileNames.tableTemp(number);
      }
    }
    return "none";
  }
}
