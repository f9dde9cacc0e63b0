package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that write and are killed at any moment. The run is decided by its seed only as far as
 * the operating system lets it; {@code -Dtamis.kill.cycles} and {@code -Dtamis.kill.seed} change
 * it.
 */
class KillTest {
  private static final int CYCLES = Integer.getInteger("tamis.kill.cycles", 40);
  private static final long SEED = Long.getLong("tamis.kill.seed", 20261130);
  private static final long LONGEST_RUN_MILLIS = 400;
  private static final long LONGEST_WAIT_MILLIS = 1_500;

  /** Operation and files, as in {@link KillPoint}. */
  private static final List<String> KILL_STEPS =
      List.of(
          "CREATE:*.log",
          "APPEND:*.log",
          "SYNC:*.log",
          "CREATE:*.sst.tmp",
          "APPEND:*.sst.tmp",
          "SYNC:*.sst.tmp",
          "RENAME:*.sst.tmp",
          "CREATE:MANIFEST-*",
          "APPEND:MANIFEST-*",
          "SYNC:MANIFEST-*",
          "CREATE:CURRENT.tmp",
          "RENAME:CURRENT.tmp",
          "DIR_SYNC:",
          "DELETE:*.log",
          "DELETE:*.sst",
          "DELETE:MANIFEST-*");

  @TempDir Path temporary;

  @Test
  void killedProcessLosesNothingThatItAcknowledged() throws Exception {
    System.out.println("kill cycles=" + CYCLES + " seed=" + SEED);
    Random random = new Random(SEED);
    Path store = temporary.resolve("store");
    long[] acknowledged = new long[AcknowledgedWrites.WRITERS];
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      String context = "seed " + SEED + ", cycle " + cycle;
      try (WriterProcess process = new WriterProcess(store, acknowledged)) {
        if (cycle % 8 == 7) {
          // Somewhere in the start, the recovery or the report.
          pause(100 + random.nextInt(200));
          process.kill();
        } else {
          process.checkReportAndStart(context);
          killLater(process, random.nextLong(LONGEST_RUN_MILLIS));
          process.readToTheEnd(context);
        }
      }
    }
    checkStore(store, acknowledged, "seed " + SEED + ", at the end");
    System.out.println("kill steps acknowledged=" + Arrays.toString(acknowledged));
    assertThat(Arrays.stream(acknowledged).min().orElseThrow()).isGreaterThan(CYCLES);
  }

  /** Not only at any time, but at each kind of step; twice each, more often if asked for. */
  @Test
  void killedAtEachNamedPointLosesNothingThatItAcknowledged() throws Exception {
    Random random = new Random(SEED);
    Path store = temporary.resolve("store");
    long[] acknowledged = new long[AcknowledgedWrites.WRITERS];
    int times = Math.max(2, CYCLES / 20);
    for (String step : KILL_STEPS) {
      int reached = 0;
      for (int i = 0; i < times; i++) {
        KillPoint point = KillPoint.parse(step + ":" + (i == 0 ? 1 : 1 + random.nextInt(4)));
        String context = "seed " + SEED + ", " + point;
        AtomicBoolean waited = new AtomicBoolean();
        try (WriterProcess process = new WriterProcess(store, acknowledged, point)) {
          Thread patience = killLater(process, LONGEST_WAIT_MILLIS, () -> waited.set(true));
          if (process.tryToStart(context)) {
            process.readToTheEnd(context);
          }
          patience.interrupt();
          assertThat(process.exitCode()).as(context).isEqualTo(KillPoint.EXIT_CODE);
        }
        reached += waited.get() ? 0 : 1;
      }
      assertThat(reached).as("times that %s was reached", step).isPositive();
    }
    checkStore(store, acknowledged, "seed " + SEED + ", after all points");
  }

  @Test
  void copyOfAStoppedProcessHoldsEverythingAcknowledged() throws Exception {
    Assumptions.assumeTrue(
        Files.isDirectory(Path.of("/proc/self/task")), "needs /proc to see that all threads stand");
    Random random = new Random(SEED);
    Path store = temporary.resolve("store");
    long[] acknowledged = new long[AcknowledgedWrites.WRITERS];
    try (WriterProcess process = new WriterProcess(store, acknowledged)) {
      process.checkReportAndStart("first start");
      for (int copy = 0; copy < 8; copy++) {
        String context = "seed " + SEED + ", copy " + copy;
        readFor(process, 50 + random.nextLong(150), context);
        signal("STOP", process.pid());
        awaitStopped(process.pid());
        process.readWhatIsThere(context);
        Path copied = temporary.resolve("copy" + copy);
        copyFiles(store, copied);
        checkStore(copied, acknowledged.clone(), context);
        signal("CONT", process.pid());
      }
    }
    assertThat(Arrays.stream(acknowledged).min().orElseThrow()).isGreaterThan(8);
  }

  private static void checkStore(Path store, long[] acknowledged, String context)
      throws IOException {
    try (Db db = Db.open(store, AcknowledgedWrites.options())) {
      Map<String, String> contents = AcknowledgedWrites.contents(db);
      WriterProcess.settle(acknowledged, contents, context);
      assertThat(db.verify().problems()).as(context).isEmpty();
    }
    try (Db db = Db.open(store, AcknowledgedWrites.options())) {
      assertThat(db.recoveryReport().cleanlyClosed()).as(context).isTrue();
      WriterProcess.settle(acknowledged.clone(), AcknowledgedWrites.contents(db), context);
    }
  }

  private static void killLater(WriterProcess process, long millis) {
    killLater(process, millis, () -> {});
  }

  private static Thread killLater(WriterProcess process, long millis, Runnable before) {
    Thread killer =
        new Thread(
            () -> {
              try {
                Thread.sleep(millis);
              } catch (InterruptedException e) {
                return; // It is dead already.
              }
              before.run();
              process.kill();
            });
    killer.setDaemon(true);
    killer.start();
    return killer;
  }

  private static void readFor(WriterProcess process, long millis, String context)
      throws IOException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() < end) {
      process.readWhatIsThere(context);
      pause(1);
    }
  }

  private static void signal(String name, long pid) throws Exception {
    int code = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    assertThat(code).as("kill -%s", name).isZero();
  }

  private static void awaitStopped(long pid) throws IOException {
    while (true) {
      try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
        if (tasks.allMatch(KillTest::isStopped)) {
          return;
        }
      }
      pause(1);
    }
  }

  private static boolean isStopped(Path task) {
    try {
      String stat = Files.readString(task.resolve("stat"));
      return stat.substring(stat.lastIndexOf(')') + 1).strip().startsWith("T");
    } catch (IOException e) {
      // A thread that has ended meanwhile.
      return true;
    }
  }

  private static void copyFiles(Path from, Path to) throws IOException {
    Files.createDirectory(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
