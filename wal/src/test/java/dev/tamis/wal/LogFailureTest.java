package dev.tamis.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class LogFailureTest {
  private final CrashDirectory memory = new CrashDirectory();
  private final FaultDirectory dir = new FaultDirectory(memory);
  private IOException firstFailure;

  private static FaultDirectory failingRead(CrashDirectory memory, int nth) {
    FaultDirectory failing = new FaultDirectory(memory);
    failing.add(FaultRule.on(FaultOperation.READ, Logs.NAME).nth(nth).failOnce());
    return failing;
  }

  /** The first failure of the writer, from the disk and not from its own memory. */
  private void expectFailure(ThrowingCallable call, FaultOperation operation) {
    firstFailure = catchThrowableOfType(IOException.class, call);
    assertThat(firstFailure).hasMessage(injected(operation));
  }

  private static String injected(FaultOperation operation) {
    return "injected: Input/output error: " + operation + " " + Logs.NAME;
  }

  @Test
  void caseA5_aReadErrorIsNeitherAnEndNorCorruption() throws Exception {
    List<byte[]> written = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      written.add(Logs.payload(i, i % 5 == 4 ? 400_000 : 30_000));
    }
    try (LogWriter writer = Logs.create(memory)) {
      for (int i = 0; i < written.size(); i++) {
        Logs.append(writer, i + 1, written.get(i));
      }
    }
    byte[] before = memory.bytes(Logs.NAME);
    boolean failed = true;
    int reads = 0;
    while (failed) {
      FaultDirectory failing = failingRead(memory, ++reads);
      Logs.Outcome outcome = Logs.read(failing, null);
      failed = outcome.error() != null;
      if (failed) {
        assertThat(outcome.error()).hasMessage(injected(FaultOperation.READ));
        Logs.assertPrefix(outcome, written, "read " + reads);
        assertThat(outcome.payloads()).hasSizeLessThan(written.size());
        if (reads > 1) {
          checkGoesOnAfterTheError(reads, written);
        }
      } else {
        assertThat(outcome.payloads()).hasSize(written.size());
      }
    }
    assertThat(reads).as("reads there were").isGreaterThan(12);
    assertThat(memory.bytes(Logs.NAME)).isEqualTo(before);
    assertThat(memory.openHandles()).isEmpty();
  }

  /** The failed call may be made again, and nothing is skipped or given twice. */
  private void checkGoesOnAfterTheError(int read, List<byte[]> written) throws IOException {
    FaultDirectory failing = failingRead(memory, read);
    int records = 0;
    try (LogReader reader =
        LogReader.open(failing, Logs.NAME, Logs.MAGIC, Logs.FILE_ID, Logs.NUMBER, null)) {
      boolean more = true;
      while (more) {
        try {
          more = reader.next();
        } catch (IOException e) {
          assertThat(e).hasMessage(injected(FaultOperation.READ));
          more = reader.next();
        }
        if (more) {
          int from = reader.payloadOffset();
          byte[] payload = Arrays.copyOfRange(reader.buffer(), from, from + reader.payloadLength());
          assertThat(Arrays.equals(payload, written.get(records))).isTrue();
          records++;
        }
      }
      assertThat(records).isEqualTo(written.size());
      assertThat(reader.end().kind()).isEqualTo(LogEnd.Kind.CLEAN);
    }
  }

  @Test
  void caseA5_aReadErrorBehindDamageIsNotATornTail() throws Exception {
    try (LogWriter writer = Logs.create(memory)) {
      Logs.append(writer, 1, Logs.payload(1, 600_000));
      Logs.append(writer, 2, Logs.payload(2, 10));
    }
    byte[] damaged = memory.bytes(Logs.NAME);
    damaged[40] ^= 1;
    memory.overwrite(Logs.NAME, damaged);
    assertThat(Logs.read(memory, null).isTorn()).isTrue();
    for (int read = 2; read <= 3; read++) {
      FaultDirectory failing = failingRead(memory, read);
      assertThat(Logs.read(failing, null).error()).hasMessage(injected(FaultOperation.READ));
    }
  }

  @Test
  void caseA12_aFailedSyncIsFinal() throws Exception {
    dir.add(FaultRule.on(FaultOperation.SYNC, Logs.NAME).nth(2).dropOnSync());
    LogWriter writer = Logs.create(dir);
    dir.sync();
    Logs.append(writer, 1, new byte[10]);
    writer.sync();
    long synced = writer.syncedUpTo();
    Logs.append(writer, 2, new byte[10]);
    expectFailure(writer::sync, FaultOperation.SYNC);
    assertThat(writer.syncedUpTo()).isEqualTo(synced);

    assertNothingMoreIsWritten(writer);

    Logs.Outcome lost = Logs.read(memory.crash(CrashModel.DROP_ALL, 1), null);
    assertThat(lost.payloads()).hasSize(1);
    assertThat(lost.error()).isNull();
    Logs.Outcome kept = Logs.read(memory, null);
    assertThat(kept.payloads()).hasSize(2);
    assertThat(kept.promisedUpTo()).as("the second record is not promised").isEqualTo(synced);
  }

  @Test
  void caseA12_aFailedSyncInSealGivesNoSeal() throws Exception {
    dir.add(FaultRule.on(FaultOperation.SYNC, Logs.NAME).failOnce());
    LogWriter writer = Logs.create(dir);
    Logs.append(writer, 1, new byte[10]);
    expectFailure(writer::seal, FaultOperation.SYNC);
    assertNothingMoreIsWritten(writer);
  }

  @Test
  void aFailedAppendIsFinal() throws Exception {
    dir.add(FaultRule.on(FaultOperation.APPEND, Logs.NAME).nth(3).shortWrite(19));
    LogWriter writer = Logs.create(dir);
    Logs.append(writer, 1, new byte[10]);
    long size = writer.size();
    expectFailure(() -> Logs.append(writer, 2, new byte[10]), FaultOperation.APPEND);
    assertThat(writer.size()).isEqualTo(size);

    assertNothingMoreIsWritten(writer);

    Logs.Outcome outcome = Logs.read(memory, null);
    assertThat(outcome.isTorn()).isTrue();
    assertThat(outcome.payloads()).hasSize(1);
    assertThat(outcome.end().validBytes()).isEqualTo(size);
    assertThat(outcome.end().droppedBytes()).isEqualTo(19);
  }

  @Test
  void aStampThatCannotBeWrittenLeavesNoHandle() {
    dir.add(FaultRule.on(FaultOperation.APPEND, Logs.NAME).failOnce());
    expectFailure(() -> Logs.create(dir), FaultOperation.APPEND);
    assertThat(memory.openHandles()).isEmpty();
  }

  private void assertNothingMoreIsWritten(LogWriter writer) throws Exception {
    byte[] before = memory.bytes(Logs.NAME);
    long operations = memory.operations();
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> Logs.append(writer, 9, new byte[3]),
            writer::sync,
            writer::promise,
            writer::seal)) {
      assertThatThrownBy(call)
          .isInstanceOf(IOException.class)
          .hasMessage("an earlier write or sync of the log failed: file=" + Logs.NAME)
          .cause()
          .isSameAs(firstFailure);
    }
    writer.close();
    assertThat(memory.operations()).as("writes and syncs").isEqualTo(operations);
    assertThat(memory.bytes(Logs.NAME)).isEqualTo(before);
  }
}
