package dev.tamis.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.FileStamp;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LogDamageTest {
  private static final List<byte[]> WRITTEN = Logs.payloads(9, 40);

  private final CrashDirectory dir = new CrashDirectory();

  /** Syncs after every {@code syncEvery}-th record. */
  private byte[] write(List<byte[]> payloads, int syncEvery, boolean promiseAtTheEnd)
      throws Exception {
    try (LogWriter writer = Logs.create(dir)) {
      for (int i = 0; i < payloads.size(); i++) {
        Logs.append(writer, i + 1, payloads.get(i));
        if ((i + 1) % syncEvery == 0) {
          writer.sync();
        }
      }
      if (promiseAtTheEnd) {
        writer.sync();
        writer.promise();
      }
    }
    return dir.bytes(Logs.NAME);
  }

  @Test
  void caseH10_everyBitOfALogThatWasNeverSynced() throws Exception {
    flipEveryBit(write(WRITTEN, Integer.MAX_VALUE, false), 0);
  }

  @Test
  void caseH10_everyBitOfALogThatWasSyncedNowAndThen() throws Exception {
    flipEveryBit(write(WRITTEN, 4, false), 5);
  }

  @Test
  void caseH10_everyBitOfALogThatPromisesEverything() throws Exception {
    flipEveryBit(write(WRITTEN, 1, true), 10);
  }

  /** {@code rotten}: how many of stamp and records must be called corrupt when they are damaged. */
  private static void flipEveryBit(byte[] file, int atLeastCorrupt) {
    List<Long> offsets = Logs.offsets(file);
    int corruptUnits = 0;
    for (int unit = -1; unit < offsets.size() - 1; unit++) {
      long from = unit < 0 ? 0 : offsets.get(unit);
      long to = unit < 0 ? FileStamp.BYTES : offsets.get(unit + 1);
      boolean corrupt = from < promisedByOthers(file, offsets, unit);
      corruptUnits += corrupt ? 1 : 0;
      for (long bit = from * 8; bit < to * 8; bit++) {
        byte[] damaged = file.clone();
        damaged[(int) (bit / 8)] ^= (byte) (1 << (bit % 8));
        checkDamage(Logs.read(damaged, null), file, offsets, unit, corrupt, "bit " + bit);
      }
    }
    assertThat(corruptUnits)
        .as("units that a promise covers")
        .isGreaterThanOrEqualTo(atLeastCorrupt);
  }

  private static long promisedByOthers(byte[] file, List<Long> offsets, int unit) {
    long promised = 0;
    for (int i = 0; i < offsets.size() - 1; i++) {
      if (i != unit) {
        promised = Math.max(promised, LogFormat.syncedUpTo(file, (int) (long) offsets.get(i)));
      }
    }
    return promised;
  }

  private static void checkDamage(
      Logs.Outcome outcome,
      byte[] file,
      List<Long> offsets,
      int unit,
      boolean corrupt,
      String what) {
    long from = unit < 0 ? 0 : offsets.get(unit);
    Logs.assertPrefix(outcome, WRITTEN, what);
    assertThat(outcome.payloads()).as(what).hasSize(Math.min(WRITTEN.size(), Math.max(0, unit)));
    if (corrupt) {
      assertThat(outcome.error()).as(what).isInstanceOf(CorruptionException.class);
      assertThat(outcome.corruptOffset()).as(what).isEqualTo(from);
      assertThat(outcome.error()).hasMessageContaining("file=" + Logs.NAME);
    } else {
      assertThat(outcome.isTorn()).as(what + " " + outcome.error()).isTrue();
      assertThat(outcome.end().validBytes()).as(what).isEqualTo(from);
      assertThat(outcome.end().droppedBytes()).as(what).isEqualTo(file.length - from);
      assertThat(outcome.end().droppedRecords())
          .as(what)
          .isEqualTo(Math.max(0, WRITTEN.size() - Math.max(0, unit + 1)));
    }
  }

  @Test
  void caseA1_caseB4_everyLengthIsATornTailAndKeepsTheWholeRecords() throws Exception {
    for (int syncEvery : new int[] {1, 3, 100}) {
      byte[] file = write(WRITTEN, syncEvery, true);
      List<Long> offsets = Logs.offsets(file);
      for (int length = 0; length <= file.length; length++) {
        Logs.Outcome outcome = Logs.read(Arrays.copyOf(file, length), null);
        String what = "length " + length + ", sync every " + syncEvery;
        long valid = 0;
        int records = 0;
        for (int i = 0; i < offsets.size(); i++) {
          if (offsets.get(i) <= length) {
            valid = offsets.get(i);
            records = i;
          }
        }
        Logs.assertPrefix(outcome, WRITTEN, what);
        assertThat(outcome.payloads()).as(what).hasSize(Math.min(records, WRITTEN.size()));
        assertThat(outcome.end().validBytes()).as(what).isEqualTo(valid);
        assertThat(outcome.end().droppedBytes()).as(what).isEqualTo(length - valid);
        assertThat(outcome.end().droppedRecords()).as(what).isZero();
        boolean clean = length == valid && valid > 0;
        assertThat(outcome.end().kind())
            .as(what)
            .isEqualTo(clean ? LogEnd.Kind.CLEAN : LogEnd.Kind.TORN);
      }
      dir.delete(Logs.NAME);
    }
  }

  @Test
  void caseA1_aTornLastRecordCostsThatRecordOnlyAndIsReported() throws Exception {
    List<byte[]> payloads = Logs.payloads(100, 60);
    byte[] file = write(payloads, 1, false);
    List<Long> offsets = Logs.offsets(file);
    int lastRecord = (int) (file.length - offsets.get(99));
    for (int cut = 1; cut <= lastRecord; cut++) {
      byte[] torn = Arrays.copyOf(file, file.length - cut);
      for (int again = 0; again < 2; again++) {
        Logs.Outcome outcome = Logs.read(torn, null);
        assertThat(outcome.payloads()).hasSize(99);
        Logs.assertPrefix(outcome, payloads, "cut " + cut);
        assertThat(outcome.end().droppedBytes()).isEqualTo(lastRecord - cut);
      }
    }
    assertThat(Logs.read(file, null).payloads()).hasSize(100);
  }

  @Test
  void caseA2_bytesAfterTheLastRecordAreNotRecords() throws Exception {
    byte[] file = write(WRITTEN, 1, true);
    byte[] random = Logs.payload(77, 100);
    byte[] first = Arrays.copyOfRange(file, 32, (int) (long) Logs.offsets(file).get(1));
    byte[] third =
        Arrays.copyOfRange(
            file, (int) (long) Logs.offsets(file).get(2), (int) (long) Logs.offsets(file).get(3));
    for (byte[] tail :
        List.of(new byte[1], new byte[7], new byte[4096], new byte[40_000], random, first, third)) {
      Logs.Outcome outcome = Logs.read(Logs.concat(file, tail), null);
      assertThat(outcome.isTorn()).isTrue();
      assertThat(outcome.payloads()).hasSize(WRITTEN.size());
      Logs.assertPrefix(outcome, WRITTEN, "tail of " + tail.length);
      assertThat(outcome.end().validBytes()).isEqualTo(file.length);
      assertThat(outcome.end().droppedBytes()).isEqualTo(tail.length);
      assertThat(outcome.end().droppedRecords()).isZero();
    }
  }

  @Test
  void caseA3_rotInTheMiddleOfSyncedRecordsNamesTheFileAndTheOffset() throws Exception {
    List<byte[]> payloads = Logs.payloads(1000, 60);
    payloads.set(300, Logs.payload(300, 50));
    byte[] file = write(payloads, 1, false);
    int at = (int) (long) Logs.offsets(file).get(300);
    // header crc, payload crc, length (small, huge), sequence, type, synced-up-to, payload
    for (int field : new int[] {0, 4, 8, 11, 12, 19, 20, 27, 28, 77}) {
      byte[] damaged = file.clone();
      damaged[at + field] ^= 0x40;
      Logs.Outcome outcome = Logs.read(damaged, null);
      assertThat(outcome.isCorrupt()).as("field " + field).isTrue();
      assertThat(outcome.corruptOffset()).isEqualTo(at);
      assertThat(((CorruptionException) outcome.error()).file()).isEqualTo(Logs.NAME);
      assertThat(outcome.payloads()).hasSize(300);
    }
  }

  @Test
  void caseA10_aRecordIsThereWhollyOrNotAtAll() throws Exception {
    List<byte[]> payloads =
        List.of(Logs.payload(1, 30), Logs.payload(2, 300_000), Logs.payload(3, 30));
    byte[] file = write(payloads, 100, false);
    List<Long> offsets = Logs.offsets(file);
    for (long length = offsets.get(1); length < offsets.get(2); length += 4093) {
      Logs.Outcome outcome = Logs.read(Arrays.copyOf(file, (int) length), null);
      assertThat(outcome.payloads()).hasSize(1);
      assertThat(outcome.end().validBytes()).isEqualTo(offsets.get(1));
    }
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 100; i++) {
      byte[] damaged = file.clone();
      int at = (int) random.nextLong(offsets.get(1), offsets.get(2));
      damaged[at] ^= 1;
      Logs.Outcome outcome = Logs.read(damaged, null);
      assertThat(outcome.payloads()).as("byte " + at).hasSize(1);
      assertThat(outcome.end().droppedRecords()).as("byte " + at).isEqualTo(1);
    }
  }

  @Test
  void caseB5_everyByteOfATwentyEditManifest() throws Exception {
    List<byte[]> edits = Logs.payloads(20, 90);
    byte[] file = write(edits, 1, true);
    int promise = (int) (long) Logs.offsets(file).get(20);
    for (int at = 0; at < file.length; at++) {
      byte[] damaged = file.clone();
      damaged[at] ^= (byte) (1 + at % 255);
      Logs.Outcome outcome = Logs.read(damaged, null);
      Logs.assertPrefix(outcome, edits, "byte " + at);
      if (at < promise) {
        assertThat(outcome.isCorrupt()).as("byte " + at).isTrue();
        assertThat(outcome.corruptOffset()).isLessThanOrEqualTo(at);
      } else {
        assertThat(outcome.payloads()).as("byte " + at).hasSize(20);
      }
    }
  }

  @Test
  void aDamagedStampIsRotOnlyIfSomethingWasSynced() throws Exception {
    byte[] unsynced = write(WRITTEN, Integer.MAX_VALUE, false);
    Arrays.fill(unsynced, 0, FileStamp.BYTES, (byte) 0);
    Logs.Outcome torn = Logs.read(unsynced, null);
    assertThat(torn.isTorn()).isTrue();
    assertThat(torn.payloads()).isEmpty();
    assertThat(torn.end().droppedRecords()).isEqualTo(WRITTEN.size());

    dir.delete(Logs.NAME);
    byte[] synced = write(WRITTEN, Integer.MAX_VALUE, true);
    Arrays.fill(synced, 0, FileStamp.BYTES, (byte) 0);
    Logs.Outcome rot = Logs.read(synced, null);
    assertThat(rot.isCorrupt()).isTrue();
    assertThat(rot.corruptOffset()).isZero();
  }

  @Test
  void aPromiseIsFoundBehindALongDamagedStretch() throws Exception {
    List<byte[]> payloads = List.of(Logs.payload(1, 30), Logs.payload(2, 700_000));
    byte[] file = write(payloads, 100, true);
    SplittableRandom random = new SplittableRandom(9);
    byte[] garbage = new byte[699_000];
    random.nextBytes(garbage);
    System.arraycopy(garbage, 0, file, 32, garbage.length);
    Logs.Outcome outcome = Logs.read(file, null);
    assertThat(outcome.isCorrupt()).isTrue();
    assertThat(outcome.corruptOffset()).isEqualTo(32);
  }
}
