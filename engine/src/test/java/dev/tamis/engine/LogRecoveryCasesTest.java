package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases A of the collection: what is left of a log after a crash, and what it may cost. */
class LogRecoveryCasesTest {
  private static final Options LARGE_MEMTABLE =
      SmallStores.tiny().memtableBytes(8 << 20).level0Tables(50).build();

  private final WriteHistory history = new WriteHistory();

  /** A store killed after this many synced puts, with one log that holds them all. */
  private CrashDirectory killedAfter(int puts, int valueBytes) throws IOException {
    CrashDirectory disk = new CrashDirectory();
    try (Db db = open(disk)) {
      for (int i = 0; i < puts; i++) {
        history.put(db, SmallStores.key(i), i + "v".repeat(valueBytes), Durability.SYNC);
      }
      return disk.crash(CrashModel.KEEP_ALL, 0);
    }
  }

  private static Db open(CrashDirectory disk) throws IOException {
    return SmallStores.open(disk, 1, LARGE_MEMTABLE);
  }

  @Test
  void caseA1_tornTailOfTheNewestLog() throws IOException {
    CrashDirectory killed = killedAfter(100, 8);
    String log = LogRecords.newest(killed);
    byte[] bytes = killed.bytes(log);
    List<LogRecords.Place> commits = LogRecords.commits(killed, log);
    LogRecords.Place last = commits.get(99);
    for (int length = last.offset(); length <= bytes.length; length++) {
      CrashDirectory image = killed.copy();
      image.overwrite(log, Arrays.copyOf(bytes, length));
      long expected = length >= last.end() ? 100 : 99;
      for (int round = 0; round < 2; round++) {
        try (Db db = open(image)) {
          RecoveryReport report = db.recoveryReport();
          assertThat(report.lastSequence()).as("cut to " + length).isEqualTo(expected);
          assertThat(SmallStores.scan(db)).isEqualTo(history.at(expected));
          if (round == 0) {
            long whole = length >= last.end() ? last.end() : last.offset();
            boolean wholePromise = length == bytes.length;
            assertThat(report.bytesDropped())
                .as("cut to " + length)
                .isEqualTo(wholePromise ? 0 : length - whole);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 4096, 40_000})
  void caseA2_zerosBehindTheLastRecord(int zeros) throws IOException {
    CrashDirectory killed = killedAfter(20, 8);
    assertTailIsIgnored(killed, new byte[zeros]);
  }

  @Test
  void caseA2_garbageAndARepeatedRecordBehindTheLastRecord() throws IOException {
    CrashDirectory killed = killedAfter(20, 8);
    byte[] garbage = new byte[100];
    new SplittableRandom(2).nextBytes(garbage);
    assertTailIsIgnored(killed.copy(), garbage);
    String log = LogRecords.newest(killed);
    LogRecords.Place first = LogRecords.commits(killed, log).get(0);
    assertTailIsIgnored(killed, Arrays.copyOfRange(killed.bytes(log), first.offset(), first.end()));
  }

  private void assertTailIsIgnored(CrashDirectory killed, byte[] tail) throws IOException {
    String log = LogRecords.newest(killed);
    byte[] bytes = killed.bytes(log);
    byte[] longer = Arrays.copyOf(bytes, bytes.length + tail.length);
    System.arraycopy(tail, 0, longer, bytes.length, tail.length);
    killed.overwrite(log, longer);
    try (Db db = open(killed)) {
      assertThat(db.recoveryReport().bytesDropped()).isEqualTo(tail.length);
      SmallStores.assertHolds(db, history.latest(), "tail of " + tail.length);
    }
  }

  @Test
  void caseA3_bitFlipInTheMiddleWithGoodRecordsAfterIt() throws IOException {
    CrashDirectory killed = killedAfter(1000, 8);
    String log = LogRecords.newest(killed);
    LogRecords.Place record = LogRecords.commits(killed, log).get(300);
    for (int place : new int[] {record.end() - 2, record.offset() + 8, record.offset() + 1}) {
      CrashDirectory image = killed.copy();
      byte[] bytes = image.bytes(log);
      bytes[place] ^= 4;
      image.overwrite(log, bytes);
      Map<String, String> before = contents(image);
      assertThatThrownBy(() -> open(image))
          .isInstanceOfSatisfying(
              CorruptionException.class,
              e -> {
                assertThat(e.file()).isEqualTo(log);
                assertThat(e.offset()).isEqualTo(record.offset());
              });
      assertThat(contents(image)).isEqualTo(before);
    }
  }

  @Test
  void caseA5_readErrorIsNotTheEndOfTheLog() throws IOException {
    CrashDirectory killed = killedAfter(1200, 1500);
    FaultDirectory counting = new FaultDirectory(killed.copy());
    SmallStores.open(counting, 1, LARGE_MEMTABLE).close();
    String log = LogRecords.newest(killed);
    long reads = counting.count(FaultOperation.READ, log);
    assertThat(reads).isGreaterThanOrEqualTo(5);
    for (long nth = 1; nth <= reads; nth++) {
      FaultDirectory faults = new FaultDirectory(killed);
      faults.add(FaultRule.on(FaultOperation.READ, log).nth(nth).failOnce());
      Map<String, String> before = contents(killed);
      assertThatThrownBy(() -> SmallStores.open(faults, 1, LARGE_MEMTABLE))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("injected");
      assertThat(contents(killed)).isEqualTo(before);
    }
    try (Db db = open(killed)) {
      assertThat(SmallStores.scan(db)).isEqualTo(history.latest());
    }
  }

  private static Map<String, String> contents(CrashDirectory disk) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    for (String name : disk.list()) {
      contents.put(name, SmallStores.text(disk.bytes(name)));
    }
    return contents;
  }

  @Test
  void caseA7_newLogThatCouldNotBeCreated() throws IOException {
    for (FaultOperation operation : List.of(FaultOperation.CREATE, FaultOperation.APPEND)) {
      WriteHistory written = new WriteHistory();
      CrashDirectory disk = new CrashDirectory();
      FaultDirectory faults = new FaultDirectory(disk);
      try (Db db = SmallStores.open(faults, 1)) {
        written.put(db, "a", "1", Durability.SYNC);
        written.flush(db);
        assertRecovers(disk, written, "between the manifest's edit and the next log");
        faults.add(FaultRule.on(operation, "*.log").failOnce());
        assertThatThrownBy(() -> written.put(db, "b", "2", Durability.SYNC))
            .isInstanceOf(IOException.class);
        assertThat(SmallStores.get(db, "a")).isEqualTo("1");
        assertRecovers(disk, written, operation + " of the next log failed");
      } catch (ReadOnlyException e) {
        assertThat(e)
            .hasRootCauseMessage("injected: Input/output error: " + operation + " 000004.log");
      }
    }
  }

  private static void assertRecovers(CrashDirectory disk, WriteHistory written, String context)
      throws IOException {
    for (CrashModel model : CrashModel.values()) {
      try (Db db = SmallStores.open(disk.crash(model, 9), 9)) {
        written.assertRecovered(db, context + ", " + model);
      }
    }
  }

  @Test
  void caseA8_dataWrittenAfterRecoveryIsItselfRecoverable() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    try (Db db = SmallStores.open(disk, 1)) {
      history.put(db, "first", "1", Durability.BUFFERED);
      history.flush(db);
    }
    for (long log : LogRecords.logs(disk)) {
      disk.delete(FileNames.log(log));
    }
    for (int cycle = 0; cycle < 5; cycle++) {
      CrashDirectory next;
      try (Db db = SmallStores.open(disk, cycle)) {
        history.assertRecovered(db, "cycle " + cycle);
        history.put(db, "cycle" + cycle, "x", Durability.SYNC);
        next = disk.crash(List.of(CrashModel.values()).get(cycle), cycle);
      }
      disk = next;
    }
    try (Db db = SmallStores.open(disk, 9)) {
      history.assertRecovered(db, "after the last");
    }
  }

  @Test
  void caseA10_batchIsAllOrNothing() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    CrashDirectory killed;
    try (Db db = open(disk)) {
      WriteHistory.Operation[] batch = new WriteHistory.Operation[1000];
      for (int i = 0; i < batch.length; i++) {
        batch[i] = new WriteHistory.Operation(SmallStores.key(i), "value" + i);
      }
      history.write(db, Durability.BUFFERED, batch);
      killed = disk.crash(CrashModel.KEEP_ALL, 0);
    }
    String log = LogRecords.newest(killed);
    byte[] bytes = killed.bytes(log);
    LogRecords.Place record = LogRecords.commits(killed, log).get(0);
    assertThat(record.end()).isEqualTo(bytes.length);
    for (int length = record.offset(); length <= bytes.length + 63; length += 64) {
      CrashDirectory image = killed.copy();
      image.overwrite(log, Arrays.copyOf(bytes, Math.min(length, bytes.length)));
      boolean whole = length >= bytes.length;
      try (Db db = open(image)) {
        assertThat(SmallStores.scan(db)).hasSize(whole ? 1000 : 0);
        db.write(new WriteBatch().put(new byte[0], new byte[1]).put(new byte[1], new byte[2]));
      }
      try (Db db = open(image)) {
        assertThat(SmallStores.scan(db)).hasSize((whole ? 1000 : 0) + 2);
      }
    }
  }

