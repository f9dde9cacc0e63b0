package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import dev.tamis.wal.LogReader;
import dev.tamis.wal.LogWriter;
import dev.tamis.wal.Seal;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Traps of recovery that were found on paper before there was a store. */
class RecoveryTrapsTest {
  private final WriteHistory history = new WriteHistory();

  @Test
  void directoryCopiedInTheMiddleOfItsLifeIsAPrefix() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    try (Db db = SmallStores.open(disk, 1)) {
      for (int i = 0; i < 60; i++) {
        history.put(db, SmallStores.key(i % 20), "v".repeat(i * 9) + i, Durability.BUFFERED);
        try (Db copy = SmallStores.open(disk.copy(), 2)) {
          assertThat(copy.recoveryReport().lastSequence()).isEqualTo(history.sequence());
          history.assertRecovered(copy, "copied after write " + i);
        }
      }
    }
  }

  @Test
  @SuppressWarnings("try") // the store is only kept open
  void powerCutAfterBufferedWritesNeverRefusesToOpen() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    try (Db db = blockedFlush(disk);
        Closeable goOn = release::countDown) {
      for (long seed = 0; seed < 60; seed++) {
        for (CrashModel model : CrashModel.values()) {
          try (Db image = SmallStores.open(disk.crash(model, seed), seed)) {
            history.assertRecovered(image, model + " " + seed);
          }
        }
      }
    }
  }

  private final CountDownLatch release = new CountDownLatch(1);

  /** A store with two logs, neither synced: the flush of the first waits in front of its sync. */
  private Db blockedFlush(CrashDirectory disk) throws IOException {
    FaultDirectory faults = new FaultDirectory(disk);
    Db db = SmallStores.open(faults, 1);
    faults.add(FaultRule.on(FaultOperation.DIR_SYNC, "").run(() -> Waits.await(release)));
    String value = "v".repeat(700);
    for (int i = 0; LogRecords.logs(disk).size() < 2; i++) {
      history.put(db, SmallStores.key(i), value + i, Durability.BUFFERED);
    }
    history.put(db, "last", "1", Durability.BUFFERED);
    return db;
  }

  @Test
  @SuppressWarnings("try") // the store is only kept open
  void logShortOfItsUnsyncedPartEndsTheReplayThere() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    try (Db db = blockedFlush(disk)) {
      CrashDirectory image = disk.crash(CrashModel.KEEP_ALL, 0);
      release.countDown();
      String first = FileNames.log(LogRecords.logs(image).get(0));
      List<LogRecords.Place> commits = LogRecords.commits(image, first);
      LogRecords.Place last = commits.get(commits.size() - 1);
      image.overwrite(first, Arrays.copyOf(image.bytes(first), last.offset()));
      try (Db cut = SmallStores.open(image, 2)) {
        assertThat(cut.recoveryReport().lastSequence()).isEqualTo(last.sequence() - 1);
        assertThat(cut.recoveryReport().recordsDropped()).isPositive();
        assertThat(cut.recoveryReport().reasons()).anyMatch(line -> line.contains("hole"));
        SmallStores.assertHolds(cut, history.at(last.sequence() - 1), "cut");
      }
    }
  }

  @Test
  void logShortInFrontOfAPromiseInALaterOneIsDamage() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    FaultDirectory faults = new FaultDirectory(disk);
    // The flush can't write its table, so both logs stay; the second one is synced.
    faults.add(FaultRule.on(FaultOperation.CREATE, "*.sst.tmp").failForever());
    Db db = SmallStores.open(faults, 1);
    for (int i = 0; LogRecords.logs(disk).size() < 2; i++) {
      history.put(db, SmallStores.key(i), "v".repeat(900), Durability.BUFFERED);
    }
    history.put(db, "synced", "1", Durability.SYNC);
    history.put(db, "carries the promise", "2", Durability.BUFFERED);
    CrashDirectory image = disk.crash(CrashModel.KEEP_ALL, 0);
    db.close();
    String first = FileNames.log(LogRecords.logs(image).get(0));
    List<LogRecords.Place> commits = LogRecords.commits(image, first);
    int cut = commits.get(commits.size() - 1).offset();
    for (int length : new int[] {cut, cut + 9, 0}) {
      CrashDirectory shorter = image.copy();
      shorter.overwrite(first, Arrays.copyOf(image.bytes(first), length));
      assertThatThrownBy(() -> SmallStores.open(shorter, 2))
          .as("cut to " + length)
          .isInstanceOf(CorruptionException.class)
          .hasMessageContaining(first);
    }
    image.delete(first);
    assertThatThrownBy(() -> SmallStores.open(image, 2)).isInstanceOf(CorruptionException.class);
  }

  @Test
  void orphanTableBeyondTheLastSequenceIsAReasonToRefuse() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    CrashDirectory early;
    try (Db db = SmallStores.open(disk, 1)) {
      history.put(db, "a", "1", Durability.SYNC);
      early = disk.crash(CrashModel.KEEP_ALL, 0);
      history.put(db, "b", "2", Durability.SYNC);
      history.flush(db);
    }
    String table =
        disk.list().stream().filter(n -> FileNames.tableNumber(n) >= 0).findFirst().orElseThrow();
    early.put(table, disk.bytes(table));
    List<String> before = early.list();
    assertThatThrownBy(() -> SmallStores.open(early, 2))
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining(table);
    assertThat(early.list()).isEqualTo(before);
  }

  @Test
  void failedSyncThenCloseNeitherSealsNorPromises() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    FaultDirectory faults = new FaultDirectory(disk);
    Db db = SmallStores.open(faults, 1);
    faults.add(FaultRule.on(FaultOperation.SYNC, "*.log").failOnce());
    assertThatThrownBy(() -> history.put(db, "a", "1", Durability.SYNC))
        .isInstanceOf(IOException.class);
    String log = LogRecords.newest(disk);
    byte[] before = disk.bytes(log);
    assertThatThrownBy(db::close).isInstanceOf(IOException.class);
    assertThat(disk.bytes(log)).isEqualTo(before);
    assertThat(CurrentFile.read(disk).seal()).isNull();
    try (LogReader reader =
        LogReader.open(
            disk,
            log,
            WriteAheadLog.MAGIC,
            WriteAheadLog.fileId(LogRecords.storeId(disk), FileNames.logNumber(log)),
            FileNames.logNumber(log),
            null)) {
      while (reader.next()) {
        assertThat(reader.promisedUpTo()).isZero();
      }
      assertThat(reader.promisedUpTo()).isZero();
    }
  }

  @Test
  void everyDeletionComesAfterASyncedPromiseOfItsEdit() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    FaultDirectory faults = new FaultDirectory(disk);
    List<String> unpromised = new ArrayList<>();
    int[] deletions = {0};
    faults.add(
        FaultRule.on(FaultOperation.DELETE, name -> isTableOrLog(name))
            .runForever(
                () -> {
                  deletions[0]++;
                  checkLastEditIsPromised(disk.crash(CrashModel.DROP_ALL, 0), unpromised);
                }));
    try (Db db = SmallStores.open(faults, 1)) {
      for (int i = 0; i < 12; i++) {
        history.put(db, SmallStores.key(i % 5), "v" + i, Durability.BUFFERED);
        history.flush(db);
      }
      db.compact(null, null);
    }
    assertThat(deletions[0]).isGreaterThan(12);
    assertThat(unpromised).isEmpty();
  }

  private static boolean isTableOrLog(String name) {
    return FileNames.tableNumber(name) >= 0 || FileNames.logNumber(name) >= 0;
  }

  /** The largest promise in the durable manifest has to reach behind the start of its last edit. */
  private static void checkLastEditIsPromised(CrashDirectory image, List<String> unpromised) {
    try {
      CurrentFile current = CurrentFile.read(image);
      String name = FileNames.manifest(current.manifestNumber());
      try (LogReader reader =
          LogReader.open(
              image,
              name,
              Manifest.MAGIC,
              current.manifestId(),
              current.manifestNumber(),
              current.seal())) {
        long lastEdit = 0;
        while (reader.next()) {
          lastEdit = reader.offset();
        }
        if (reader.promisedUpTo() <= lastEdit) {
          unpromised.add(name + ": edit at " + lastEdit + ", " + reader.promisedUpTo());
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void manifestShorterOrLongerThanItsSealIsDamage() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    try (Db db = SmallStores.open(disk, 1)) {
      history.put(db, "a", "1", Durability.BUFFERED);
    }
    CurrentFile current = CurrentFile.read(disk);
    String name = FileNames.manifest(current.manifestNumber());
    byte[] bytes = disk.bytes(name);
    assertThat(current.seal().length()).isEqualTo(bytes.length);
    for (int length : new int[] {bytes.length - 1, bytes.length + 1, bytes.length + 4096}) {
      CrashDirectory image = disk.copy();
      image.overwrite(name, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> SmallStores.open(image, 2))
          .isInstanceOf(CorruptionException.class)
          .hasMessageContaining(name);
    }
    Seal wrong = new Seal(bytes.length, current.seal().checksum() ^ 1);
    new CurrentFile(current.manifestNumber(), current.manifestId(), wrong).write(disk);
    assertThatThrownBy(() -> SmallStores.open(disk, 2)).isInstanceOf(CorruptionException.class);
  }

  @Test
  void gapInTheSequencesIsDamage() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    CrashDirectory killed;
    try (Db db = SmallStores.open(disk, 1)) {
      history.put(db, "a", "1", Durability.SYNC);
      history.flush(db);
      killed = disk.crash(CrashModel.KEEP_ALL, 0);
    }
    long number = 50;
    try (LogWriter log =
        LogWriter.create(
            killed,
            FileNames.log(number),
            WriteAheadLog.MAGIC,
            WriteAheadLog.fileId(LogRecords.storeId(killed), number),
            number)) {
      byte[] link = WriteAheadLog.Link.NONE.encodeBehindHeader();
      int header = LogWriter.HEADER_BYTES;
      log.append(WriteAheadLog.TYPE_LINK, 0, link, header, link.length - header);
      WriteBatch batch = WriteBatch.of(new byte[] {'b'}, new byte[] {'2'});
      log.append(
          WriteAheadLog.TYPE_COMMIT,
          3,
          batch.array(),
          BatchFormat.RESERVED_BYTES,
          batch.payloadLength());
      log.sync();
    }
    assertThatThrownBy(() -> SmallStores.open(killed, 2))
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining("sequence 2");
  }

  @Test
  void openThatChangesNothingWritesNothing() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    try (Db db = SmallStores.open(disk, 1)) {
      history.put(db, "a", "1", Durability.BUFFERED);
    }
    long operations = disk.operations();
    for (int i = 0; i < 3; i++) {
      try (Db db = SmallStores.open(disk, 1)) {
        assertThat(db.recoveryReport().cleanlyClosed()).isTrue();
        SmallStores.assertHolds(db, history.latest(), "open " + i);
      }
    }
    assertThat(disk.operations()).isEqualTo(operations);
  }
}
