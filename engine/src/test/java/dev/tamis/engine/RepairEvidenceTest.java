package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.CrashPoint;
import dev.tamis.storage.SimulatedCrash;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a repair makes of files that are missing, cut, left over, foreign, or already damaged. */
class RepairEvidenceTest {
  private static final List<CrashModel> MODELS =
      List.of(CrashModel.KEEP_ALL, CrashModel.DROP_ALL, CrashModel.DIR_SUBSET);

  private final RepairFixture fixture = new RepairFixture();

  @Test
  void everyFileThatIsMissingIsALoss() throws IOException {
    CrashDirectory sound = fixture.store(true);
    for (String name : filesOf(sound)) {
      CrashDirectory directory = sound.copy();
      directory.delete(name);
      RepairReport report = fixture.repair(directory);
      assertThat(report.losses()).as(name).extracting(RepairReport.Loss::file).contains(name);
      fixture.assertSound(directory, report, "without " + name);
    }
  }

  @Test
  void everyFileThatIsCutIsALossAndKept() throws IOException {
    SplittableRandom random = new SplittableRandom(11);
    CrashDirectory sound = fixture.store(true);
    for (String name : filesOf(sound)) {
      byte[] whole = sound.bytes(name);
      for (int length : new int[] {0, random.nextInt(whole.length), whole.length - 1}) {
        CrashDirectory directory = sound.copy();
        byte[] cut = java.util.Arrays.copyOf(whole, length);
        directory.overwrite(name, cut);
        RepairReport report = fixture.repair(directory);
        String when = name + " cut to " + length;
        if (!name.equals(FileNames.CURRENT)) {
          assertThat(report.losses()).as(when).extracting(RepairReport.Loss::file).contains(name);
          assertThat(directory.bytes(FileNames.damaged(name))).as(when).isEqualTo(cut);
        }
        fixture.assertSound(directory, report, when);
      }
    }
  }

