package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.sstable.EntryKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SurvivorCursorTest {
  private static final long NEWEST = 1_000;

  @Test
  void caseD3_everyBoundarySeesTheSameBeforeAndAfter() throws IOException {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      List<NavigableSet<TestEntry>> parts = MergingCursorTest.parts(random, 4, 300);
      List<TestEntry> below = below(random, MergingCursorTest.all(parts));
      long[] boundaries = boundaries(random);
      Set<String> keysBelow = new HashSet<>();
      below.forEach(entry -> keysBelow.add(Arrays.toString(entry.key)));
      SurvivorCursor survivors =
          new SurvivorCursor(
              MergingCursorTest.merge(parts, MergingCursorTest::never),
              boundaries,
              (key, offset, length) ->
                  !keysBelow.contains(Arrays.toString(TestEntry.copy(key, offset, length))));
      List<TestEntry> output = drain(survivors);
      String name = "seed " + seed + ", boundaries " + Arrays.toString(boundaries);
      assertThat(output).as(name).isSorted().doesNotHaveDuplicates();
      List<TestEntry> before = new ArrayList<>(below);
      before.addAll(MergingCursorTest.all(parts));
      List<TestEntry> after = new ArrayList<>(below);
      after.addAll(output);
      for (long boundary : boundaries) {
        assertThat(state(after, boundary)).as(name).isEqualTo(state(before, boundary));
      }
      long last = boundaries[boundaries.length - 1];
      for (long newer = last; newer <= 41; newer++) {
        assertThat(state(after, newer)).as(name).isEqualTo(state(before, newer));
      }
      assertThat(survivors.readEntries()).as(name).isEqualTo(before.size() - below.size());
      assertThat(output.size() + survivors.droppedTombstones() + survivors.shadowedEntries())
          .as(name)
          .isEqualTo(survivors.readEntries());
      assertNothingIsLeftOver(name, output, boundaries, keysBelow);
    }
  }

  @Test
  void withoutSnapshotsOnlyTheNewestVersionStays() throws IOException {
    List<TestEntry> inputs =
        List.of(
            TestEntry.put("a", 3, "3"),
            TestEntry.delete("a", 2),
            TestEntry.put("a", 1, "1"),
            TestEntry.delete("b", 5),
            TestEntry.put("b", 4, "4"),
            TestEntry.put("c", 6, "6"));
    SurvivorCursor survivors = survivors(inputs, true, NEWEST);
    assertThat(drain(survivors))
        .containsExactly(TestEntry.put("a", 0, "3"), TestEntry.put("c", 0, "6"));
    assertThat(survivors.droppedTombstones()).isEqualTo(1);
    assertThat(survivors.shadowedEntries()).isEqualTo(3);
  }

  @Test
  void caseD1_aTombstoneStaysWhereSomethingOlderMayRemain() throws IOException {
    List<TestEntry> inputs = List.of(TestEntry.delete("b", 5), TestEntry.put("b", 4, "4"));
    SurvivorCursor survivors = survivors(inputs, false, NEWEST);
    assertThat(drain(survivors)).containsExactly(TestEntry.delete("b", 5));
    assertThat(survivors.droppedTombstones()).isZero();
    assertThat(survivors.shadowedEntries()).isEqualTo(1);
  }

  @Test
  void caseD3_aTombstoneOverASnapshotsVersionStays() throws IOException {
    List<TestEntry> inputs =
        List.of(TestEntry.delete("b", 5), TestEntry.put("b", 4, "4"), TestEntry.put("b", 3, "3"));
    assertThat(drain(survivors(inputs, true, 4, NEWEST)))
        .containsExactly(TestEntry.delete("b", 5), TestEntry.put("b", 0, "4"));
    assertThat(drain(survivors(inputs, true, 3, NEWEST)))
        .containsExactly(TestEntry.delete("b", 5), TestEntry.put("b", 0, "3"));
    assertThat(drain(survivors(inputs, true, 5, NEWEST))).isEmpty();
    assertThat(drain(survivors(inputs, true, 2, NEWEST))).containsExactly(TestEntry.delete("b", 5));
  }

  @Test
  void caseD5_aSnapshotOfTheEmptyStoreKeepsSequencesApartFromZero() throws IOException {
    List<TestEntry> inputs = List.of(TestEntry.put("a", 1, "first"));
    assertThat(drain(survivors(inputs, true, 0, NEWEST))).isEqualTo(inputs);
    assertThat(drain(survivors(inputs, true, NEWEST)))
        .containsExactly(TestEntry.put("a", 0, "first"));
  }

  @Test
  void sequencesAreKeptWhereOlderVersionsMayRemain() throws IOException {
    List<TestEntry> inputs = List.of(TestEntry.put("a", 7, "7"), TestEntry.put("a", 5, "5"));
    assertThat(drain(survivors(inputs, false, NEWEST))).containsExactly(TestEntry.put("a", 7, "7"));
    assertThat(drain(survivors(inputs, true, 6, NEWEST)))
        .containsExactly(TestEntry.put("a", 7, "7"), TestEntry.put("a", 0, "5"));
  }

  @Test
  void whatIsNewerThanTheLastBoundaryIsKeptWhole() throws IOException {
    List<TestEntry> inputs =
        List.of(
            TestEntry.put("a", 9, "9"),
            TestEntry.delete("a", 8),
            TestEntry.put("a", 7, "7"),
            TestEntry.put("a", 6, "6"));
    assertThat(drain(survivors(inputs, true, 7)))
        .containsExactly(
            TestEntry.put("a", 9, "9"), TestEntry.delete("a", 8), TestEntry.put("a", 0, "7"));
  }

  @Test
  void anErrorEndsTheMergeForGood() throws IOException {
    int[] moves = new int[1];
    ListCursor failing =
        new ListCursor(
            new TreeSet<>(List.of(TestEntry.put("a", 1, ""), TestEntry.put("b", 1, ""))),
            () -> ++moves[0] == 2);
    SurvivorCursor survivors =
        new SurvivorCursor(failing, new long[] {NEWEST}, (key, offset, length) -> true);
    assertThat(survivors.next()).isTrue();
    assertThatThrownBy(survivors::next).isInstanceOf(IOException.class).hasMessage("injected");
    assertThatThrownBy(survivors::next)
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("injected");
    assertThatThrownBy(survivors::keyBytes).isInstanceOf(IllegalStateException.class);
    survivors.close();
    assertThat(failing.closes()).isEqualTo(1);
  }

  @Test
  void misuseIsRefused() throws IOException {
    assertThatThrownBy(() -> survivors(List.of(), true))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> survivors(List.of(), true, 5, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("actual=4 after 5");
    SurvivorCursor survivors = survivors(List.of(TestEntry.put("a", 1, "")), true, 5);
    assertThatThrownBy(survivors::keyBytes).isInstanceOf(IllegalStateException.class);
    assertThat(survivors.next()).isTrue();
    assertThat(survivors.sequence()).isEqualTo(1);
    assertThat(survivors.outputSequence()).isZero();
    assertThat(survivors.next()).isFalse();
    assertThat(survivors.next()).isFalse();
    assertThatThrownBy(survivors::outputSequence).isInstanceOf(IllegalStateException.class);
    TestEntry merge = new TestEntry(new byte[0], 1, EntryKind.MERGE, new byte[0]);
    for (boolean bottom : new boolean[] {true, false}) {
      assertThatThrownBy(() -> survivors(List.of(merge), bottom, 5).next())
          .hasMessageContaining("entry kind: actual=2");
    }
  }

  private static SurvivorCursor survivors(
      List<TestEntry> inputs, boolean bottom, long... boundaries) {
    return new SurvivorCursor(new ListCursor(inputs), boundaries, (key, offset, length) -> bottom);
  }

  /** Older versions of some of the keys, outside the inputs. */
  private static List<TestEntry> below(Random random, NavigableSet<TestEntry> inputs) {
    List<TestEntry> below = new ArrayList<>();
    for (byte[] key : byKey(inputs).keySet()) {
      if (random.nextBoolean()) {
        below.add(new TestEntry(key, -1, EntryKind.PUT, TestEntry.bytes("below")));
      }
    }
    return below;
  }

  private static long[] boundaries(Random random) {
    long[] boundaries = new long[1 + random.nextInt(5)];
    for (int i = 0; i < boundaries.length; i++) {
      boundaries[i] = random.nextInt(41);
    }
    if (random.nextBoolean()) {
      boundaries[0] = NEWEST;
    }
    Arrays.sort(boundaries);
    return boundaries;
  }

  private static void assertNothingIsLeftOver(
      String name, List<TestEntry> output, long[] boundaries, Set<String> keysBelow) {
    for (List<TestEntry> versions : byKey(output).values()) {
      long newer = Long.MAX_VALUE;
      for (TestEntry entry : versions) {
        boolean needed = entry.sequence > boundaries[boundaries.length - 1];
        for (long boundary : boundaries) {
          needed |= entry.sequence <= boundary && boundary < newer;
        }
        assertThat(needed).as("%s, %s", name, entry).isTrue();
        newer = entry.sequence;
        if (entry.sequence <= boundaries[0] && !keysBelow.contains(Arrays.toString(entry.key))) {
          assertThat(entry.kind).as("%s, %s", name, entry).isEqualTo(EntryKind.PUT);
          assertThat(entry.sequence).as("%s, %s", name, entry).isZero();
        }
      }
    }
  }

  private static NavigableMap<byte[], List<TestEntry>> byKey(Collection<TestEntry> entries) {
    NavigableMap<byte[], List<TestEntry>> byKey = new TreeMap<>(Arrays::compareUnsigned);
    for (TestEntry entry : entries) {
      byKey.computeIfAbsent(entry.key, key -> new ArrayList<>()).add(entry);
    }
    return byKey;
  }

  private static String state(List<TestEntry> entries, long sequence) {
    StringBuilder state = new StringBuilder();
    byKey(new TreeSet<>(entries))
        .forEach(
            (key, versions) ->
                versions.stream()
                    .filter(entry -> entry.sequence <= sequence)
                    .findFirst()
                    .filter(entry -> entry.kind == EntryKind.PUT)
                    .ifPresent(
                        entry ->
                            state
                                .append(Arrays.toString(key))
                                .append(Arrays.toString(entry.value))));
    return state.toString();
  }

  private static List<TestEntry> drain(SurvivorCursor survivors) throws IOException {
    List<TestEntry> output = new ArrayList<>();
    while (survivors.next()) {
      output.add(
          new TestEntry(
              TestEntry.copy(survivors.keyBytes(), survivors.keyOffset(), survivors.keyLength()),
              survivors.outputSequence(),
              survivors.kind(),
              TestEntry.copy(
                  survivors.valueBytes(), survivors.valueOffset(), survivors.valueLength())));
    }
    return output;
  }
}
