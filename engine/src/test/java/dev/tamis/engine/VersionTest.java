package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CorruptionException;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The shape of the tree at one moment, and the search for a table in a level. */
class VersionTest {

  private static TableFile table(long number, String smallest, String largest, long sequence) {
    return new TableFile(
        number, 1, 100, text(smallest), text(largest), 1, sequence, 5, 0, 5, 0, 0, 1);
  }

  private static Version version(VersionEdit edit) {
    return Version.empty().apply(edit, new HashMap<>());
  }

  private static List<Long> numbers(List<TableFile.Open> tables) {
    return tables.stream().map(open -> open.file().number()).toList();
  }

  @Test
  void level0IsNewestFirstBySequenceAndDeeperLevelsByKey() {
    Version version =
        version(
            new VersionEdit()
                .add(0, table(1, "a", "z", 30))
                .add(0, table(2, "a", "z", 10))
                .add(0, table(3, "a", "z", 20))
                .add(1, table(4, "m", "n", 1))
                .add(1, table(5, "a", "b", 9))
                .add(3, table(6, "a", "b", 9)));
    assertThat(numbers(version.tables(0))).containsExactly(1L, 3L, 2L);
    assertThat(numbers(version.tables(1))).containsExactly(5L, 4L);
    assertThat(version.deepestLevel()).isEqualTo(3);
    assertThat(version.bytes(1)).isEqualTo(200);
    assertThat(version.allTables()).hasSize(6);
    assertThat(Version.empty().deepestLevel()).isZero();
  }

  @Test
  void anEditLeavesTheVersionBeforeItAsItWas() {
    Version before = version(new VersionEdit().add(1, table(4, "m", "n", 1)));
    VersionEdit move = new VersionEdit().remove(1, table(4, "m", "n", 1));
    Version after = before.apply(move.add(2, table(4, "m", "n", 1)), new HashMap<>());
    assertThat(numbers(before.tables(1))).containsExactly(4L);
    assertThat(after.tables(1)).isEmpty();
    assertThat(numbers(after.tables(2))).containsExactly(4L);
  }

  @Test
  void aSnapshotBuildsTheSameVersion() {
    Version version =
        version(
            new VersionEdit()
                .add(0, table(1, "a", "z", 30))
                .add(0, table(2, "a", "z", 40))
                .add(6, table(3, "a", "z", 1)));
    Version rebuilt = version(version.snapshot());
    for (int level = 0; level < Version.LEVELS; level++) {
      assertThat(numbers(rebuilt.tables(level))).isEqualTo(numbers(version.tables(level)));
    }
  }

  @Test
  void overlapsAreInclusiveAndOpenEndedWithNull() {
    Version version =
        version(new VersionEdit().add(1, table(1, "b", "d", 1)).add(1, table(2, "f", "h", 1)));
    assertThat(numbers(version.overlapping(1, text("d"), text("f")))).containsExactly(1L, 2L);
    assertThat(version.overlapping(1, text("dd"), text("e"))).isEmpty();
    assertThat(numbers(version.overlapping(1, null, text("b")))).containsExactly(1L);
    assertThat(numbers(version.overlapping(1, text("h"), null))).containsExactly(2L);
    assertThat(version.overlapping(1, null, text("a"))).isEmpty();
    assertThat(version.overlapping(1, null, null)).hasSize(2);
  }

  @Test
  void overlapsInALevelAndUpsideDownTablesAreFound() throws CorruptionException {
    Version sound =
        version(
            new VersionEdit()
                .add(0, table(1, "a", "c", 1))
                .add(0, table(2, "b", "d", 2))
                .add(1, table(3, "a", "b", 1))
                .add(1, table(4, "ba", "c", 1)));
    sound.check("MANIFEST-000001");
    Version touching =
        version(new VersionEdit().add(1, table(3, "a", "b", 1)).add(1, table(4, "b", "c", 1)));
    assertThatThrownBy(() -> touching.check("MANIFEST-000001"))
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining("000003.sst overlaps 000004.sst")
        .hasMessageContaining("MANIFEST-000001");
    Version upsideDown = version(new VersionEdit().add(0, table(3, "b", "a", 1)));
    assertThatThrownBy(() -> upsideDown.check("MANIFEST-000001"))
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining("000003.sst");
  }

  @Test
  void theTableForAKeyIsTheOneWhoseRangeHoldsIt() {
    VersionEdit edit = new VersionEdit();
    TreeMap<String, TableFile> bySmallest = new TreeMap<>();
    for (int i = 0; i < 200; i++) {
      String smallest = "commonprefix" + (1000 + 3 * i);
      TableFile file = table(i, smallest, "commonprefix" + (1000 + 3 * i + 1) + "x", 1);
      edit.add(2, file);
      bySmallest.put(smallest, file);
    }
    Level level = version(edit).run(2);
    for (int i = 995; i < 1605; i++) {
      for (String suffix : List.of("", "a", "x", "y")) {
        String key = "commonprefix" + i + suffix;
        var floor = bySmallest.floorEntry(key);
        boolean held = floor != null && key.compareTo(text(floor.getValue().largest())) <= 0;
        TableFile.Open found = level.tableFor(text(key));
        assertThat(found == null ? null : found.file())
            .as(key)
            .isEqualTo(held ? floor.getValue() : null);
        byte[] padded = text("__" + key + "__");
        assertThat(level.mayHold(padded, 2, padded.length - 4)).as(key).isEqualTo(held);
      }
    }
    assertThat(level.tableFor(new byte[0])).isNull();
    assertThat(Level.EMPTY.tableFor(text("a"))).isNull();
    assertThat(Level.EMPTY.mayHold(text("a"), 0, 1)).isFalse();
  }
}
