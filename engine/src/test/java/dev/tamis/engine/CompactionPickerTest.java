package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is compacted next, decided on made-up versions; no files are involved. */
class CompactionPickerTest {
  private static final CompactionPicker PICKER =
      new CompactionPicker(
          Options.builder().level0Tables(4).levelBaseBytes(10_000).levelRatio(10).build());

  /** A version from tables given by level, number, keys and size. */
  private static Version version(VersionEdit edit) {
    return Version.empty().apply(edit, new HashMap<>());
  }

  private static TableFile table(long number, String smallest, String largest, long sizeBytes) {
    return table(number, smallest, largest, sizeBytes, 10, 10);
  }

  private static TableFile table(
      long number, String smallest, String largest, long size, long entries, long distinctKeys) {
    return new TableFile(
        number,
        number,
        size,
        text(smallest),
        text(largest),
        number,
        number,
        entries,
        0,
        distinctKeys,
        0,
        0,
        1);
  }

  private static List<Long> numbers(List<TableFile.Open> tables) {
    return tables.stream().map(open -> open.file().number()).sorted().toList();
  }

  private static VersionEdit level0(String... ranges) {
    VersionEdit edit = new VersionEdit();
    for (int i = 0; i < ranges.length; i++) {
      String[] range = ranges[i].split("-", -1);
      edit.add(0, table(i + 1, range[0], range[1], 100));
    }
    return edit;
  }

  @Test
  void nothingIsDueInAnEmptyOrSmallVersion() {
    assertThat(PICKER.pick(Version.empty())).isNull();
    assertThat(PICKER.pick(version(level0("a-z", "a-z", "a-z")))).isNull();
    assertThat(PICKER.pick(version(new VersionEdit().add(1, table(1, "a", "z", 9_999))))).isNull();
  }

  @Test
  void scoresAreShareOfTheTarget() {
    Version version =
        version(
            level0("a-b", "a-b")
                .add(1, table(7, "a", "b", 5_000))
                .add(2, table(8, "a", "b", 150_000)));
    assertThat(PICKER.score(version, 0)).isCloseTo(0.5, within(1e-9));
    assertThat(PICKER.score(version, 1)).isCloseTo(0.5, within(1e-9));
    assertThat(PICKER.score(version, 2)).isCloseTo(1.5, within(1e-9));
    assertThat(PICKER.targetBytes(3)).isCloseTo(1_000_000, within(1e-6));
    assertThat(PICKER.pick(version).level()).isEqualTo(2);
  }

  @Test
  void level0GoesWholeWithWhatItOverlaps() {
    Version version =
        version(
            level0("d-e", "d-f", "d-e", "m-n")
                .add(1, table(10, "a", "c", 100))
                .add(1, table(11, "e", "g", 100))
                .add(1, table(12, "h", "i", 100))
                .add(1, table(13, "p", "q", 100)));
    Compaction plan = PICKER.pick(version);
    assertThat(plan.level()).isZero();
    assertThat(plan.outputLevel()).isEqualTo(1);
    assertThat(numbers(plan.upper())).containsExactly(1L, 2L, 3L, 4L);
    assertThat(numbers(plan.lower())).as("between d and n").containsExactly(11L, 12L);
    assertThat(plan.isTrivialMove()).isFalse();
  }

  @Test
  void theOldestTableOfLevel0MovesAloneIfItOverlapsNothing() {
    Compaction plan = PICKER.pick(version(level0("a-b", "c-d", "c-e", "f-g")));
    assertThat(plan.isTrivialMove()).isTrue();
    assertThat(numbers(plan.upper())).containsExactly(1L);

    Version overlapsBelow =
        version(level0("a-b", "c-d", "c-e", "f-g").add(1, table(9, "b", "b", 10)));
    assertThat(PICKER.pick(overlapsBelow).upper()).hasSize(4);
  }

