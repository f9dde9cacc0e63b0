package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A store that syncs its log every few milliseconds. */
class PeriodicSyncTest {
  private final CrashDirectory disk = new CrashDirectory();

  @Test
  void bufferedWritesBecomeDurableUnasked() throws Exception {
    Options options = SmallStores.tiny().syncPeriodMillis(1).build();
    try (Db db = SmallStores.open(disk, 1, options)) {
      for (int round = 1; round <= 3; round++) {
        String key = "key " + round;
        long syncs = db.stats().logSyncs();
        SmallStores.put(db, key, "value", Durability.BUFFERED);
        Waits.until(() -> db.stats().logSyncs() > syncs);
        // The sync that was seen may have begun before the write.
        Waits.until(() -> survivesAPowerCut(key));
      }
    }
  }

  @Test
  void withNothingToSyncNothingIsSynced() throws Exception {
    Options options = SmallStores.tiny().syncPeriodMillis(1).build();
    try (Db db = SmallStores.open(disk, 1, options)) {
      SmallStores.put(db, "a", "1", Durability.BUFFERED);
      Waits.until(() -> survivesAPowerCut("a"));
      Waits.until(() -> db.stats().logSyncs() == 1);
      // Dozens of periods; too short a pause could only hide a sync, not invent one.
      Thread.sleep(50);
      assertThat(db.stats().logSyncs()).isEqualTo(1);
    }
  }

  @Test
  void withoutAPeriodNothingIsSyncedUnasked() throws IOException {
    try (Db db = SmallStores.open(disk, 1)) {
      SmallStores.put(db, "a", "1", Durability.BUFFERED);
      assertThat(db.stats().logSyncs()).isZero();
      assertThat(survivesAPowerCut("a")).isFalse();
    }
  }

  private boolean survivesAPowerCut(String key) {
    try (Db db = SmallStores.open(disk.crash(CrashModel.DROP_ALL, 1), 2)) {
      return SmallStores.get(db, key) != null;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
