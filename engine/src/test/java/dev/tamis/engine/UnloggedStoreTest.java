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
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A store whose writes go to no log. */
class UnloggedStoreTest {
  private static final Options UNLOGGED = SmallStores.tiny().logged(false).build();
  private static final Options LOGGED = SmallStores.tiny().build();
  private final CrashDirectory disk = new CrashDirectory();

  @Test
  void aKilledProcessLosesWhatWasNotFlushedAndNothingElse() throws IOException {
    Db db = SmallStores.open(disk, 1, UNLOGGED);
    SmallStores.put(db, "a", "flushed", Durability.BUFFERED);
    db.flush();
    SmallStores.put(db, "b", "synced", Durability.BUFFERED);
    db.sync();
    SmallStores.put(db, "c", "neither", Durability.BUFFERED);
    assertThat(disk.list()).noneMatch(name -> FileNames.logNumber(name) >= 0);
    for (CrashModel model : CrashModel.values()) {
      try (Db again = SmallStores.open(disk.crash(model, 5), 2, UNLOGGED)) {
        assertThat(SmallStores.scan(again)).as(model.name()).containsOnlyKeys("a", "b");
      }
    }
    db.close();
  }

  @Test
  void aCleanCloseKeepsEverything() throws IOException {
    TreeMap<String, String> expected = new TreeMap<>();
    for (int session = 0; session < 3; session++) {
      // Once with a log in between: what it leaves in a kept log comes before the unlogged writes.
      try (Db db = SmallStores.open(disk, session, session == 1 ? LOGGED : UNLOGGED)) {
        for (int i = 0; i < 20; i++) {
          String key = SmallStores.key(17 * session + i);
          SmallStores.put(db, key, "session " + session, Durability.BUFFERED);
          expected.put(key, "session " + session);
        }
      }
      try (Db db = SmallStores.open(disk.crash(CrashModel.DROP_ALL, 3), 9, LOGGED)) {
        SmallStores.assertHolds(db, expected, "after session " + session);
      }
    }
  }

  @Test
  void aCloseThatCannotKeepTheRestSaysSo() throws IOException {
    FaultDirectory faults = new FaultDirectory(disk);
    Db db = SmallStores.open(faults, 1, UNLOGGED);
    SmallStores.put(db, "a", "flushed", Durability.BUFFERED);
    db.flush();
    SmallStores.put(db, "b", "not flushed", Durability.BUFFERED);
    faults.add(FaultRule.on(FaultOperation.CREATE, "*.sst.tmp").failForever());
    assertThatThrownBy(db::close).isInstanceOf(IOException.class);
    assertThat(db.health().state()).isEqualTo(Health.State.CLOSED);
    try (Db again = SmallStores.open(disk, 2, UNLOGGED)) {
      assertThat(SmallStores.scan(again)).containsOnlyKeys("a");
    }
  }

  @Test
  void aSyncedWriteIsRefusedAndChangesNothing() throws IOException {
    try (Db db = SmallStores.open(disk, 1, UNLOGGED)) {
      assertThatThrownBy(() -> SmallStores.put(db, "a", "1", Durability.SYNC))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("actual=SYNC, expected=BUFFERED in a store without a log");
      assertThatThrownBy(() -> db.delete(new byte[1], Durability.SYNC))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> db.write(new WriteBatch(), Durability.SYNC))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(SmallStores.scan(db)).isEmpty();
    }
    assertThatThrownBy(() -> Options.builder().logged(false).syncPeriodMillis(5).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("syncPeriodMillis: actual=5");
  }

  /**
   * With a log a table ahead of it means a loss; a store that had none for a while learns again.
   */
  @Test
  void onceThereIsALogAgainATableAheadOfItIsRefused() throws IOException {
    try (Db db = SmallStores.open(disk, 1, UNLOGGED)) {
      SmallStores.put(db, "a", "1", Durability.BUFFERED);
    }
    CrashDirectory before = disk.copy();
    List<String> known = before.list();
    try (Db db = SmallStores.open(disk, 2, UNLOGGED)) {
      SmallStores.put(db, "b", "2", Durability.BUFFERED);
    }
    String ahead =
        disk.list().stream()
            .filter(name -> FileNames.tableNumber(name) >= 0 && !known.contains(name))
            .findFirst()
            .orElseThrow();
    CrashDirectory unlogged = before.copy();
    unlogged.put(ahead, disk.bytes(ahead));
    try (Db db = SmallStores.open(unlogged, 3, LOGGED)) {
      assertThat(SmallStores.scan(db)).containsOnlyKeys("a");
      assertThat(unlogged.list()).doesNotContain(ahead);
    }
    CrashDirectory logged = unlogged.copy();
    logged.put(ahead, disk.bytes(ahead));
    assertThatThrownBy(() -> SmallStores.open(logged, 4, LOGGED).close())
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining(ahead);
  }
}
