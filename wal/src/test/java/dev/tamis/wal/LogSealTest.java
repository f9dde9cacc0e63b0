package dev.tamis.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogSealTest {
  private static final List<byte[]> WRITTEN = Logs.payloads(7, 40);

  private final CrashDirectory dir = new CrashDirectory();

  private Seal write(List<byte[]> payloads) throws Exception {
    try (LogWriter writer = Logs.create(dir)) {
      for (int i = 0; i < payloads.size(); i++) {
        Logs.append(writer, i + 1, payloads.get(i));
      }
      return writer.seal();
    }
  }

  @Test
  void aSealedLogIsCleanWithItsSealAndWithout() throws Exception {
    Seal seal = write(WRITTEN);
    for (Seal known : new Seal[] {seal, null}) {
      Logs.Outcome outcome = Logs.read(dir, known);
      assertThat(outcome.isClean()).isTrue();
      assertThat(outcome.end().reason()).isEqualTo("sealed");
      assertThat(outcome.payloads()).hasSize(7);
    }
    assertThat(seal.length()).isEqualTo(dir.size(Logs.NAME));
  }

  @Test
  void sealingSyncs() throws Exception {
    LogWriter writer = Logs.create(dir);
    dir.sync();
    Logs.append(writer, 1, new byte[10]);
    Seal seal = writer.seal();
    assertThat(writer.syncedUpTo()).isEqualTo(seal.length());
    assertThat(Logs.read(dir.crash(CrashModel.DROP_ALL, 1), seal).isClean()).isTrue();
  }

  @Test
  void anEmptyLogCanBeSealed() throws Exception {
    Seal seal = write(List.of());
    assertThat(Logs.read(dir, seal).isClean()).isTrue();
  }

  @Test
  void caseH10_everyBitOfASealedLogIsCorruption() throws Exception {
    Seal seal = write(WRITTEN);
    byte[] file = dir.bytes(Logs.NAME);
    for (int bit = 0; bit < file.length * 8; bit++) {
      byte[] damaged = file.clone();
      damaged[bit / 8] ^= (byte) (1 << (bit % 8));
      Logs.Outcome outcome = Logs.read(damaged, seal);
      assertThat(outcome.isCorrupt()).as("bit " + bit + ": " + outcome.error()).isTrue();
      assertThat(outcome.corruptOffset()).as("bit " + bit).isLessThanOrEqualTo(bit / 8);
      Logs.assertPrefix(outcome, WRITTEN, "bit " + bit);
    }
  }

  @Test
  void caseH10_everyOtherLengthOfASealedLogIsCorruption() throws Exception {
    Seal seal = write(WRITTEN);
    byte[] file = dir.bytes(Logs.NAME);
    for (int length = 0; length < file.length + 50; length++) {
      Logs.Outcome outcome = Logs.read(Arrays.copyOf(file, length), seal);
      assertThat(outcome.isCorrupt()).as("length " + length).isEqualTo(length != file.length);
    }
  }

  @Test
  void aMissingSealedLogIsCorruptionNamingIt() {
    assertThatThrownBy(
            () ->
                LogReader.open(
                    dir, Logs.NAME, Logs.MAGIC, Logs.FILE_ID, Logs.NUMBER, new Seal(99, 1)))
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining("file=7.log")
        .hasMessageContaining("99 bytes")
        .hasMessageContaining("no file");
  }

  @Test
  void aSealOfAnotherLogDoesNotFit() throws Exception {
    Seal seal = write(WRITTEN);
    Logs.Outcome outcome = Logs.read(dir, new Seal(seal.length(), seal.checksum() ^ 1));
    assertThat(outcome.isCorrupt()).isTrue();
    assertThat(outcome.error()).hasMessageContaining("sealed log checksum");
  }

  @Test
  void anOlderLogOfTheSameIdNumberAndLengthDoesNotFit() throws Exception {
    Seal seal = write(WRITTEN);
    List<byte[]> others = Logs.payloads(7, 40);
    others.set(3, Logs.payload(99, others.get(3).length));
    dir.delete(Logs.NAME);
    Seal other = write(others);
    assertThat(other.length()).isEqualTo(seal.length());
    assertThat(Logs.read(dir, other).isClean()).isTrue();
    assertThat(Logs.read(dir, seal).isCorrupt()).isTrue();
  }

  @Test
  void aLogOfTheRightLengthWithoutSealRecordDoesNotFit() throws Exception {
    try (LogWriter writer = Logs.create(dir)) {
      Logs.append(writer, 1, new byte[40]);
    }
    Logs.Outcome outcome = Logs.read(dir, new Seal(dir.size(Logs.NAME), 5));
    assertThat(outcome.isCorrupt()).isTrue();
    assertThat(outcome.error()).hasMessageContaining("a seal record");
  }

  @Test
  void caseA2_bytesBehindTheSealAreATornTailWhereNoSealIsKnown() throws Exception {
    write(WRITTEN);
    byte[] file = dir.bytes(Logs.NAME);
    byte[] afterwards = Logs.record(file.length, Logs.TYPE, 8, 0, new byte[3], 3);
    for (byte[] tail : List.of(new byte[1], new byte[5000], afterwards)) {
      Logs.Outcome outcome = Logs.read(Logs.concat(file, tail), null);
      assertThat(outcome.isTorn()).isTrue();
      assertThat(outcome.payloads()).hasSize(7);
      assertThat(outcome.end().validBytes()).isEqualTo(file.length);
    }
  }

  @Test
  void aSealThatContradictsTheLogIsCorruption() throws Exception {
    Seal seal = write(WRITTEN);
    byte[] file = dir.bytes(Logs.NAME);
    int at = (int) seal.length() - LogFormat.HEADER_BYTES - LogFormat.SEAL_PAYLOAD_BYTES;
    byte[] before = Arrays.copyOf(file, at);
    byte[] payload = Arrays.copyOfRange(file, at + LogFormat.HEADER_BYTES, file.length);
    for (int field : new int[] {0, 8}) {
      byte[] wrong = payload.clone();
      wrong[field] ^= 1;
      byte[] lying = Logs.concat(before, Logs.record(at, LogFormat.SEAL, 0, 0, wrong, 12));
      Logs.Outcome outcome = Logs.read(lying, null);
      assertThat(outcome.isCorrupt()).as("field at " + field).isTrue();
      assertThat(outcome.corruptOffset()).isEqualTo(at);
    }
  }
}