  @Test
  void caseA12_failedSyncIsNeverRetriedAsASuccess() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    FaultDirectory faults = new FaultDirectory(disk);
    Db db = SmallStores.open(faults, 1);
    history.put(db, "a", "1", Durability.SYNC);
    faults.add(FaultRule.on(FaultOperation.SYNC, "*.log").dropOnSync());
    assertThatThrownBy(() -> history.put(db, "b", "2", Durability.SYNC))
        .isInstanceOf(ReadOnlyException.class)
        .hasRootCauseMessage("injected: Input/output error: SYNC 000002.log");
    assertThatThrownBy(() -> SmallStores.put(db, "c", "3", Durability.SYNC))
        .isInstanceOf(ReadOnlyException.class);
    assertThatThrownBy(db::sync).isInstanceOf(ReadOnlyException.class);
    assertThatThrownBy(db::flush).isInstanceOf(ReadOnlyException.class);
    assertThat(db.health().state()).isEqualTo(Health.State.READ_ONLY);
    assertThat(SmallStores.get(db, "a")).isEqualTo("1");
    assertThatThrownBy(db::close).isInstanceOf(ReadOnlyException.class);
    assertRecovers(disk, history, "failed sync");
  }

  @ParameterizedTest
  @EnumSource(CrashModel.class)
  void caseA14_syncedWritesSurviveAndOnlyASuffixMayBeLost(CrashModel model) throws IOException {
    CrashDirectory disk = new CrashDirectory();
    SplittableRandom random = new SplittableRandom(14);
    try (Db db = open(disk)) {
      for (int i = 0; i < 120; i++) {
        Durability durability = random.nextInt(6) == 0 ? Durability.SYNC : Durability.BUFFERED;
        history.put(db, SmallStores.key(random.nextInt(40)), "v" + i, durability);
        if (i % 6 == 5) {
          try (Db image = open(disk.crash(model, i))) {
            history.assertRecovered(image, model + " after put " + i);
          }
        }
      }
    }
  }
}
