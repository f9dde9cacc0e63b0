package dev.tamis.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.FileStamp;
import dev.tamis.storage.UnknownFormatException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whole, undamaged bytes in the wrong place, and whole bytes that this version does not know. */
class LogPlacementTest {
  private static final int RECORD_BYTES = 60;

  private static byte[] log(long fileId, long number, boolean promise) throws IOException {
    CrashDirectory dir = new CrashDirectory();
    try (LogWriter writer = LogWriter.create(dir, Logs.NAME, Logs.MAGIC, fileId, number)) {
      for (int i = 1; i <= 4; i++) {
        Logs.append(writer, i, Logs.payload(i, RECORD_BYTES - LogWriter.HEADER_BYTES));
      }
      if (promise) {
        writer.sync();
        writer.promise();
      }
    }
    return dir.bytes(Logs.NAME);
  }

  private static void move(byte[] from, int record, byte[] to, int place) {
    System.arraycopy(from, 32 + record * RECORD_BYTES, to, 32 + place * RECORD_BYTES, RECORD_BYTES);
  }

  @Test
  void aRecordThatWasMovedIsRefused() throws Exception {
    for (boolean promise : new boolean[] {false, true}) {
      byte[] file = log(Logs.FILE_ID, Logs.NUMBER, promise);
      for (int from = 0; from < 4; from++) {
        for (int to = 0; to < 4; to++) {
          byte[] damaged = file.clone();
          move(file, from, damaged, to);
          move(file, to, damaged, from);
          Logs.Outcome outcome = Logs.read(damaged, null);
          int good = from == to ? 4 : Math.min(from, to);
          assertThat(outcome.payloads()).hasSize(good);
          assertThat(outcome.isCorrupt()).isEqualTo(promise && from != to);
        }
      }
    }
  }

  @Test
  void aRecordOfASiblingLogIsRefused() throws Exception {
    byte[] file = log(Logs.FILE_ID, Logs.NUMBER, true);
    byte[] otherId = log(Logs.FILE_ID + 1, Logs.NUMBER, true);
    byte[] otherNumber = log(Logs.FILE_ID, Logs.NUMBER + 1, true);
    for (byte[] other : List.of(otherId, otherNumber)) {
      byte[] damaged = file.clone();
      move(other, 2, damaged, 2);
      Logs.Outcome outcome = Logs.read(damaged, null);
      assertThat(outcome.isCorrupt()).isTrue();
      assertThat(outcome.corruptOffset()).isEqualTo(32 + 2 * RECORD_BYTES);
      assertThat(outcome.payloads()).hasSize(2);
    }
  }

  @Test
  void aWholeLogUnderAnotherNumberGivesNoRecord() throws Exception {
    CrashDirectory dir = new CrashDirectory();
    dir.put(Logs.NAME, log(Logs.FILE_ID, Logs.NUMBER, true));
    Logs.Outcome outcome = Logs.read(dir, Logs.NUMBER + 1, null);
    assertThat(outcome.isTorn()).isTrue();
    assertThat(outcome.payloads()).isEmpty();
  }

  @Test
  void aWholeFileWithAnotherIdOrMagicIsCorruptionAndNotAnEmptyLog() throws Exception {
    byte[] sibling = log(Logs.FILE_ID + 1, Logs.NUMBER, false);
    Logs.Outcome outcome = Logs.read(sibling, null);
    assertThat(outcome.isCorrupt()).isTrue();
    assertThat(outcome.error()).hasMessageContaining("file id");

    byte[] table = new FileStamp(0x1234, 1, 0, 0, Logs.FILE_ID).encode(0);
    assertThat(Logs.read(table, null).error())
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining("magic");
  }

  @Test
  void aNewerVersionOrFeatureIsItsOwnError() {
    for (FileStamp stamp :
        List.of(
            new FileStamp(Logs.MAGIC, 2, 0, 0, Logs.FILE_ID),
            new FileStamp(Logs.MAGIC, 1, 1 << 9, 0, Logs.FILE_ID))) {
      assertThat(Logs.read(stamp.encode(0), null).error())
          .isInstanceOf(UnknownFormatException.class);
    }
    FileStamp optional = new FileStamp(Logs.MAGIC, 1, 0, 1 << 9, Logs.FILE_ID);
    assertThat(Logs.read(optional.encode(0), null).isClean()).isTrue();
  }

  @Test
  void aTypeThatIsUnknownIsItsOwnErrorUnlessItIsTorn() {
    byte[] stamp = new FileStamp(Logs.MAGIC, 1, 0, 0, Logs.FILE_ID).encode(0);
    for (int type : new int[] {0, 3, 15, 128, 255}) {
      byte[] file = Logs.concat(stamp, Logs.record(32, type, 1, 0, new byte[9], 9));
      assertThat(Logs.read(file, null).error())
          .isInstanceOf(UnknownFormatException.class)
          .hasMessageContaining("record type at 32")
          .hasMessageContaining("actual=" + type);
      assertThat(Logs.read(Arrays.copyOf(file, file.length - 1), null).isTorn()).isTrue();
    }
  }

  @Test
  void caseH9_aLengthThatLiesIsATornTailAndAllocatesNothing() {
    byte[] stamp = new FileStamp(Logs.MAGIC, 1, 0, 0, Logs.FILE_ID).encode(0);
    for (int length : new int[] {10, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE, -1}) {
      byte[] file = Logs.concat(stamp, Logs.record(32, Logs.TYPE, 1, 0, new byte[9], length));
      Logs.Outcome outcome = Logs.read(file, null);
      assertThat(outcome.isTorn()).as("length " + length).isTrue();
      assertThat(outcome.end().validBytes()).isEqualTo(32);
    }
  }

  @Test
  void aReaderThatFailsToOpenLeavesNoHandle() throws Exception {
    CrashDirectory dir = new CrashDirectory();
    dir.put(Logs.NAME, log(Logs.FILE_ID + 1, Logs.NUMBER, false));
    assertThatThrownBy(
            () -> LogReader.open(dir, Logs.NAME, Logs.MAGIC, Logs.FILE_ID, Logs.NUMBER, null))
        .isInstanceOf(CorruptionException.class);
    assertThat(dir.openHandles()).isEmpty();
  }
}
