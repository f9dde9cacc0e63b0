package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.sstable.EntryCursor;
import dev.tamis.sstable.EntryKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MergingCursorTest {

  @Test
  void walksAsOneSortedListWhateverTheNumberOfChildren() {
    for (int children : new int[] {0, 1, 2, 3, 4, 7, 12}) {
      Random random = new Random(children);
      List<NavigableSet<TestEntry>> parts = parts(random, children, 600);
      MergingCursor cursor = merge(parts, MergingCursorTest::never);
      new EntryWalk(cursor, all(parts), random, "seed " + children).steps(10_000);
    }
  }

  @Test
  void longStretchesOfOneChildAreWalkedInBothDirections() {
    Random random = new Random(99);
    List<NavigableSet<TestEntry>> parts = parts(random, 5, 0);
    long sequence = 1;
    for (int i = 0; i < 3_000; i++) {
      byte[] key = TestEntry.bytes(String.format(java.util.Locale.ROOT, "prefix-long-%06d", i));
      parts.get(i / 100 % 5).add(new TestEntry(key, sequence++, EntryKind.PUT, key));
    }
    MergingCursor cursor = merge(parts, MergingCursorTest::never);
    EntryWalk walk = new EntryWalk(cursor, all(parts), random, "seed 99");
    walk.steps(10_000);
  }

  @Test
  void anErrorOfAChildFailsTheMergeUntilTheNextSeek() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      Random faults = new Random(seed + 1000);
      List<NavigableSet<TestEntry>> parts = parts(random, 4, 300);
      MergingCursor cursor = merge(parts, () -> faults.nextInt(60) == 0);
      EntryWalk walk = new EntryWalk(cursor, all(parts), random, "seed " + seed);
      walk.steps(2_000);
      assertThat(walk.failures()).as("seed %d", seed).isGreaterThan(10);
    }
  }

  @Test
  void aMoveWithoutAnEntryIsMisuseAndNoFailure() throws IOException {
    MergingCursor cursor = new MergingCursor(new ListCursor(List.of(TestEntry.put("a", 1, "1"))));
    assertThat(cursor.isValid()).isFalse();
    assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class).hasNoCause();
    assertThat(cursor.isValid()).isFalse();
    cursor.seekToFirst();
    cursor.next();
    assertThatThrownBy(cursor::previous).isInstanceOf(IllegalStateException.class).hasNoCause();
    cursor.seekToLast();
    assertThat(cursor.sequence()).isEqualTo(1);
  }

  @Test
  void closeReachesEveryChildAlsoAfterOneThrows() {
    ListCursor first = new ListCursor(List.of());
    ListCursor last = new ListCursor(List.of());
    EntryCursor broken =
        new LevelCursor(
            new SortedRun() {
              @Override
              public int tables() {
                return 1;
              }

              @Override
              public int findTable(byte[] key, int offset, int length) {
                return 0;
              }

              @Override
              public EntryCursor open(int table) {
                return new ListCursor(List.of()) {
                  @Override
                  public void close() {
                    throw new IllegalStateException("close " + table);
                  }
                };
              }
            });
    MergingCursor cursor = new MergingCursor(first, broken, last);
    assertThatThrownBy(
            () -> {
              cursor.seekToFirst();
              cursor.close();
            })
        .hasMessage("close 0");
    assertThat(first.closes()).isEqualTo(1);
    assertThat(last.closes()).isEqualTo(1);
  }

  /** What a growing child adds may come or not, but in order, and nothing else is disturbed. */
  @Test
  void caseE3_aGrowingChildDisturbsNothing() throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      List<NavigableSet<TestEntry>> parts = parts(random, 3, 100);
      NavigableSet<TestEntry> before = all(parts);
      MergingCursor cursor = merge(parts, MergingCursorTest::never);
      cursor.seekToFirst();
      TestEntry last = TestEntry.of(cursor);
      boolean towardsLarger = true;
      for (int step = 0; step < 2_000; step++) {
        if (random.nextInt(3) == 0) {
          byte[] key = random.nextBoolean() ? TestEntry.hardKey(random) : last.key;
          parts.get(0).add(new TestEntry(key, 1000 + step, EntryKind.PUT, new byte[1]));
        }
        towardsLarger ^= random.nextInt(4) == 0;
        TestEntry expected = last;
        do {
          expected = towardsLarger ? before.higher(expected) : before.lower(expected);
          if (towardsLarger) {
            cursor.next();
          } else {
            cursor.previous();
          }
          TestEntry now = cursor.isValid() ? TestEntry.of(cursor) : null;
          while (now != null && now.sequence >= 1000) {
            if ((now.compareTo(last) > 0) != towardsLarger) {
              throw new AssertionError(
                  "seed " + seed + ", step " + step + ": " + now + " came after " + last);
            }
            last = now;
            if (towardsLarger) {
              cursor.next();
            } else {
              cursor.previous();
            }
            now = cursor.isValid() ? TestEntry.of(cursor) : null;
          }
          if (!Objects.equals(now, expected)) {
            assertThat(now).as("seed %d, step %d", seed, step).isEqualTo(expected);
          }
          if (now != null) {
            last = now;
          }
        } while (random.nextBoolean() && expected != null);
        if (expected == null) {
          cursor.seekToFirst();
          while (cursor.sequence() >= 1000) {
            cursor.next();
          }
          last = TestEntry.of(cursor);
        }
      }
    }
  }

  static boolean never() {
    return false;
  }

  static MergingCursor merge(List<NavigableSet<TestEntry>> parts, BooleanSupplier fails) {
    return new MergingCursor(
        parts.stream().map(part -> new ListCursor(part, fails)).toArray(EntryCursor[]::new));
  }

  /** Random entries, every one in one of the parts; one part stays empty if there are several. */
  static List<NavigableSet<TestEntry>> parts(Random random, int count, int entries) {
    List<NavigableSet<TestEntry>> parts =
        new ArrayList<>(
            Stream.<NavigableSet<TestEntry>>generate(TreeSet::new).limit(count).toList());
    TreeSet<TestEntry> all = new TreeSet<>();
    for (int i = 0; i < entries && count > 0; i++) {
      byte[] key = TestEntry.hardKey(random);
      byte[] value = new byte[random.nextInt(20)];
      random.nextBytes(value);
      int kind = random.nextInt(3) == 0 ? EntryKind.DELETE : EntryKind.PUT;
      TestEntry entry = new TestEntry(key, random.nextInt(40), kind, value);
      if (all.add(entry)) {
        parts.get(count == 1 ? 0 : random.nextInt(count - 1)).add(entry);
      }
    }
    return parts;
  }

  static NavigableSet<TestEntry> all(List<NavigableSet<TestEntry>> parts) {
    TreeSet<TestEntry> all = new TreeSet<>();
    parts.forEach(all::addAll);
    return all;
  }
}
