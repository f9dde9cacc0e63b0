package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LevelCursorTest {

  @Test
  void walksAsOneSortedListWithOneTableOpenAtATime() throws IOException {
    for (int entries : new int[] {0, 1, 5, 100, 1000}) {
      Random random = new Random(entries);
      NavigableSet<TestEntry> all = MergingCursorTest.parts(random, 1, entries).get(0);
      TestRun run = new TestRun(all, random, MergingCursorTest::never);
      LevelCursor cursor = new LevelCursor(run);
      new EntryWalk(cursor, all, random, "seed " + entries).steps(10_000);
      cursor.close();
      cursor.close();
      assertThat(run.opened()).allMatch(table -> table.closes() == 1);
      assertThat(run.tables()).isGreaterThanOrEqualTo(entries / 60);
    }
  }

  @Test
  void opensTablesOnlyWhenItComesToThem() throws IOException {
    NavigableSet<TestEntry> all = MergingCursorTest.parts(new Random(3), 1, 1000).get(0);
    TestRun run = new TestRun(all, new Random(3), MergingCursorTest::never);
    LevelCursor cursor = new LevelCursor(run);
    assertThat(run.opened()).isEmpty();
    cursor.seekToFirst();
    assertThat(run.opened()).hasSize(1);
    cursor.seekToFirst();
    assertThat(run.opened()).hasSize(1);
    while (cursor.isValid()) {
      cursor.next();
    }
    assertThat(run.opened()).hasSize(run.tables());
  }

  @Test
  void aSeekBehindTheVersionsOfATablesLastKeyGoesOnInTheNextTable() throws IOException {
    TestEntry last = TestEntry.put("a", 5, "a");
    TestEntry first = TestEntry.put("b", 5, "b");
    LevelCursor cursor =
        new LevelCursor(new TestRun(List.of(last, first), everyKeyCut(), MergingCursorTest::never));
    cursor.seek(last.key, 0, 1, 4);
    assertThat(TestEntry.of(cursor)).isEqualTo(first);
    cursor.seekBefore(first.key, 0, 1, 9);
    assertThat(TestEntry.of(cursor)).isEqualTo(last);
  }

  @Test
  void anErrorOfATableOrOfOpeningItFailsTheCursorUntilTheNextSeek() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      Random faults = new Random(seed + 1000);
      NavigableSet<TestEntry> all = MergingCursorTest.parts(random, 1, 300).get(0);
      TestRun run = new TestRun(all, random, () -> faults.nextInt(40) == 0);
      EntryWalk walk = new EntryWalk(new LevelCursor(run), all, random, "seed " + seed);
      walk.steps(2_000);
      assertThat(walk.failures()).as("seed %d", seed).isGreaterThan(10);
    }
  }

  private static Random everyKeyCut() {
    return new Random() {
      private static final long serialVersionUID = 1L;

      @Override
      public int nextInt(int bound) {
        return 0;
      }
    };
  }
}
