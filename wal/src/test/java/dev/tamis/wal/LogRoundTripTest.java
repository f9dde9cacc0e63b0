package dev.tamis.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.FileStamp;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogRoundTripTest {
  private final CrashDirectory dir = new CrashDirectory();

  @ParameterizedTest
  @ValueSource(
      ints = {
        0, 1, 27, 28, 29, 4096, 65_535, 65_536, 65_537, 262_115, 262_116, 262_117, 262_144,
        3_145_728
      })
  void aPayloadOfAnySizeComesBackBetweenItsNeighbours(int length) throws Exception {
    List<byte[]> written =
        List.of(
            Logs.payload(1, 5), Logs.payload(2, length), Logs.payload(3, 0), Logs.payload(4, 9));
    try (LogWriter writer = Logs.create(dir)) {
      for (int i = 0; i < written.size(); i++) {
        Logs.append(writer, i + 1, written.get(i));
      }
      assertThat(writer.size()).isEqualTo(dir.size(Logs.NAME));
    }

    Logs.Outcome outcome = Logs.read(dir, null);

    assertThat(outcome.isClean()).isTrue();
    assertThat(outcome.end().validBytes()).isEqualTo(dir.size(Logs.NAME));
    assertThat(outcome.payloads()).hasSize(4);
    Logs.assertPrefix(outcome, written, "length " + length);
  }

  @Test
  void largeRecordsOfDifferentSizesFollowEachOther() throws Exception {
    List<byte[]> written = new ArrayList<>();
    for (int length : new int[] {300_000, 1_500_000, 400_000, 0, 262_144, 2_000_000}) {
      written.add(Logs.payload(length, length));
    }
    Seal seal;
    try (LogWriter writer = Logs.create(dir)) {
      for (int i = 0; i < written.size(); i++) {
        Logs.append(writer, i + 1, written.get(i));
        writer.sync();
      }
      seal = writer.seal();
    }

    Logs.Outcome outcome = Logs.read(dir, seal);

    assertThat(outcome.isClean()).isTrue();
    assertThat(outcome.payloads()).hasSize(written.size());
    Logs.assertPrefix(outcome, written, "large");
  }

  @Test
  void everyTypeAndTheEdgesOfTheSequenceComeBack() throws Exception {
    long[] sequences = {0, 1, 1L << 32, (1L << 55) + 5, (1L << 56) - 1};
    try (LogWriter writer = Logs.create(dir)) {
      for (int type = 16; type <= 127; type++) {
        for (long sequence : sequences) {
          writer.append(type, sequence, new byte[30], 28, 2);
        }
      }
    }
    try (LogReader reader =
        LogReader.open(dir, Logs.NAME, Logs.MAGIC, Logs.FILE_ID, Logs.NUMBER, null)) {
      long offset = FileStamp.BYTES;
      for (int type = 16; type <= 127; type++) {
        for (long sequence : sequences) {
          assertThat(reader.next()).isTrue();
          assertThat(reader.type()).isEqualTo(type);
          assertThat(reader.sequence()).isEqualTo(sequence);
          assertThat(reader.offset()).isEqualTo(offset);
          offset += 30;
        }
      }
      assertThatIllegalStateException().isThrownBy(reader::end);
      assertThat(reader.next()).isFalse();
      assertThat(reader.next()).isFalse();
    }
  }

  @Test
  void thePayloadMayStandAnywhereBehindTheRoomForItsHeader() throws Exception {
    byte[] payload = Logs.payload(1, 50);
    byte[] buffer = new byte[200];
    System.arraycopy(payload, 0, buffer, 99, 50);
    byte[] before = buffer.clone();
    try (LogWriter writer = Logs.create(dir)) {
      writer.append(Logs.TYPE, 1, buffer, 99, 50);
    }
    assertThat(Logs.read(dir, null).payloads().get(0)).isEqualTo(payload);
    Arrays.fill(before, 71, 99, (byte) 0);
    Arrays.fill(buffer, 71, 99, (byte) 0);
    assertThat(buffer).as("nothing but the header's room is touched").isEqualTo(before);
  }

  @Test
  void anEmptyLogIsClean() throws Exception {
    Logs.create(dir).close();
    Logs.Outcome outcome = Logs.read(dir, null);
    assertThat(outcome.isClean()).isTrue();
    assertThat(outcome.end().validBytes()).isEqualTo(FileStamp.BYTES);
  }

  @Test
  void aPromiseIsWrittenOnlyWhereItSaysSomethingNew() throws Exception {
    try (LogWriter writer = Logs.create(dir)) {
      writer.sync();
      writer.promise();
      assertThat(writer.size()).as("nothing of the caller's is there").isEqualTo(32);
      Logs.append(writer, 1, new byte[4]);
      writer.promise();
      assertThat(writer.size()).as("nothing of the caller's is synced").isEqualTo(64);
      writer.sync();
      assertThat(writer.syncedUpTo()).isEqualTo(64);
      writer.promise();
      assertThat(writer.size()).as("promised").isEqualTo(92);
      writer.promise();
      writer.sync();
      writer.promise();
      assertThat(writer.size()).as("a promise of a promise").isEqualTo(92);
      Logs.append(writer, 2, new byte[4]);
      assertThat(writer.size()).isEqualTo(124);
      writer.promise();
      assertThat(writer.size()).as("record 2 carries the newest").isEqualTo(124);
      writer.sync();
      writer.promise();
      assertThat(writer.size()).isEqualTo(152);
    }
    Logs.Outcome outcome = Logs.read(dir, null);
    assertThat(outcome.promisedUpTo()).isEqualTo(124);
    assertThat(outcome.payloads()).hasSize(2);
    assertThat(outcome.isClean()).isTrue();
  }

  @Test
  void aSyncWithNothingNewDoesNotTouchTheDisk() throws Exception {
    try (LogWriter writer = Logs.create(dir)) {
      writer.sync();
      long operations = dir.operations();
      writer.sync();
      assertThat(dir.operations()).isEqualTo(operations);
      Logs.append(writer, 1, new byte[1]);
      writer.sync();
      assertThat(dir.operations()).isEqualTo(operations + 2);
    }
  }

  @Test
  void misuseIsRefusedAndWritesNothing() throws Exception {
    LogWriter writer = Logs.create(dir);
    byte[] buffer = new byte[40];
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.append(15, 1, buffer, 28, 1))
        .withMessageContaining("actual=15");
    assertThatIllegalArgumentException().isThrownBy(() -> writer.append(128, 1, buffer, 28, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> writer.append(16, -1, buffer, 28, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.append(16, 1L << 56, buffer, 28, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.append(16, 1, buffer, 27, 1))
        .withMessageContaining("at least 28");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.append(16, 1, buffer, 28, (1 << 30) + (16 << 20) + 1));
    assertThatThrownBy(() -> writer.append(16, 1, buffer, 28, 13))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(writer.size()).isEqualTo(32);

    writer.seal();
    assertThatIllegalStateException().isThrownBy(() -> Logs.append(writer, 1, buffer));
    assertThatIllegalStateException().isThrownBy(writer::promise);
    assertThatIllegalStateException().isThrownBy(writer::seal);
    writer.close();
    writer.close();
    assertThatIllegalStateException().isThrownBy(writer::sync);
    assertThat(dir.openHandles()).isEmpty();
  }

  @Test
  void aNameThatIsTakenIsNotTouched() throws Exception {
    dir.put(Logs.NAME, new byte[] {1, 2, 3});
    assertThatIOException()
        .isThrownBy(() -> Logs.create(dir))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(dir.bytes(Logs.NAME)).containsExactly(1, 2, 3);
  }

  @Test
  void aMissingLogWithoutSealIsSaidToBeMissing() {
    assertThat(Logs.read(dir, null).error()).isInstanceOf(NoSuchFileException.class);
  }
}
