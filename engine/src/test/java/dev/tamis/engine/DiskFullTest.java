package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.Directory;
import dev.tamis.storage.DiskDirectory;
import dev.tamis.storage.DiskFullException;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that fills up, at every byte of a script and in each kind of file, and is emptied. */
class DiskFullTest {
  /** {@code -Dtamis.exhaustive=true} tries every hundredth byte. */
  private static final long BUDGET_STEP = Boolean.getBoolean("tamis.exhaustive") ? 100 : 700;

  private static final int VALUE_BYTES = 200;

  private final CrashDirectory disk = new CrashDirectory();
  private final FaultDirectory directory = new FaultDirectory(disk);
  private final WriteHistory history = new WriteHistory();

  @Test
  void anyNumberOfBytesLeftLosesNothingAcknowledged() throws IOException {
    boolean fits = false;
    int full = 0;
    for (long budget = 0; !fits; budget += BUDGET_STEP) {
      CrashDirectory small = new CrashDirectory();
      FaultDirectory faults = new FaultDirectory(small);
      faults.add(FaultRule.on(FaultOperation.APPEND, "*").diskFullAfter(budget));
      FaultScript script = new FaultScript(faults, false);
      script.run();
      fits = script.failures.isEmpty();
      full += fits ? 0 : 1;
      String context = budget + " bytes";
      for (Throwable failure : script.failures) {
        assertThat(isDiskFull(failure)).as(context + ": " + failure).isTrue();
      }
      assertThat(small.openHandles()).as(context).isEmpty();
      for (CrashModel model : CrashModel.values()) {
        try (Db db = SmallStores.open(small.crash(model, budget), 5)) {
          script.history.assertRecovered(db, context + ", " + model);
        }
      }
    }
    assertThat(full).isGreaterThan(10);
  }

  private static boolean isDiskFull(Throwable failure) {
    Throwable cause = failure;
    while (cause != null && !(cause instanceof DiskFullException)) {
      cause = cause.getCause();
    }
    return cause != null;
  }

  /** Their inputs are still there, so they go on by themselves. */
  @ParameterizedTest
  @ValueSource(strings = {"flush", "compaction"})
  void caseK3_backgroundWorkGoesOnWhenThereIsSpaceAgain(String work) throws Exception {
    boolean isFlush = work.equals("flush");
    // Nothing is flushed or merged unasked.
    Options options = SmallStores.tiny().memtableBytes(256 << 10).level0Tables(50).build();
    try (Db db = SmallStores.open(directory, 1, options)) {
      write(db, 0, 10);
      history.flush(db);
      write(db, 5, 15);
      if (!isFlush) {
        history.flush(db);
      }
      directory.add(FaultRule.on(FaultOperation.APPEND, "*.sst.tmp").diskFullAfter(10));
      Throwable failure = catchThrowable(isFlush ? db::flush : () -> db.compact(null, null));
      assertThat(isDiskFull(failure)).as(String.valueOf(failure)).isTrue();
      assertThat(db.health().state()).isEqualTo(Health.State.DEGRADED);
      assertThat(isDiskFull(db.health().cause())).isTrue();
      assertThat(SmallStores.scan(db)).as("reads go on").isEqualTo(history.latest());
      directory.clear();
      if (!isFlush) {
        db.compact(null, null);
      }
      StoreFixture.await("it is well", () -> db.health().state() == Health.State.OPEN);
      db.awaitQuiet();
      assertThat(disk.list()).as("partial outputs").noneMatch(name -> name.endsWith(".tmp"));
      write(db, 15, 40);
      history.flush(db);
      SmallStores.assertHolds(db, history.latest(), "with space again");
    }
    try (Db db = SmallStores.open(disk, 2)) {
      assertThat(db.recoveryReport().cleanlyClosed()).isTrue();
      SmallStores.assertHolds(db, history.latest(), "reopened");
    }
  }

