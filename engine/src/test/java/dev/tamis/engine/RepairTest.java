package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.CrashPoint;
import dev.tamis.storage.Directory;
import dev.tamis.storage.SimulatedCrash;
import dev.tamis.storage.StoreLockedException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Repair of stores that lost files or bytes. The store: overwrites, deletes and partial
 * compactions, so that several levels and a log hold versions of the same keys.
 */
class RepairTest {
  private static final int KEYS = 500;
  private static final Options OPTIONS = SmallStores.tiny().build();

  private final NavigableMap<String, String> model = new TreeMap<>();

  /** Every value a key ever had. */
  private final Map<String, Set<String>> history = new HashMap<>();

  private long ids = 100;

  private CrashDirectory store(boolean closed) throws IOException {
    CrashDirectory directory = new CrashDirectory();
    Db db = SmallStores.open(directory, 1);
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < KEYS; i++) {
        put(db, SmallStores.key(random.nextInt(KEYS)), "value " + round + " of " + i);
        if (i % 5 == 0) {
          delete(db, SmallStores.key(random.nextInt(KEYS)));
        }
      }
      if (round == 1) {
        db.compact(null, null);
      } else if (round == 3) {
        db.compact(SmallStores.bytes(SmallStores.key(0)), SmallStores.bytes(SmallStores.key(200)));
      }
    }
    db.awaitQuiet();
    put(db, SmallStores.key(1), "only in the log");
    delete(db, SmallStores.key(2));
    db.sync();
    assertThat(db.levels()).hasSizeGreaterThan(2);
    CrashDirectory left = closed ? directory : directory.crash(CrashModel.KEEP_ALL, 1);
    db.close();
    return left;
  }

  private void put(Db db, String key, String value) throws IOException {
    SmallStores.put(db, key, value, Durability.BUFFERED);
    model.put(key, value);
    history.computeIfAbsent(key, any -> new HashSet<>()).add(value);
  }

  private void delete(Db db, String key) throws IOException {
    db.delete(SmallStores.bytes(key));
    model.remove(key);
  }

  private RepairReport repair(Directory directory) throws IOException {
    return Db.repair(new Environment(directory, new SplittableRandom(++ids), Thread::new), OPTIONS);
  }

  private void assertIsTheModel(CrashDirectory directory, String when) throws IOException {
    try (Db db = SmallStores.open(directory, ++ids)) {
      SmallStores.assertHolds(db, model, when);
      SmallStores.put(db, "new", "after the repair", Durability.SYNC);
      assertThat(SmallStores.get(db, "new")).isEqualTo("after the repair");
      db.delete(SmallStores.bytes("new"));
      db.flush();
    }
    try (Db db = SmallStores.open(directory, ++ids)) {
      SmallStores.assertHolds(db, model, when + ", opened again");
    }
    assertThat(directory.openHandles()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHealthyStoreStaysWhatItIs(boolean closed) throws IOException {
    CrashDirectory directory = store(closed);
    RepairReport report = repair(directory);
    assertThat(report.losses()).isEmpty();
    assertThat(report.isComplete()).isTrue();
    assertThat(report.setAside()).isEmpty();
    assertThat(report.entriesKept()).isEqualTo(model.size());
    assertThat(report.recordsReplayed()).isPositive();
    assertIsTheModel(directory, "healthy");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void caseB3_withoutCurrentDeletesStayDeleted(boolean closed) throws IOException {
    CrashDirectory directory = store(closed);
    directory.delete(FileNames.CURRENT);
    assertThatThrownBy(() -> SmallStores.open(directory, 9))
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining(FileNames.CURRENT);
    RepairReport report = repair(directory);
    assertThat(report.losses())
        .singleElement()
        .extracting(RepairReport.Loss::file)
        .isEqualTo(FileNames.CURRENT);
    assertIsTheModel(directory, "without CURRENT");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void caseC10_withoutAnyManifestSequencesDecide(boolean closed) throws IOException {
    CrashDirectory directory = store(closed);
    directory.delete(FileNames.CURRENT);
    for (String name : directory.list()) {
      if (FileNames.manifestNumber(name) >= 0) {
        directory.delete(name);
      }
    }
    repair(directory);
    assertIsTheModel(directory, "without CURRENT and manifest");
  }

  @Test
  void aMissingTableIsALossAndTheOthersAreThere() throws IOException {
    CrashDirectory sound = store(true);
    List<String> tables = StoreFixture.tableNames(sound);
    for (int i = 0; i < tables.size(); i += 3) {
      CrashDirectory directory = sound.copy();
      directory.delete(tables.get(i));
      RepairReport report = repair(directory);
      String lost = tables.get(i);
      assertThat(report.losses()).extracting(RepairReport.Loss::file).contains(lost);
      RepairReport.Loss loss =
          report.losses().stream().filter(l -> l.file().equals(lost)).findFirst().orElseThrow();
      assertThat(loss.after()).as("the manifest knows its range").isNotNull();
      assertSound(directory, report, lost);
    }
  }

  /** A flipped bit anywhere: what is not listed as lost is what it was. */
  @Test
  void aFlippedBitLosesNothingThatIsNotListed() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    CrashDirectory sound = store(true);
    List<String> names = sound.list().stream().filter(name -> !name.equals("LOCK")).toList();
    int listed = 0;
    for (String name : names) {
      for (int flip = 0; flip < 4; flip++) {
        CrashDirectory directory = sound.copy();
        byte[] bytes = directory.bytes(name);
        int bit = random.nextInt(bytes.length * 8);
        bytes[bit >>> 3] ^= (byte) (1 << (bit & 7));
        directory.overwrite(name, bytes);
        RepairReport report = repair(directory);
        assertSound(directory, report, name + " bit " + bit);
        listed += report.isComplete() ? 0 : 1;
      }
    }
    assertThat(listed).as("damages that were listed").isGreaterThan(names.size());
  }

  /** Every value is one that was written, and the keys outside of all losses are the model's. */
  private void assertSound(CrashDirectory directory, RepairReport report, String when)
      throws IOException {
    try (Db db = SmallStores.open(directory, ++ids)) {
      assertThat(db.verify().problems()).as(when).isEmpty();
      NavigableMap<String, String> found = SmallStores.scan(db);
      found.forEach(
          (key, value) -> assertThat(history.get(key)).as(when + ": " + key).contains(value));
      for (int i = 0; i < KEYS; i++) {
        String key = SmallStores.key(i);
        if (report.losses().stream().noneMatch(loss -> covers(loss, key))) {
          assertThat(found.get(key)).as(when + ": " + key).isEqualTo(model.get(key));
        }
      }
    }
  }

  private static boolean covers(RepairReport.Loss loss, String key) {
    byte[] bytes = SmallStores.bytes(key);
    return (loss.after() == null || KeyOrder.compare(bytes, loss.after()) >= 0)
        && (loss.upTo() == null || KeyOrder.compare(bytes, loss.upTo()) <= 0);
  }

  @Test
  void whatWasDamagedIsKeptUnderAnotherName() throws IOException {
    CrashDirectory directory = store(true);
    String table = StoreFixture.tableNames(directory).get(0);
    byte[] bytes = directory.bytes(table);
    bytes[10] ^= 1;
    directory.overwrite(table, bytes);
    RepairReport report = repair(directory);
    assertThat(report.setAside()).containsExactly(FileNames.damaged(table));
    assertThat(directory.bytes(FileNames.damaged(table))).isEqualTo(bytes);
    try (Db db = SmallStores.open(directory, ++ids)) {
      assertThat(db.verify().problems()).isEmpty();
    }
    assertThat(directory.list()).contains(FileNames.damaged(table));
  }

  @Test
  void aCrashLeavesTheOldStoreOrTheRepairedOne() throws IOException {
    CrashDirectory damaged = store(true);
    damaged.delete(FileNames.CURRENT);
    CrashDirectory whole = damaged.copy();
    long before = whole.operations();
    repair(whole);
    long operations = whole.operations() - before;
    long crashes = 0;
    for (long n = 1; n <= operations; n++) {
      for (CrashModel crashModel : List.of(CrashModel.KEEP_ALL, CrashModel.DROP_ALL)) {
        CrashDirectory directory = damaged.copy();
        directory.crashAt(directory.operations() + n, CrashPoint.AFTER);
        try {
          repair(directory);
        } catch (SimulatedCrash e) {
          crashes++;
        }
        CrashDirectory left = directory.crash(crashModel, n);
        if (!left.list().contains(FileNames.CURRENT)) {
          repair(left);
        }
        assertIsTheModel(left, "crash at " + n + ", " + crashModel);
      }
    }
    assertThat(crashes).isEqualTo(2 * operations);
  }

  @Test
  void anOpenStoreAndNoStoreAreRefused() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    assertThatThrownBy(() -> repair(directory))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("no table, log or manifest");
    assertThat(directory.list()).doesNotContain(FileNames.CURRENT);
    try (Db db = SmallStores.open(directory, 1)) {
      SmallStores.put(db, "a", "1", Durability.SYNC);
      assertThatThrownBy(() -> repair(directory)).isInstanceOf(StoreLockedException.class);
      assertThat(SmallStores.get(db, "a")).isEqualTo("1");
    }
  }

  @Test
  void aRepairedStoreCanBeRepairedAgain() throws IOException {
    CrashDirectory directory = store(false);
    directory.delete(FileNames.CURRENT);
    repair(directory);
    RepairReport again = repair(directory);
    assertThat(again.isComplete()).isTrue();
    assertThat(again.entriesKept()).isEqualTo(model.size());
    assertIsTheModel(directory, "repaired twice");
  }
}