  /** A crash between a flush's record and the deletion of its log, and the manifest is lost too. */
  @Test
  void aFlushedLogThatIsStillThereHidesNoLaterOne() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    Map<String, byte[]> flushed = new TreeMap<>();
    try (Db db = SmallStores.open(directory, 1)) {
      SmallStores.put(db, "a", "old", Durability.SYNC);
      SmallStores.put(db, "b", "flushed", Durability.SYNC);
      for (String name : logsOf(directory)) {
        flushed.put(name, directory.bytes(name));
      }
      db.flush();
      SmallStores.put(db, "a", "new", Durability.SYNC);
    }
    flushed.forEach(directory::put);
    assertThat(logsOf(directory)).hasSize(2);
    removeManifests(directory);
    RepairReport report = fixture.repair(directory);
    assertThat(report.losses())
        .extracting(RepairReport.Loss::file)
        .containsExactly(FileNames.CURRENT);
    assertHolds(directory, Map.of("a", "new", "b", "flushed"));
  }

  /** The newest sequence in tables is a delete's, which compaction has done with. */
  @Test
  void aLogBehindADeleteThatIsDoneWithIsKept() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    try (Db db = SmallStores.open(directory, 1)) {
      SmallStores.put(db, "a", "1", Durability.SYNC);
      SmallStores.put(db, "b", "2", Durability.SYNC);
      db.delete(SmallStores.bytes("b"));
      db.compact(null, null);
      SmallStores.put(db, "c", "in the log", Durability.SYNC);
    }
    removeManifests(directory);
    RepairReport report = fixture.repair(directory);
    assertThat(report.notes()).anyMatch(note -> note.contains("sequences"));
    assertHolds(directory, Map.of("a", "1", "c", "in the log"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTableOfAnotherStoreIsLeftAlone(boolean manifest) throws IOException {
    CrashDirectory other = new CrashDirectory();
    try (Db db = SmallStores.open(other, 77)) {
      SmallStores.put(db, "foreign", "1", Durability.SYNC);
      db.flush();
    }
    String theirs = StoreFixture.tableNames(other).get(0);
    CrashDirectory directory = fixture.store(true);
    String here = FileNames.table(900);
    directory.put(here, other.bytes(theirs));
    if (!manifest) {
      removeManifests(directory);
    }
    RepairReport report = fixture.repair(directory);
    assertThat(report.notes()).anyMatch(note -> note.startsWith(here + ": of another store"));
    assertThat(directory.bytes(here)).isEqualTo(other.bytes(theirs));
    fixture.assertIsTheModel(directory, "beside a table of another store");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTableThatNobodyKnowsAndNobodyCanReadIsKept(boolean manifest) throws IOException {
    CrashDirectory directory = fixture.store(true);
    String name = FileNames.table(900);
    byte[] noise = new byte[5_000];
    new SplittableRandom(5).nextBytes(noise);
    directory.put(name, noise);
    if (!manifest) {
      removeManifests(directory);
    }
    RepairReport report = fixture.repair(directory);
    assertThat(report.setAside()).containsExactly(FileNames.damaged(name));
    assertThat(directory.bytes(FileNames.damaged(name))).isEqualTo(noise);
    fixture.assertIsTheModel(directory, "with an unreadable table");
  }

  /** Wherever it stops, another repair gives the same, and the damaged bytes are still there. */
  @Test
  void aCrashLosesNoEvidence() throws IOException {
    CrashDirectory sound = fixture.store(true);
    for (String table : StoreFixture.tableNames(sound)) {
      CrashDirectory damaged = sound.copy();
      byte[] bytes = damaged.bytes(table);
      bytes[10] ^= 1;
      damaged.overwrite(table, bytes);
      damaged.delete(FileNames.CURRENT);
      damaged.sync();
      CrashDirectory whole = damaged.copy();
      long before = whole.operations();
      fixture.repair(whole);
      NavigableMap<String, String> expected;
      long operations = whole.operations() - before;
      try (Db db = SmallStores.open(whole, 1)) {
        expected = SmallStores.scan(db);
      }
      if (!expected.equals(fixture.model)) {
        crashEverywhere(damaged, table, operations, expected);
        return;
      }
    }
    throw new AssertionError("no table held a value that no other hides");
  }

  private void crashEverywhere(
      CrashDirectory damaged, String table, long operations, NavigableMap<String, String> expected)
      throws IOException {
    byte[] bytes = damaged.bytes(table);
    for (long n = 1; n <= operations; n++) {
      for (CrashPoint point : List.of(CrashPoint.INSIDE, CrashPoint.AFTER)) {
        CrashDirectory directory = damaged.copy();
        directory.crashAt(directory.operations() + n, point);
        try {
          fixture.repair(directory);
        } catch (SimulatedCrash e) {
          // as planned
        }
        CrashDirectory left = directory.crash(MODELS.get((int) (n % MODELS.size())), n);
        String when = "crash " + point + " operation " + n;
        if (!left.list().contains(FileNames.CURRENT)) {
          fixture.repair(left);
        }
        try (Db db = SmallStores.open(left, 3)) {
          assertThat(SmallStores.scan(db)).as(when).isEqualTo(expected);
          assertThat(db.verify().problems()).as(when).isEmpty();
        }
        assertThat(left.bytes(FileNames.damaged(table))).as(when).isEqualTo(bytes);
      }
    }
  }

  @Test
  void aSalvagingOpenThatCrashesLosesNoEvidence() throws IOException {
    CrashDirectory damaged = new CrashDirectory();
    try (Db db = SmallStores.open(damaged, 1)) {
      SmallStores.put(db, "a", "kept", Durability.SYNC);
      SmallStores.put(db, "b", "hit by a flip", Durability.SYNC);
      SmallStores.put(db, "c", "behind it", Durability.SYNC);
    }
    String log = logsOf(damaged).get(0);
    byte[] bytes = damaged.bytes(log);
    int place = SmallStores.text(bytes).indexOf("hit by");
    bytes[place] ^= 1;
    damaged.overwrite(log, bytes);
    Options salvaging = SmallStores.tiny().salvageLogs(true).build();
    CrashDirectory whole = damaged.copy();
    long before = whole.operations();
    SmallStores.open(whole, 2, salvaging).close();
    long operations = whole.operations() - before;
    for (long n = 1; n <= operations; n++) {
      for (CrashModel model : MODELS) {
        CrashDirectory directory = damaged.copy();
        directory.crashAt(directory.operations() + n, CrashPoint.AFTER);
        try {
          SmallStores.open(directory, 2, salvaging).close();
        } catch (SimulatedCrash | IOException | IllegalStateException e) {
          assertThat(e).isNotInstanceOf(CorruptionException.class);
        }
        CrashDirectory left = directory.crash(model, n);
        try (Db db = SmallStores.open(left, 3, salvaging)) {
          assertThat(SmallStores.scan(db)).isEqualTo(Map.of("a", "kept"));
        }
        assertThat(left.bytes(FileNames.damaged(log))).as("crash at %d", n).isEqualTo(bytes);
      }
    }
  }

  /** What is missing may not be found missing again by the next open without the option. */
  @Test
  void aSalvageSettlesASealedLogThatIsMissing() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    try (Db db = SmallStores.open(directory, 1)) {
      SmallStores.put(db, "a", "in a table", Durability.SYNC);
      db.flush();
      SmallStores.put(db, "b", "in the log", Durability.SYNC);
    }
    String log = logsOf(directory).get(0);
    directory.delete(log);
    Options salvaging = SmallStores.tiny().salvageLogs(true).build();
    try (Db db = SmallStores.open(directory, 2, salvaging)) {
      assertThat(db.recoveryReport().reasons()).anyMatch(reason -> reason.contains(log));
      assertThat(db.recoveryReport().cleanlyClosed()).isFalse();
    }
    assertHolds(directory, Map.of("a", "in a table"));
  }

  private static void assertHolds(CrashDirectory directory, Map<String, String> expected)
      throws IOException {
    try (Db db = SmallStores.open(directory, 5)) {
      SmallStores.assertHolds(db, new TreeMap<>(expected), "after the repair");
    }
  }

  private static void removeManifests(CrashDirectory directory) throws IOException {
    directory.delete(FileNames.CURRENT);
    for (String name : directory.list()) {
      if (FileNames.manifestNumber(name) >= 0) {
        directory.delete(name);
      }
    }
  }

  private static List<String> filesOf(CrashDirectory directory) throws IOException {
    return directory.list().stream().filter(name -> !name.equals(FileNames.LOCK)).toList();
  }

  private static List<String> logsOf(CrashDirectory directory) throws IOException {
    return directory.list().stream().filter(name -> FileNames.logNumber(name) >= 0).toList();
  }
}
