package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.CrashPoint;
import dev.tamis.storage.SimulatedCrash;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Kills a scripted store before, inside and after its write-type operations, under every model of
 * what a power cut leaves. {@code -Dtamis.exhaustive=true} takes every operation; otherwise a
 * sample of them, another one for each point. {@code -Dtamis.crash.seed} makes another script.
 */
class CrashSweepTest {
  private static final List<CrashModel> MODELS = List.of(CrashModel.values());
  private static final List<CrashPoint> POINTS = List.of(CrashPoint.values());
  private static final long SEED = Long.getLong("tamis.crash.seed", 20_261);
  private static final int SAMPLES = 45;

  @Test
  void scriptReachesTheDepthsItIsMeantToReach() throws IOException {
    CrashScript script = new CrashScript(new CrashDirectory(), SEED);
    script.run();
    assertThat(script.flushes).isGreaterThanOrEqualTo(6);
    assertThat(script.compactions).isGreaterThanOrEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(CrashPoint.class)
  void caseD13_crashAtEveryStep(CrashPoint point) throws IOException {
    sweep(point, SmallStores.tiny().build(), SAMPLES);
  }

  /** What is left is opened with a log, so what was written without one must not confuse it. */
  @ParameterizedTest
  @EnumSource(CrashPoint.class)
  void withoutALogACrashLeavesAPrefixThatHoldsWhatWasFlushed(CrashPoint point) throws IOException {
    sweep(point, SmallStores.tiny().logged(false).build(), SAMPLES / 3);
  }

  private static void sweep(CrashPoint point, Options options, int samples) throws IOException {
    CrashDirectory whole = new CrashDirectory();
    new CrashScript(whole, SEED, options).run();
    long operations = whole.operations();
    boolean exhaustive = Boolean.getBoolean("tamis.exhaustive");
    long stride = exhaustive ? 1 : Math.max(1, operations / samples);
    for (long at = 1 + POINTS.indexOf(point) * stride / 3; at <= operations; at += stride) {
      CrashDirectory disk = new CrashDirectory();
      disk.crashAt(at, point);
      CrashScript script = new CrashScript(disk, SEED, options);
      crash(script, at);
      for (CrashModel model : CrashModel.values()) {
        String context = point + " operation " + at + ", " + model;
        checkImage(disk.crash(model, at), script.history, at, context);
      }
    }
  }

  /** A crash may come too late to be noticed: threads interleave differently in each run. */
  private static void crash(CrashScript script, long at) {
    try {
      script.run();
    } catch (Throwable e) {
      assertThat(isCrash(e)).as("operation " + at + " " + e).isTrue();
    }
  }

  private static boolean isCrash(Throwable failure) {
    Throwable cause = failure;
    while (cause != null && !(cause instanceof SimulatedCrash)) {
      cause = cause.getCause();
    }
    return cause != null;
  }

  private static void checkImage(
      CrashDirectory image, WriteHistory history, long seed, String context) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    CrashDirectory again = image.copy();
    long recovered;
    long operations;
    try (Db db = reopen(image, seed, context)) {
      history.assertRecovered(db, context);
      recovered = db.recoveryReport().lastSequence();
      operations = image.operations();
      CrashModel model = MODELS.get(random.nextInt(MODELS.size()));
      checkRecoveryIsDurable(image.crash(model, seed), history, recovered, context + "/" + model);
      SmallStores.put(db, "zz", "after", Durability.SYNC);
      checkGoesOn(image.crash(CrashModel.DROP_ALL, seed), history, recovered, context);
    }
    assertThat(image.openHandles()).as(context).isEmpty();
    crashInRecovery(again, history, operations, random, context);
  }

  private static void checkRecoveryIsDurable(
      CrashDirectory image, WriteHistory history, long recovered, String context)
      throws IOException {
    try (Db db = reopen(image, recovered, context)) {
      SmallStores.assertHolds(db, history.at(recovered), context);
    }
  }

  private static void checkGoesOn(
      CrashDirectory image, WriteHistory history, long recovered, String context)
      throws IOException {
    try (Db db = reopen(image, recovered, context)) {
      assertThat(db.recoveryReport().lastSequence()).as(context).isEqualTo(recovered + 1);
      assertThat(SmallStores.get(db, "zz")).as(context).isEqualTo("after");
      assertThat(SmallStores.scan(db).headMap("zz")).as(context).isEqualTo(history.at(recovered));
    }
  }

  private static void crashInRecovery(
      CrashDirectory image,
      WriteHistory history,
      long operations,
      SplittableRandom random,
      String outer)
      throws IOException {
    if (operations == 0) {
      return;
    }
    long at = random.nextLong(1, operations + 1);
    CrashPoint point = POINTS.get(random.nextInt(POINTS.size()));
    CrashModel model = MODELS.get(random.nextInt(MODELS.size()));
    String context = outer + ", then recovery " + point + " operation " + at + ", " + model;
    image.crashAt(at, point);
    try (Db db = SmallStores.open(image, at)) {
      history.assertRecovered(db, context);
    } catch (IOException | SimulatedCrash e) {
      assertThat(isCrash(e)).as(context + ": " + e).isTrue();
    }
    try (Db db = reopen(image.crash(model, at), at, context)) {
      history.assertRecovered(db, context);
    }
  }

  private static Db reopen(CrashDirectory image, long seed, String context) {
    try {
      return SmallStores.open(image, seed);
    } catch (IOException | RuntimeException e) {
      throw new AssertionError(context + ": does not open: " + e, e);
    }
  }
}