  @Test
  void aNewerTableNeverMovesBelowAnOlderOneThatOverlapsIt() {
    // The newest overlaps nothing, the oldest overlaps the second: no lone move.
    Compaction plan = PICKER.pick(version(level0("a-c", "b-d", "x-y", "z-z")));
    assertThat(numbers(plan.upper())).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void aDeeperLevelGivesTheTableThatDragsTheFewestBytes() {
    Version version =
        version(
            new VersionEdit()
                .add(1, table(1, "a", "c", 5_000))
                .add(1, table(2, "d", "f", 5_000))
                .add(1, table(3, "g", "i", 5_000))
                .add(2, table(11, "a", "c", 4_000))
                .add(2, table(12, "d", "e", 1_000))
                .add(2, table(13, "f", "h", 2_000)));
    Compaction plan = PICKER.pick(version);
    assertThat(numbers(plan.upper())).containsExactly(3L);
    assertThat(numbers(plan.lower())).containsExactly(13L);
    assertThat(plan.level()).isEqualTo(1);
    assertThat(plan.outputLevel()).isEqualTo(2);
  }

  @Test
  void equalChoicesGoToTheOldestTableAndOneWithoutOverlapMoves() {
    Version version =
        version(
            new VersionEdit()
                .add(1, table(2, "a", "c", 6_000))
                .add(1, table(1, "d", "f", 6_000))
                .add(2, table(11, "x", "z", 1)));
    Compaction plan = PICKER.pick(version);
    assertThat(numbers(plan.upper())).containsExactly(1L);
    assertThat(plan.isTrivialMove()).isTrue();
  }

  @Test
  void theDeepestLevelIsNeverDue() {
    VersionEdit edit = new VersionEdit();
    edit.add(Version.LEVELS - 1, table(1, "a", "b", Long.MAX_VALUE / 2));
    assertThat(PICKER.pick(version(edit))).isNull();
  }

  @Test
  void theRangeOfAManualCompactionClosesOverLevel0() {
    Version version =
        version(
            level0("a-c", "c-f", "f-h", "k-m")
                .add(1, table(10, "a", "a", 100))
                .add(1, table(11, "h", "j", 100))
                .add(1, table(12, "k", "l", 100)));
    Compaction plan = CompactionPicker.down(version, 0, text("b"), text("b"));
    assertThat(numbers(plan.upper())).containsExactly(1L, 2L, 3L);
    assertThat(numbers(plan.lower())).containsExactly(10L, 11L);
    assertThat(CompactionPicker.down(version, 0, text("i"), text("j"))).isNull();
    assertThat(CompactionPicker.down(version, 0, null, null).upper()).hasSize(4);
    assertThat(numbers(CompactionPicker.down(version, 1, text("b"), null).upper()))
        .containsExactly(11L, 12L);
    assertThat(numbers(CompactionPicker.down(version, 1, null, text("a")).upper()))
        .containsExactly(10L);
  }

  @Test
  void rewritesInPlaceAreOnePlanForEachStretchOfGarbage() {
    VersionEdit edit = new VersionEdit();
    Stream.of("a", "b", "c", "d", "e", "f")
        .forEach(
            key -> {
              long number = key.charAt(0);
              long distinctKeys = key.equals("c") || key.equals("f") ? 10 : 9;
              edit.add(2, table(number, key, key, 100, 10, distinctKeys));
            });
    List<Compaction> plans = CompactionPicker.inPlace(version(edit), 2, null, null);
    assertThat(plans).hasSize(2);
    assertThat(numbers(plans.get(0).upper())).containsExactly((long) 'a', (long) 'b');
    assertThat(numbers(plans.get(1).upper())).containsExactly((long) 'd', (long) 'e');
    assertThat(plans).allMatch(plan -> plan.level() == plan.outputLevel() && !plan.isTrivialMove());
    assertThat(CompactionPicker.inPlace(version(edit), 2, text("f"), null)).isEmpty();
  }
}
