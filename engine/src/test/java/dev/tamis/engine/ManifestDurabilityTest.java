package dev.tamis.engine;

import static dev.tamis.engine.TestStore.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestDurabilityTest {
  private final CrashDirectory disk = new CrashDirectory();
  private final FaultDirectory directory = new FaultDirectory(disk);
  private final Options options = Options.defaults();

  @Test
  void currentNeverNamesAManifestWhoseNameIsNotDurable() throws Exception {
    try (Db db = TestStore.open(directory, options)) {
      db.put(bytes("a"), bytes("1"), Durability.SYNC);
    }
    List<CrashDirectory> images = new ArrayList<>();
    boolean[] renamed = {false};
    directory.add(FaultRule.on(FaultOperation.RENAME, "CURRENT").run(() -> renamed[0] = true));
    directory.add(
        FaultRule.on(FaultOperation.DIR_SYNC, "*")
            .runForever(
                () -> {
                  for (int seed = 0; renamed[0] && images.size() < 40; seed++) {
                    images.add(disk.crash(CrashModel.DIR_SUBSET, seed));
                  }
                }));
    try (Db db = TestStore.open(directory, options)) {
      db.put(bytes("b"), bytes("2"), Durability.SYNC);
      db.flush();
    }
    assertThat(images).hasSize(40);
    for (int seed = 0; seed < images.size(); seed++) {
      try (Db db = TestStore.open(images.get(seed), options)) {
        assertThat(db.get(bytes("a"))).as("seed %d", seed).isEqualTo(bytes("1"));
        assertThat(db.get(bytes("b"))).as("seed %d", seed).isEqualTo(bytes("2"));
      }
    }
  }

  @Test
  void anEditWhoseSyncFailedIsNotTrustedBecauseItCanBeReadBack() throws Exception {
    Db db = TestStore.open(directory, options);
    db.put(bytes("a"), bytes("1"), Durability.SYNC);
    directory.add(FaultRule.on(FaultOperation.SYNC, "MANIFEST-*").dropOnSync());
    assertThatThrownBy(db::flush).isInstanceOf(ReadOnlyException.class);
    assertThatThrownBy(db::close).isInstanceOf(ReadOnlyException.class);
    directory.clear();
    try (Db again = TestStore.open(directory, options)) {
      again.put(bytes("b"), bytes("2"), Durability.SYNC);
      try (Db afterPowerCut = TestStore.open(disk.crash(CrashModel.DROP_ALL, 1), options)) {
        assertThat(afterPowerCut.get(bytes("a"))).isEqualTo(bytes("1"));
        assertThat(afterPowerCut.get(bytes("b"))).isEqualTo(bytes("2"));
      }
    }
  }

  @Test
  void anOldManifestThatCannotBeDeletedHarmsNothing() throws Exception {
    TestStore.open(directory, options).close();
    directory.add(FaultRule.on(FaultOperation.DELETE, "MANIFEST-*").failForever());
    try (Db db = TestStore.open(directory, options)) {
      db.put(bytes("a"), bytes("1"));
      db.flush();
      assertThat(db.health().state()).isEqualTo(Health.State.OPEN);
      assertThat(db.stats().failedDeletes()).isEqualTo(1);
    }
  }

  @Test
  void aFailedSyncOfNamesIsFinal() throws Exception {
    Db db = TestStore.open(directory, options);
    db.put(bytes("a"), bytes("1"), Durability.SYNC);
    directory.add(FaultRule.on(FaultOperation.DIR_SYNC, "*").failOnce());
    assertThatThrownBy(db::flush).isInstanceOf(ReadOnlyException.class);
    assertThat(db.health().state()).isEqualTo(Health.State.READ_ONLY);
    assertThat(db.get(bytes("a"))).isEqualTo(bytes("1"));
    assertThatThrownBy(db::close).isInstanceOf(ReadOnlyException.class);
  }
}
