package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class LogSyncTest {
  private final CrashDirectory disk = new CrashDirectory();
  private final FaultDirectory directory = new FaultDirectory(disk);

  @Test
  void logThatIsBeingSyncedIsNotClosedByTheFlushThatRetiresIt() throws Exception {
    CountDownLatch flushing = new CountDownLatch(1);
    CountDownLatch syncing = new CountDownLatch(1);
    try (Db db = Waits.open(directory, Options.defaults(), 1)) {
      // Synced, with an unsynced promise behind it.
      db.put(key(1), key(1), Durability.SYNC);
      Waits.until(() -> directory.count(FaultOperation.APPEND, theLog()) >= 4);
      String log = theLog();
      directory.add(
          FaultRule.on(FaultOperation.CREATE, "*.sst.tmp")
              .run(
                  () -> {
                    flushing.countDown();
                    Waits.await(syncing);
                  }));
      Waits.Running<Void> flush = Waits.start(db::flush);
      Waits.await(flushing);
      directory.add(
          FaultRule.on(FaultOperation.SYNC, log)
              .run(
                  () -> {
                    syncing.countDown();
                    giveTimeToDelete(log);
                  }));
      db.put(key(2), key(2), Durability.SYNC);
      flush.result();
      db.put(key(3), key(3), Durability.SYNC);
      assertThat(db.health()).isEqualTo(new Health(Health.State.OPEN, null, "", 0));
    }
  }

  @Test
  void syncWritesOfManyThreadsShareRecordsAndSyncs() throws Exception {
    directory.add(FaultRule.on(FaultOperation.SYNC, "*.log").runForever(() -> pause(1)));
    // As long as an append takes time, those who come meanwhile gather into the next group.
    directory.add(FaultRule.on(FaultOperation.APPEND, "*.log").runForever(() -> pause(1)));
    int writers = 32;
    int each = 20;
    try (Db db = Waits.open(directory, Options.defaults(), 1)) {
      List<Waits.Running<Void>> running = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        int writer = i;
        running.add(
            Waits.start(
                () -> {
                  for (int n = 0; n < each; n++) {
                    db.put(key(writer * each + n), key(n), Durability.SYNC);
                  }
                }));
      }
      for (Waits.Running<Void> one : running) {
        one.result();
      }
      Stats stats = db.stats();
      assertThat(stats.writes()).isEqualTo((long) writers * each);
      assertThat(stats.operations()).isEqualTo((long) writers * each);
      assertThat(stats.logSyncs()).isBetween(1L, (long) writers * each / 2);
      assertThat(stats.logRecords()).isBetween(1L, (long) writers * each - 1);
      // All of it survives a power cut now.
      try (Db cut = Waits.open(disk.crash(CrashModel.DROP_ALL, 1), Options.defaults(), 2)) {
        for (int n = 0; n < writers * each; n++) {
          assertThat(cut.get(key(n))).as("key %d", n).isEqualTo(key(n % each));
        }
      }
    }
  }

  @Test
  void failedSyncIsToldToEverybodyWhoWaitsAndEndsWriting() throws Exception {
    CountDownLatch gathered = new CountDownLatch(1);
    FaultRule failing = FaultRule.on(FaultOperation.SYNC, "*.log").failOnce();
    try (Db db = Waits.open(directory, Options.defaults(), 1)) {
      db.put(key(0), key(0), Durability.SYNC);
      directory.add(FaultRule.on(FaultOperation.SYNC, "*.log").run(() -> Waits.await(gathered)));
      directory.add(failing);
      List<Waits.Running<Void>> running = new ArrayList<>();
      for (int i = 1; i <= 16; i++) {
        int n = i;
        running.add(Waits.start(() -> db.put(key(n), key(n), Durability.SYNC)));
        Waits.until(() -> db.stats().writes() == n + 1);
      }
      gathered.countDown();
      Throwable first = null;
      for (Waits.Running<Void> one : running) {
        Throwable thrown = thrownBy(one::result);
        assertThat(thrown).isInstanceOf(ReadOnlyException.class);
        first = first == null ? thrown.getCause() : first;
        assertThat(thrown.getCause()).isSameAs(first);
      }
      assertThat(first).hasMessageContaining("injected");
      assertReadOnly(db, first);
      assertThatThrownBy(db::close).isInstanceOf(ReadOnlyException.class);
    }
  }

  @Test
  void followersFailWithTheirLeader() throws Exception {
    CountDownLatch gathered = new CountDownLatch(1);
    CountDownLatch leading = new CountDownLatch(1);
    try (Db db = Waits.open(directory, Options.defaults(), 1)) {
      db.put(key(0), key(0));
      FaultRule waiting =
          FaultRule.on(FaultOperation.APPEND, "*.log")
              .run(
                  () -> {
                    leading.countDown();
                    Waits.await(gathered);
                  });
      directory.add(waiting);
      // The second append is that of the group that gathers behind the first.
      directory.add(FaultRule.on(FaultOperation.APPEND, "*.log").nth(2).failOnce());
      Waits.Running<Void> leader = Waits.start(() -> db.put(key(1), key(1)));
      Waits.await(leading);
      List<Waits.Running<Void>> followers = new ArrayList<>();
      for (int i = 2; i <= 9; i++) {
        int n = i;
        followers.add(Waits.start(() -> db.put(key(n), key(n))));
        followers.get(followers.size() - 1).awaitWaiting();
      }
      gathered.countDown();
      leader.result();
      for (Waits.Running<Void> follower : followers) {
        assertThat(thrownBy(follower::result)).isInstanceOf(IOException.class);
      }
      Throwable first = db.health().cause();
      assertThat(first).hasMessageContaining("injected");
      assertThat(db.get(key(1))).isEqualTo(key(1));
      assertThat(db.get(key(2))).isNull();
      assertReadOnly(db, first);
      assertThatThrownBy(db::close).isInstanceOf(ReadOnlyException.class);
    }
    try (Db db = Waits.open(disk, Options.defaults(), 2)) {
      assertThat(db.get(key(1))).isEqualTo(key(1));
    }
  }

  private void assertReadOnly(Db db, Throwable first) throws IOException {
    assertThat(db.health().state()).isEqualTo(Health.State.READ_ONLY);
    assertThat(db.health().cause()).isSameAs(first);
    for (Waits.Action action :
        List.<Waits.Action>of(
            () -> db.put(key(77), key(77)),
            () -> db.put(key(77), key(77), Durability.SYNC),
            () -> db.delete(key(0)),
            db::sync,
            db::flush,
            () -> db.compact(null, null))) {
      Throwable thrown = thrownBy(() -> Waits.start(action).result());
      assertThat(thrown).isInstanceOf(ReadOnlyException.class);
      assertThat(thrown.getCause()).isSameAs(first);
    }
    assertThat(db.get(key(0))).isEqualTo(key(0));
    try (Cursor cursor = db.cursor()) {
      cursor.seekToFirst();
      assertThat(cursor.key()).isEqualTo(key(0));
    }
  }

  private static Throwable thrownBy(Waits.Action action) {
    try {
      action.run();
    } catch (Exception e) {
      return e;
    }
    return null;
  }

  private String theLog() throws IOException {
    return disk.list().stream().filter(name -> name.endsWith(".log")).findFirst().orElseThrow();
  }

  private void giveTimeToDelete(String log) {
    try {
      for (int i = 0; i < 200 && disk.list().contains(log); i++) {
        pause(1);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] key(int n) {
    return String.format(java.util.Locale.ROOT, "%05d", n).getBytes(UTF_8);
  }
}
