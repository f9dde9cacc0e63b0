package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CloseTest {
  private final Set<Thread> threadsBefore = Set.copyOf(Thread.getAllStackTraces().keySet());
  private static final Options SMALL =
      Options.builder()
          .memtableBytes(4 << 10)
          .blockBytes(256)
          .partitionBytes(128)
          .cacheBytes(4 << 10)
          .maxOpenFiles(4)
          .level0Tables(2)
          .levelRatio(2)
          .levelBaseBytes(8 << 10)
          .tableBytes(4 << 10)
          .build();

  private final CrashDirectory disk = new CrashDirectory();
  private final FaultDirectory directory = new FaultDirectory(disk);
  private final CountDownLatch released = new CountDownLatch(1);

  @Test
  void everyCallOnAClosedStoreSaysSo() throws Exception {
    Db db = Waits.open(disk, SMALL, 1);
    db.put(key(1), key(1));
    Snapshot snapshot = db.snapshot();
    Cursor cursor = db.cursor();
    cursor.seekToFirst();
    db.close();
    db.close();
    for (Waits.Action call :
        List.<Waits.Action>of(
            () -> db.get(key(1)),
            () -> db.get(key(1), snapshot),
            () -> db.put(key(1), key(1)),
            () -> db.put(key(1), key(1), Durability.SYNC),
            () -> db.delete(key(1)),
            () -> db.write(new WriteBatch()),
            db::sync,
            db::flush,
            () -> db.compact(null, null),
            db::snapshot,
            db::cursor,
            db::verify,
            db::stats,
            db::levels,
            cursor::isValid,
            cursor::next,
            cursor::seekToFirst,
            cursor::key)) {
      assertThatThrownBy(call::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed");
    }
    assertThat(db.health().state()).isEqualTo(Health.State.CLOSED);
    assertThat(db.recoveryReport().created()).isTrue();
    cursor.close();
    snapshot.close();
    db.close();
  }

  @Test
  void closeRacingWithEverythingEndsInResultsOrTheRightException() throws Exception {
    for (int round = 0; round < 25; round++) {
      Db db = Waits.open(disk, SMALL, round);
      assertThat(db.recoveryReport().cleanlyClosed()).as("round %d", round).isTrue();
      List<Waits.Running<Void>> callers = new ArrayList<>();
      AtomicInteger calls = new AtomicInteger();
      for (int i = 0; i < 8; i++) {
        Random random = new Random(100L * round + i);
        int caller = i;
        callers.add(
            Waits.start(
                () -> {
                  try {
                    while (true) {
                      call(db, caller, random);
                      calls.incrementAndGet();
                    }
                  } catch (IllegalStateException e) {
                    assertThat(e).hasMessageContaining("closed");
                  }
                }));
      }
      int wanted = new Random(round).nextInt(600);
      Waits.until(() -> calls.get() >= wanted);
      List<Waits.Running<Void>> closers = List.of(Waits.start(db::close), Waits.start(db::close));
      for (Waits.Running<Void> closer : closers) {
        closer.result();
      }
      for (Waits.Running<Void> caller : callers) {
        caller.result();
      }
      assertThat(db.health()).isEqualTo(new Health(Health.State.CLOSED, null, "", 0));
      assertThat(threadsOfStores()).isEmpty();
      assertThat(disk.openHandles()).isEmpty();
    }
  }

  private static void call(Db db, int caller, Random random) throws IOException {
    byte[] key = key(random.nextInt(300));
    switch (caller) {
      case 0 -> db.flush();
      case 1 -> db.compact(null, null);
      case 2 -> scan(db, random);
      case 3 -> {
        try (Snapshot snapshot = db.snapshot()) {
          db.get(key, snapshot);
        }
      }
      case 4 -> {
        assertThat(db.verify().problems()).isEmpty();
        db.stats();
        db.levels();
      }
      case 5 -> db.put(key, key, Durability.SYNC);
      case 6 -> {
        byte[] value = db.get(key);
        assertThat(value == null || value.length >= key.length).isTrue();
      }
      default -> db.put(key, new byte[100 + random.nextInt(100)]);
    }
  }

  private static void scan(Db db, Random random) throws IOException {
    try (Cursor cursor = db.cursor()) {
      cursor.seek(key(random.nextInt(300)));
      for (int i = 0; i < 50 && cursor.isValid(); i++) {
        cursor.value();
        cursor.next();
      }
    }
  }

  @Test
  void closeLetsWritersPassThatAreHeldBack() throws Exception {
    directory.add(in("compaction", FaultOperation.CREATE).runForever(() -> Waits.await(released)));
    Db db = Waits.open(directory, SMALL, 1);
    for (int i = 0; db.levels().get(0).tables() < 6; i++) {
      // Tables that overlap: others would be moved without a merge.
      db.write(new WriteBatch().put(key(0), key(i)).put(key(999), key(i)));
      db.flush();
    }
    List<Waits.Running<Void>> held = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int n = 500 + i;
      held.add(Waits.start(() -> db.put(key(n), key(n), Durability.SYNC)));
      held.get(i).awaitWaiting();
    }
    Waits.Running<Void> closing = Waits.start(db::close);
    // The compaction is still blocked.
    Waits.until(() -> db.stats().writes() == 14);
    released.countDown();
    closing.result();
    for (Waits.Running<Void> one : held) {
      one.result();
    }
    try (Db reopened = Waits.open(disk, SMALL, 2)) {
      assertThat(reopened.recoveryReport().cleanlyClosed()).isTrue();
      for (int i = 0; i < 8; i++) {
        assertThat(reopened.get(key(500 + i))).isEqualTo(key(500 + i));
      }
    }
  }

  @Test
  void syncedWritesThatHaveBegunSucceedDuringAClose() throws Exception {
    Db db = Waits.open(directory, SMALL, 1);
    db.put(key(0), key(0), Durability.SYNC);
    directory.add(FaultRule.on(FaultOperation.SYNC, "*.log").run(() -> Waits.await(released)));
    List<Waits.Running<Void>> writing = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      int n = i;
      writing.add(Waits.start(() -> db.put(key(n), key(n), Durability.SYNC)));
      Waits.until(() -> db.stats().writes() == n + 1);
    }
    Waits.Running<Void> closing = Waits.start(db::close);
    closing.awaitWaiting();
    released.countDown();
    closing.result();
    for (Waits.Running<Void> one : writing) {
      one.result();
    }
    assertThat(db.health().cause()).isNull();
    try (Db reopened = Waits.open(disk, SMALL, 2)) {
      assertThat(reopened.recoveryReport().cleanlyClosed()).isTrue();
      assertThat(reopened.get(key(8))).isEqualTo(key(8));
    }
  }

  @Test
  void closeCutsARunningCompactionShort() throws Exception {
    Options large = Options.builder().level0Tables(1000).tableBytes(1 << 20).build();
    Db db = Waits.open(directory, large, 1);
    for (int table = 0; table < 2; table++) {
      for (int i = 0; i < 3000; i++) {
        db.put(key(i), key(table));
      }
      db.flush();
    }
    List<String> before = disk.list();
    directory.add(in("compaction", FaultOperation.CREATE).run(() -> Waits.await(released)));
    Waits.Running<Void> compacting = Waits.start(() -> db.compact(null, null));
    Waits.until(() -> directory.count(FaultOperation.CREATE) > 3 || compacting.isDone());
    Waits.Running<Void> closing = Waits.start(db::close);
    assertThatThrownBy(compacting::result)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    released.countDown();
    closing.result();
    assertThat(disk.list()).isEqualTo(before);
    try (Db reopened = Waits.open(disk, large, 2)) {
      assertThat(reopened.levels().get(0).tables()).isEqualTo(2);
      assertThat(reopened.get(key(2999))).isEqualTo(key(1));
    }
  }

  @Test
  void cursorClosedAfterItsStoreLeavesTheFilesAlone() throws Exception {
    Db db = Waits.open(disk, SMALL, 1);
    db.put(key(1), key(1));
    db.flush();
    db.put(key(1), key(2));
    Cursor cursor = db.cursor();
    cursor.seekToFirst();
    db.compact(null, null);
    db.close();
    List<String> before = disk.list();
    cursor.close();
    assertThat(disk.list()).isEqualTo(before);
  }

  /** Threads of stores that were not there before this test: others may have left some open. */
  private List<String> threadsOfStores() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !threadsBefore.contains(thread))
        .map(Thread::getName)
        .filter(name -> name.startsWith("tamis-"))
        .toList();
  }

  private static FaultRule.Builder in(String thread, FaultOperation operation) {
    return FaultRule.on(
        operation, name -> Thread.currentThread().getName().startsWith("tamis-" + thread));
  }

  private static byte[] key(int n) {
    return String.format(Locale.ROOT, "%05d", n).getBytes(UTF_8);
  }
}
