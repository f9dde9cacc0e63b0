package dev.tamis.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class LogFailureTest {
  private final CrashDirectory memory = new CrashDirectory();
  private final FailingDirectory dir = new FailingDirectory(memory);

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
      FailingDirectory failing = new FailingDirectory(memory);
      failing.failingRead = ++reads;
      Logs.Outcome outcome = Logs.read(failing, null);
      failed = outcome.error() != null;
      if (failed) {
        assertThat(outcome.error()).hasMessage("read failed on purpose");
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
    FailingDirectory failing = new FailingDirectory(memory);
    failing.failingRead = read;
    int records = 0;
    try (LogReader reader =
        LogReader.open(failing, Logs.NAME, Logs.MAGIC, Logs.FILE_ID, Logs.NUMBER, null)) {
      boolean more = true;
      while (more) {
        try {
          more = reader.next();
        } catch (IOException e) {
          assertThat(e).hasMessage("read failed on purpose");
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
      FailingDirectory failing = new FailingDirectory(memory);
      failing.failingRead = read;
      assertThat(Logs.read(failing, null).error()).hasMessage("read failed on purpose");
    }
  }

  @Test
  void caseA12_aFailedSyncIsFinal() throws Exception {
    dir.failingSync = 2;
    LogWriter writer = Logs.create(dir);
    dir.sync();
    Logs.append(writer, 1, new byte[10]);
    writer.sync();
    long synced = writer.syncedUpTo();
    Logs.append(writer, 2, new byte[10]);
    assertThatThrownBy(writer::sync).isInstanceOf(IOException.class).hasMessageContaining("sync");
    assertThat(writer.syncedUpTo()).isEqualTo(synced);

    assertNothingMoreIsWritten(writer, "sync failed on purpose");

    Logs.Outcome lost = Logs.read(memory.crash(CrashModel.DROP_ALL, 1), null);
    assertThat(lost.payloads()).hasSize(1);
    assertThat(lost.error()).isNull();
    Logs.Outcome kept = Logs.read(memory, null);
    assertThat(kept.payloads()).hasSize(2);
    assertThat(kept.promisedUpTo()).as("the second record is not promised").isEqualTo(synced);
  }

  @Test
  void caseA12_aFailedSyncInSealGivesNoSeal() throws Exception {
    dir.failingSync = 1;
    LogWriter writer = Logs.create(dir);
    Logs.append(writer, 1, new byte[10]);
    assertThatThrownBy(writer::seal).isInstanceOf(IOException.class);
    assertNothingMoreIsWritten(writer, "sync failed on purpose");
  }

  @Test
  void aFailedAppendIsFinal() throws Exception {
    dir.failingAppend = 3;
    LogWriter writer = Logs.create(dir);
    Logs.append(writer, 1, new byte[10]);
    long size = writer.size();
    assertThatThrownBy(() -> Logs.append(writer, 2, new byte[10])).hasMessageContaining("append");
    assertThat(writer.size()).isEqualTo(size);

    assertNothingMoreIsWritten(writer, "append failed on purpose");

    Logs.Outcome outcome = Logs.read(memory, null);
    assertThat(outcome.isTorn()).isTrue();
    assertThat(outcome.payloads()).hasSize(1);
    assertThat(outcome.end().validBytes()).isEqualTo(size);
    assertThat(outcome.end().droppedBytes()).isPositive();
  }

  @Test
  void aStampThatCannotBeWrittenLeavesNoHandle() {
    dir.failingAppend = 1;
    assertThatThrownBy(() -> Logs.create(dir)).hasMessageContaining("append");
    assertThat(memory.openHandles()).isEmpty();
  }

  private void assertNothingMoreIsWritten(LogWriter writer, String firstFailure) throws Exception {
    byte[] before = memory.bytes(Logs.NAME);
    int writes = dir.writes;
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> Logs.append(writer, 9, new byte[3]),
            writer::sync,
            writer::promise,
            writer::seal)) {
      assertThatThrownBy(call)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("file=" + Logs.NAME)
          .hasRootCauseMessage(firstFailure);
    }
    writer.close();
    assertThat(dir.writes).as("writes and syncs that reached the file").isEqualTo(writes);
    assertThat(memory.bytes(Logs.NAME)).isEqualTo(before);
  }
}
