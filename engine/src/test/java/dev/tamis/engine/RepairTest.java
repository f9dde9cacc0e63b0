package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.CrashPoint;
import dev.tamis.storage.SimulatedCrash;
import dev.tamis.storage.StoreLockedException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Repair of stores that lost files or bytes. */
class RepairTest {
  private final RepairFixture fixture = new RepairFixture();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHealthyStoreStaysWhatItIs(boolean closed) throws IOException {
    CrashDirectory directory = fixture.store(closed);
    RepairReport report = fixture.repair(directory);
    assertThat(report.losses()).isEmpty();
    assertThat(report.isComplete()).isTrue();
    assertThat(report.setAside()).isEmpty();
    assertThat(report.entriesKept()).isEqualTo(fixture.model.size());
    assertThat(report.recordsReplayed()).isPositive();
    fixture.assertIsTheModel(directory, "healthy");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void caseB3_withoutCurrentDeletesStayDeleted(boolean closed) throws IOException {
    CrashDirectory directory = fixture.store(closed);
    directory.delete(FileNames.CURRENT);
    assertThatThrownBy(() -> SmallStores.open(directory, 9))
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining(FileNames.CURRENT);
    RepairReport report = fixture.repair(directory);
    assertThat(report.losses())
        .singleElement()
        .extracting(RepairReport.Loss::file)
        .isEqualTo(FileNames.CURRENT);
    fixture.assertIsTheModel(directory, "without CURRENT");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void caseC10_withoutAnyManifestSequencesDecide(boolean closed) throws IOException {
    CrashDirectory directory = fixture.store(closed);
    directory.delete(FileNames.CURRENT);
    for (String name : directory.list()) {
      if (FileNames.manifestNumber(name) >= 0) {
        directory.delete(name);
      }
    }
    fixture.repair(directory);
    fixture.assertIsTheModel(directory, "without CURRENT and manifest");
  }

  @Test
  void aMissingTableIsALossAndTheOthersAreThere() throws IOException {
    CrashDirectory sound = fixture.store(true);
    List<String> tables = StoreFixture.tableNames(sound);
    for (int i = 0; i < tables.size(); i += 3) {
      CrashDirectory directory = sound.copy();
      directory.delete(tables.get(i));
      RepairReport report = fixture.repair(directory);
      String lost = tables.get(i);
      assertThat(report.losses()).extracting(RepairReport.Loss::file).contains(lost);
      RepairReport.Loss loss =
          report.losses().stream().filter(l -> l.file().equals(lost)).findFirst().orElseThrow();
      assertThat(loss.after()).as("the manifest knows its range").isNotNull();
      fixture.assertSound(directory, report, lost);
    }
  }

  /** A flipped bit anywhere: what is not listed as lost is what it was. */
  @Test
  void aFlippedBitLosesNothingThatIsNotListed() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    CrashDirectory sound = fixture.store(true);
    List<String> names = sound.list().stream().filter(name -> !name.equals("LOCK")).toList();
    int listed = 0;
    for (String name : names) {
      for (int flip = 0; flip < 4; flip++) {
        CrashDirectory directory = sound.copy();
        byte[] bytes = directory.bytes(name);
        int bit = random.nextInt(bytes.length * 8);
        bytes[bit >>> 3] ^= (byte) (1 << (bit & 7));
        directory.overwrite(name, bytes);
        RepairReport report = fixture.repair(directory);
        fixture.assertSound(directory, report, name + " bit " + bit);
        listed += report.isComplete() ? 0 : 1;
      }
    }
    assertThat(listed).as("damages that were listed").isGreaterThan(names.size());
  }

  @Test
  void whatWasDamagedIsKeptUnderAnotherName() throws IOException {
    CrashDirectory directory = fixture.store(true);
    String table = StoreFixture.tableNames(directory).get(0);
    byte[] bytes = directory.bytes(table);
    bytes[10] ^= 1;
    directory.overwrite(table, bytes);
    RepairReport report = fixture.repair(directory);
    assertThat(report.setAside()).containsExactly(FileNames.damaged(table));
    assertThat(directory.bytes(FileNames.damaged(table))).isEqualTo(bytes);
    try (Db db = SmallStores.open(directory, 9)) {
      assertThat(db.verify().problems()).isEmpty();
    }
    assertThat(directory.list()).contains(FileNames.damaged(table));
  }

  @Test
  void aCrashLeavesTheOldStoreOrTheRepairedOne() throws IOException {
    CrashDirectory damaged = fixture.store(true);
    damaged.delete(FileNames.CURRENT);
    CrashDirectory whole = damaged.copy();
    long before = whole.operations();
    fixture.repair(whole);
    long operations = whole.operations() - before;
    long crashes = 0;
    for (long n = 1; n <= operations; n++) {
      for (CrashModel crashModel : List.of(CrashModel.KEEP_ALL, CrashModel.DROP_ALL)) {
        CrashDirectory directory = damaged.copy();
        directory.crashAt(directory.operations() + n, CrashPoint.AFTER);
        try {
          fixture.repair(directory);
        } catch (SimulatedCrash e) {
          crashes++;
        }
        CrashDirectory left = directory.crash(crashModel, n);
        if (!left.list().contains(FileNames.CURRENT)) {
          fixture.repair(left);
        }
        fixture.assertIsTheModel(left, "crash at " + n + ", " + crashModel);
      }
    }
    assertThat(crashes).isEqualTo(2 * operations);
  }

  @Test
  void anOpenStoreAndNoStoreAreRefused() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    assertThatThrownBy(() -> fixture.repair(directory))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("no table, log or manifest");
    assertThat(directory.list()).doesNotContain(FileNames.CURRENT);
    try (Db db = SmallStores.open(directory, 1)) {
      SmallStores.put(db, "a", "1", Durability.SYNC);
      assertThatThrownBy(() -> fixture.repair(directory)).isInstanceOf(StoreLockedException.class);
      assertThat(SmallStores.get(db, "a")).isEqualTo("1");
    }
  }

  @Test
  void aRepairedStoreCanBeRepairedAgain() throws IOException {
    CrashDirectory directory = fixture.store(false);
    directory.delete(FileNames.CURRENT);
    fixture.repair(directory);
    RepairReport again = fixture.repair(directory);
    assertThat(again.isComplete()).isTrue();
    assertThat(again.entriesKept()).isEqualTo(fixture.model.size());
    fixture.assertIsTheModel(directory, "repaired twice");
  }
}
