package dev.tamis.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.CrashPoint;
import dev.tamis.storage.SimulatedCrash;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LogCrashTest {
  private static final int SCRIPTS = 12;
  private static final int STEPS = 14;

  /** A run of the writer that ends in a crash, and what it had been told by then. */
  private static final class Run {
    final CrashDirectory dir = new CrashDirectory();
    final List<byte[]> appended = new ArrayList<>();
    int synced;
    boolean nameSynced;

    void play(long script) throws IOException {
      SplittableRandom random = new SplittableRandom(script);
      try (LogWriter writer = Logs.create(dir)) {
        dir.sync();
        nameSynced = true;
        for (int step = 0; step < STEPS; step++) {
          switch (random.nextInt(4)) {
            case 0, 1 -> {
              int length = random.nextInt(4) == 0 ? random.nextInt(12_000) : random.nextInt(300);
              byte[] payload = Logs.payload(script * 1000 + step, length);
              appended.add(payload);
              Logs.append(writer, appended.size(), payload);
            }
            case 2 -> {
              writer.sync();
              synced = appended.size();
            }
            default -> writer.promise();
          }
        }
        writer.seal();
        synced = appended.size();
      }
    }

    /** False if the crash came first. */
    boolean playUntil(long script, long operation, CrashPoint point) throws IOException {
      dir.crashAt(operation, point);
      try {
        play(script);
        return true;
      } catch (SimulatedCrash e) {
        return false;
      }
    }

    void check(CrashDirectory image, String what) {
      Logs.Outcome outcome = Logs.read(image, null);
      if (outcome.error() instanceof NoSuchFileException) {
        assertThat(nameSynced).as(what).isFalse();
        return;
      }
      assertThat(outcome.error()).as(what + ": a crash must never look like rot").isNull();
      assertThat(outcome.payloads()).as(what).hasSizeGreaterThanOrEqualTo(synced);
      Logs.assertPrefix(outcome, appended, what);
    }
  }

  @Test
  void caseA1_caseA2_caseA14_everyCrashLeavesAPrefixWithAllThatWasSynced() throws Exception {
    int images = 0;
    for (long script = 0; script < SCRIPTS; script++) {
      for (CrashPoint point : CrashPoint.values()) {
        boolean finished = false;
        for (long operation = 1; !finished; operation++) {
          Run run = new Run();
          finished = run.playUntil(script, operation, point);
          for (CrashModel model : CrashModel.values()) {
            for (int seed = 0; seed < 3; seed++) {
              String what =
                  "script " + script + " " + point + " " + operation + " " + model + " " + seed;
              run.check(run.dir.crash(model, seed), what);
              images++;
            }
          }
        }
      }
    }
    assertThat(images).as("crash images looked at").isGreaterThan(5000);
  }
}
