package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.k;
import static dev.tamis.engine.StoreFixture.open;
import static dev.tamis.engine.StoreFixture.quiet;
import static dev.tamis.engine.StoreFixture.tableNames;
import static dev.tamis.engine.StoreFixture.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** {@link Db#verify} names every damage of a table, wherever it is, or the open has done so. */
class VerifyCasesTest {
  private static final int KEYS = 3_000;
  private static final Options OPTIONS = quiet().tableBytes(32 << 10).build();

  @Test
  void caseC8_verifyNamesFileAndPlaceOfEveryDamage() throws IOException {
    CrashDirectory sound = store();
    SplittableRandom random = new SplittableRandom(8);
    int refused = 0;
    int named = 0;
    for (String table : tableNames(sound)) {
      byte[] whole = sound.bytes(table);
      TableRegions regions = TableRegions.of(whole);
      long[] ends = {
        0,
        regions.dataEnd(),
        regions.filterOffset(),
        regions.filterOffset() + regions.filterLength(),
        regions.indexOffset() + regions.indexLength(),
        whole.length
      };
      for (int region = 1; region < ends.length; region++) {
        for (int flip = 0; flip < 3 && ends[region] > ends[region - 1]; flip++) {
          int place = (int) random.nextLong(ends[region - 1], ends[region]);
          byte[] damaged = whole.clone();
          damaged[place] ^= (byte) (1 << random.nextInt(8));
          CrashDirectory directory = sound.copy();
          directory.overwrite(table, damaged);
          CorruptionException found = damageOf(directory);
          assertThat(found.file()).as("byte %d", place).isEqualTo(table);
          assertThat(found.offset()).as("byte %d", place).isBetween(0L, (long) whole.length);
          if (place < regions.dataEnd()) {
            assertThat(found.offset()).isBetween(place - 400L, (long) place);
            named++;
          } else {
            refused++;
          }
        }
      }
    }
    assertThat(named).isPositive();
    assertThat(refused).isPositive();
  }

  @Test
  void caseC8_damagesOfSeveralTablesAreNamedTogether() throws IOException {
    CrashDirectory directory = store();
    List<String> tables = tableNames(directory);
    List<String> damaged = List.of(tables.get(0), tables.get(2));
    for (String table : damaged) {
      byte[] bytes = directory.bytes(table);
      bytes[100] ^= 1;
      directory.overwrite(table, bytes);
    }
    try (Db db = open(directory, OPTIONS)) {
      assertThat(db.verify().problems())
          .extracting(problem -> ((CorruptionException) problem).file())
          .containsExactlyInAnyOrderElementsOf(damaged);
      assertThat(db.get(k(KEYS - 1))).as("others are readable").isNotNull();
    }
  }

  private static CorruptionException damageOf(CrashDirectory directory) throws IOException {
    try (Db db = open(directory, OPTIONS)) {
      VerifyReport report = db.verify();
      assertThat(report.problems()).isNotEmpty();
      return (CorruptionException) report.problems().get(0);
    } catch (CorruptionException e) {
      return e;
    }
  }

  private static CrashDirectory store() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    try (Db db = open(directory, OPTIONS)) {
      for (int odd = 0; odd < 2; odd++) {
        for (int i = odd; i < KEYS; i += 2) {
          db.put(k(i), value(i, 0, 40));
        }
        db.flush();
      }
      db.compact(null, null);
    }
    assertThat(tableNames(directory)).hasSizeGreaterThan(3);
    return directory;
  }
}
