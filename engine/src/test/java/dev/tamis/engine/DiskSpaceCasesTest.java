package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.k;
import static dev.tamis.engine.StoreFixture.model;
import static dev.tamis.engine.StoreFixture.open;
import static dev.tamis.engine.StoreFixture.quiet;
import static dev.tamis.engine.StoreFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.DiskFullException;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that is full and has space again, and files that must not grow without an end. */
class DiskSpaceCasesTest {
  private static final int VALUE_BYTES = 100;

  private final CrashDirectory disk = new CrashDirectory();
  private final FaultDirectory directory = new FaultDirectory(disk);
  private final NavigableMap<byte[], byte[]> model = model();
  private long written;

  private void put(Db db) throws IOException {
    // An order that makes tables overlap, so that they are merged.
    long number = written * 199 % 300;
    byte[] key = k(number);
    byte[] value = value(number, written / 300, VALUE_BYTES);
    db.put(key, value, Durability.SYNC);
    model.put(key, value);
    written++;
  }

  private void assertReads(Db db) throws IOException {
    for (Map.Entry<byte[], byte[]> entry : model.entrySet()) {
      assertThat(db.get(entry.getKey())).isEqualTo(entry.getValue());
    }
  }

  @Test
  void caseK3_aFlushGoesOnByItselfWhenThereIsSpaceAgain() throws Exception {
    Options options = quiet().memtableBytes(16 << 10).level0Tables(4).build();
    try (Db db = open(directory, options)) {
      directory.add(FaultRule.on(FaultOperation.APPEND, "*.sst.tmp").diskFullAfter(500));
      assertThatThrownBy(
              () -> {
                while (true) {
                  put(db);
                }
              })
          .isInstanceOf(DiskFullException.class);
      assertThat(db.health().state()).isEqualTo(Health.State.DEGRADED);
      assertThat(db.health().cause()).isInstanceOf(DiskFullException.class);
      assertReads(db);
      directory.clear();
      StoreFixture.await("space is noticed", () -> db.health().state() == Health.State.OPEN);
      for (int i = 0; i < 1000; i++) {
        put(db);
      }
      db.awaitQuiet();
      assertThat(disk.list()).noneMatch(name -> name.endsWith(".tmp"));
      StoreFixture.assertHolds(db, model, "after the flush went on");
    }
    assertHoldsWhenOpenedAgain(options);
  }

  @Test
  void caseK3_aCompactionGoesOnByItselfWhenThereIsSpaceAgain() throws IOException {
    Options options = quiet().build();
    try (Db db = open(directory, options)) {
      for (int table = 0; table < 2; table++) {
        for (int i = 0; i < 300; i++) {
          put(db);
        }
        db.flush();
      }
      int tables = StoreFixture.tableNames(disk).size();
      directory.add(FaultRule.on(FaultOperation.APPEND, "*.sst.tmp").diskFullAfter(500));
      assertThatThrownBy(() -> db.compact(null, null)).isInstanceOf(DiskFullException.class);
      assertThat(disk.list()).as("no partial output").noneMatch(name -> name.endsWith(".tmp"));
      assertThat(StoreFixture.tableNames(disk)).hasSize(tables);
      put(db);
      assertReads(db);
      directory.clear();
      db.compact(null, null);
      assertThat(db.health().state()).isEqualTo(Health.State.OPEN);
      StoreFixture.assertHolds(db, model, "after the compaction");
    }
    assertHoldsWhenOpenedAgain(options);
  }

  /** After these nobody can say what the device holds: the next open decides. */
  @ParameterizedTest
  @ValueSource(strings = {"*.log", "MANIFEST-*"})
  void caseK3_aLogOrManifestThatIsCutShortIsNotAppendedToAgain(String files) throws IOException {
    Options options = quiet().build();
    Db db = open(directory, options);
    for (int i = 0; i < 50; i++) {
      put(db);
    }
    db.flush();
    put(db);
    directory.add(FaultRule.on(FaultOperation.APPEND, files).diskFullAfter(20));
    assertThatThrownBy(
            () -> {
              put(db);
              db.flush();
            })
        .hasStackTraceContaining(DiskFullException.class.getName());
    assertThat(db.health().state()).isEqualTo(Health.State.READ_ONLY);
    assertThat(db.health().cause()).isInstanceOf(DiskFullException.class);
    directory.clear();
    assertThatThrownBy(() -> put(db))
        .isInstanceOf(ReadOnlyException.class)
        .hasCauseInstanceOf(DiskFullException.class);
    assertReads(db);
    assertThatThrownBy(db::close)
        .isInstanceOf(ReadOnlyException.class)
        .hasCauseInstanceOf(DiskFullException.class);
    assertHoldsWhenOpenedAgain(options);
  }

  private void assertHoldsWhenOpenedAgain(Options options) throws IOException {
    try (Db db = open(disk, options)) {
      StoreFixture.assertHolds(db, model, "opened again");
      put(db);
      db.flush();
      StoreFixture.assertHolds(db, model, "written to again");
      assertThat(db.verify().problems()).isEmpty();
    }
  }

  /** Every third process is killed, so that each kind of leftover comes into being again. */
  @Test
  void caseK8_aThousandOpensLeaveNoSideFiles() throws IOException {
    Options options = quiet().level0Tables(3).build();
    CrashDirectory store = disk;
    for (int i = 0; i < 1000; i++) {
      CrashDirectory left = store;
      try (Db db = open(store, options)) {
        put(db);
        if (i % 10 == 0) {
          db.flush();
        }
        db.awaitQuiet();
        if (i % 3 == 0) {
          left = store.crash(CrashModel.KEEP_ALL, i);
        }
      }
      store = left;
      long sideBytes = 0;
      int sideFiles = 0;
      for (String name : store.list()) {
        if (FileNames.tableNumber(name) < 0 && FileNames.logNumber(name) < 0) {
          sideFiles++;
          sideBytes += store.size(name);
        }
      }
      assertThat(sideFiles).as("LOCK, CURRENT, manifest; %s", store.list()).isLessThanOrEqualTo(5);
      assertThat(sideBytes).as("after open %d", i).isLessThan(128 << 10);
      assertThat(store.list()).as("after open %d", i).hasSizeLessThan(40);
    }
    try (Db db = open(store, options)) {
      StoreFixture.assertHolds(db, model, "after a thousand opens");
    }
  }
}
