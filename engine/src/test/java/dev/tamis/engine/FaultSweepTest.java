package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Fails each I/O operation of a script in turn, in each way. Errors are typed, nothing hangs, what
 * was read before can be read, the health fits, no handle is left, and after a crash and a reopen
 * nothing is missing that was acknowledged as durable. {@code -Dtamis.exhaustive=true} takes every
 * call of each operation; otherwise a sample.
 */
class FaultSweepTest {
  private static final int MAX_CALLS_PER_OPERATION =
      Boolean.getBoolean("tamis.exhaustive") ? Integer.MAX_VALUE : 10;

  /** How an operation goes wrong. */
  enum Fault {
    ONCE,
    FOR_EVER,
    DISK_FULL,
    SHORT_WRITE,
    DROPPED_BY_SYNC;

    Set<FaultOperation> operations() {
      return switch (this) {
        case ONCE, FOR_EVER ->
            EnumSet.complementOf(EnumSet.of(FaultOperation.LINK, FaultOperation.FREE_SPACE));
        case DISK_FULL ->
            EnumSet.of(
                FaultOperation.CREATE,
                FaultOperation.APPEND,
                FaultOperation.SYNC,
                FaultOperation.RENAME,
                FaultOperation.DIR_SYNC);
        case SHORT_WRITE -> EnumSet.of(FaultOperation.APPEND);
        case DROPPED_BY_SYNC -> EnumSet.of(FaultOperation.SYNC);
      };
    }

    FaultRule rule(FaultOperation operation, long nth) {
      FaultRule.Builder which = FaultRule.on(operation, "*").nth(nth);
      return switch (this) {
        case ONCE -> which.failOnce();
        case FOR_EVER -> which.failForever();
        case DISK_FULL -> which.diskFullAfter(10);
        case SHORT_WRITE -> which.shortWrite(7);
        case DROPPED_BY_SYNC -> which.dropOnSync();
      };
    }
  }

  private String place = "";

  @ParameterizedTest
  @EnumSource(Fault.class)
  void everyOperationFails(Fault fault) {
    Watchdog.watch(() -> place, () -> sweep(fault));
  }

  private void sweep(Fault fault) throws IOException {
    FaultDirectory counting = new FaultDirectory(new CrashDirectory());
    FaultScript script = new FaultScript(counting, false);
    script.run();
    assertThat(script.failures).isEmpty();
    for (FaultOperation operation : fault.operations()) {
      long calls = counting.count(operation);
      assertThat(calls).as(operation + " is called").isPositive();
      long stride = Math.max(1, calls / MAX_CALLS_PER_OPERATION);
      for (long nth = 1; nth <= calls; nth += stride) {
        place = fault + " " + operation + " " + nth;
        boolean readsMayFail = operation == FaultOperation.READ || operation == FaultOperation.OPEN;
        one(fault.rule(operation, nth), readsMayFail);
      }
    }
  }

  private void one(FaultRule rule, boolean readsMayFail) throws IOException {
    CrashDirectory disk = new CrashDirectory();
    FaultDirectory faults = new FaultDirectory(disk);
    faults.add(rule);
    FaultScript script = new FaultScript(faults, readsMayFail);
    script.run();
    assertThat(disk.openHandles()).as(place).isEmpty();
    for (Throwable failure : script.failures) {
      if (!(failure instanceof IOException)) {
        throw new AssertionError(place + ": not an IOException", failure);
      }
    }
    for (CrashModel model : CrashModel.values()) {
      try (Db db = SmallStores.open(disk.crash(model, 5), 5)) {
        script.history.assertRecovered(db, place + " " + model);
      } catch (IOException | RuntimeException e) {
        throw new AssertionError(place + " " + model + ": " + e, e);
      }
    }
  }
}