  /** Nobody knows what is in a file whose append failed, so only opening again helps. */
  @ParameterizedTest
  @ValueSource(strings = {"*.log", "MANIFEST-*"})
  void caseK3_aLogThatCouldNotAppendIsNotAppendedToAgain(String files) throws IOException {
    Db db = SmallStores.open(directory, 1);
    write(db, 0, 3);
    FaultRule full = FaultRule.on(FaultOperation.APPEND, files).diskFullAfter(10);
    directory.add(full);
    Throwable failure =
        catchThrowable(
            () -> {
              SmallStores.put(db, "zz", "does not fit", Durability.SYNC);
              db.flush();
            });
    assertThat(isDiskFull(failure)).as(String.valueOf(failure)).isTrue();
    assertThat(db.health().state()).isEqualTo(Health.State.READ_ONLY);
    assertThat(isDiskFull(db.health().cause())).isTrue();
    directory.clear();
    long appends = directory.count(FaultOperation.APPEND);
    Throwable refused =
        catchThrowable(() -> SmallStores.put(db, "zz", "refused", Durability.BUFFERED));
    assertThat(refused).isInstanceOf(ReadOnlyException.class).hasRootCause(rootOf(failure));
    assertThat(SmallStores.get(db, SmallStores.key(1))).isEqualTo(value(1));
    assertThat(catchThrowable(db::close)).isInstanceOf(IOException.class);
    assertThat(directory.count(FaultOperation.APPEND)).as("appends after it").isEqualTo(appends);
    assertThat(disk.openHandles()).isEmpty();
    try (Db again = SmallStores.open(disk, 2)) {
      for (int i = 0; i < 3; i++) {
        assertThat(SmallStores.get(again, SmallStores.key(i))).isEqualTo(value(i));
      }
      SmallStores.put(again, "zz", "fits", Durability.SYNC);
      assertThat(again.verify().problems()).isEmpty();
    }
  }

  private static Throwable rootOf(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  /** The same on a real file system, which says so only at the next call. */
  @Test
  void caseK3_onARealSmallFileSystem(@TempDir Path temporary) throws Exception {
    Path mounted = Files.createDirectory(temporary.resolve("small"));
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", mounted.toString()),
        "needs the right to mount a tmpfs");
    try {
      Path store = mounted.resolve("store");
      Path filler = mounted.resolve("filler");
      Files.write(filler, new byte[1 << 20]);
      Options options = SmallStores.tiny().memtableBytes(64 << 10).build();
      int acknowledged = 0;
      Throwable failure = null;
      Db db = Db.open(store, options);
      while (failure == null) {
        int next = acknowledged;
        failure =
            catchThrowable(
                () -> SmallStores.put(db, SmallStores.key(next), value(next), Durability.BUFFERED));
        acknowledged += failure == null ? 1 : 0;
        assertThat(acknowledged).as("writes that fit into 1 MiB").isLessThan(50_000);
      }
      assertThat(isDiskFull(failure)).as(String.valueOf(failure)).isTrue();
      for (int i = 0; i < acknowledged; i++) {
        assertThat(SmallStores.get(db, SmallStores.key(i))).as("read %d", i).isEqualTo(value(i));
      }
      Throwable closing = catchThrowable(db::close);
      assertThat(closing == null || isDiskFull(closing)).as("close: " + closing).isTrue();
      Files.delete(filler);
      try (Db again = Db.open(store, options)) {
        for (int i = 0; i < acknowledged; i++) {
          assertThat(SmallStores.get(again, SmallStores.key(i))).isEqualTo(value(i));
        }
        again.flush();
        assertThat(again.verify().problems()).isEmpty();
        try (Directory left = DiskDirectory.openExisting(store)) {
          assertThat(left.list()).noneMatch(name -> name.endsWith(".tmp"));
        }
      }
    } finally {
      assertThat(run("umount", mounted.toString())).isTrue();
    }
  }

  private static boolean run(String... command) throws Exception {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      return false;
    }
    process.getInputStream().readAllBytes();
    return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
  }

  private void write(Db db, int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      history.put(db, SmallStores.key(i), value(i), Durability.BUFFERED);
    }
  }

  private static String value(int i) {
    return i + "v".repeat(VALUE_BYTES);
  }
}
