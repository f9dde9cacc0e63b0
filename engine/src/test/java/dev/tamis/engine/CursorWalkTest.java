package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.sstable.EntryCursor;
import dev.tamis.sstable.EntryKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Random walks of the public cursor over a whole stack of entries, beside a map. */
class CursorWalkTest {

  @Test
  void caseE1_walksAsANavigableMapOverDeletesAndVersions() throws IOException {
    for (int seed = 0; seed < 4; seed++) {
      new Walk(seed, MergingCursorTest::never, null, null, false).steps(10_000);
    }
  }

  @Test
  void caseE7_boundsAreKeptByEveryMove() throws IOException {
    for (int seed = 0; seed < 24; seed++) {
      Random random = new Random(seed * 31L);
      byte[] lower = random.nextInt(4) == 0 ? null : TestEntry.hardKey(random);
      byte[] upper = random.nextInt(4) == 0 ? null : TestEntry.hardKey(random);
      if (lower != null && upper != null && Arrays.compareUnsigned(lower, upper) > 0) {
        byte[] swapped = lower;
        lower = upper;
        upper = swapped;
      }
      new Walk(seed, MergingCursorTest::never, lower, upper, false).steps(500);
    }
  }

  @Test
  void caseE3_laterWritesAreNotSeen() throws IOException {
    for (int seed = 0; seed < 8; seed++) {
      new Walk(seed, MergingCursorTest::never, null, null, true).steps(3_000);
    }
  }

  @Test
  void caseE10_anErrorIsThrownAndStaysUntilTheNextSeek() throws IOException {
    for (int seed = 0; seed < 6; seed++) {
      Random faults = new Random(seed + 1000);
      Walk walk = new Walk(seed, () -> faults.nextInt(100) == 0, null, null, false);
      walk.steps(2_000);
      assertThat(walk.failures).as("seed %d", seed).isGreaterThan(10);
    }
  }

  private static final class Walk {
    private final String seed;
    private final Random random;
    private final NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    private final NavigableSet<TestEntry> growing;
    private final boolean grows;
    private final Cursor cursor;
    private final byte[] lower;
    private final byte[] upper;
    private Map.Entry<byte[], byte[]> expected;
    private int failures;
    private long laterSequence = 1000;

    Walk(int seed, BooleanSupplier fails, byte[] lower, byte[] upper, boolean grows) {
      this.seed = "seed " + seed;
      this.random = new Random(seed);
      this.lower = lower;
      this.upper = upper;
      this.grows = grows;
      List<NavigableSet<TestEntry>> parts = MergingCursorTest.parts(random, 4, 600);
      long[] sequences = {30, 39, 5, 0};
      long sequence = sequences[seed % 4];
      for (TestEntry entry : MergingCursorTest.all(parts).descendingSet()) {
        if (entry.sequence > sequence) {
          continue;
        }
        if (entry.kind == EntryKind.DELETE) {
          model.remove(entry.key);
        } else {
          model.put(entry.key, entry.value);
        }
      }
      if (lower != null) {
        model.headMap(lower, false).clear();
      }
      if (upper != null) {
        model.tailMap(upper, true).clear();
      }
      growing = parts.get(0);
      List<EntryCursor> children = new ArrayList<>();
      children.add(new ListCursor(growing, fails));
      children.add(new ListCursor(parts.get(1), fails));
      children.add(new LevelCursor(new TestRun(parts.get(2), random, fails)));
      children.add(new ListCursor(parts.get(3), fails));
      MergingCursor merged = new MergingCursor(children.toArray(EntryCursor[]::new));
      cursor = new Cursor(merged, sequence, lower, upper, () -> {});
    }

    void steps(int count) throws IOException {
      boolean towardsLarger = true;
      for (int step = 0; step < count; step++) {
        towardsLarger ^= random.nextInt(4) == 0;
        if (grows && random.nextInt(3) == 0) {
          grow();
        }
        try {
          if (expected == null || random.nextInt(25) == 0) {
            seek();
          } else if (towardsLarger) {
            expected = model.higherEntry(expected.getKey());
            cursor.next();
          } else {
            expected = model.lowerEntry(expected.getKey());
            cursor.previous();
          }
        } catch (IOException e) {
          assertFailed(e, step);
          continue;
        }
        check(step);
      }
      cursor.close();
    }

    private void grow() {
      byte[] key =
          expected != null && random.nextBoolean() ? expected.getKey() : TestEntry.hardKey(random);
      int kind = random.nextBoolean() ? EntryKind.PUT : EntryKind.DELETE;
      growing.add(new TestEntry(key, laterSequence++, kind, new byte[3]));
    }

    private void seek() throws IOException {
      byte[] key = TestEntry.hardKey(random);
      switch (random.nextInt(6)) {
        case 0 -> {
          expected = model.firstEntry();
          cursor.seekToFirst();
        }
        case 1 -> {
          expected = model.lastEntry();
          cursor.seekToLast();
        }
        case 2, 3 -> {
          expected = model.ceilingEntry(key);
          cursor.seek(key);
        }
        default -> {
          expected = model.floorEntry(key);
          cursor.seekFloor(key);
        }
      }
    }

    private void check(int step) {
      boolean same = cursor.isValid() == (expected != null);
      if (same && expected != null) {
        same =
            Arrays.equals(cursor.key(), expected.getKey())
                && Arrays.equals(cursor.value(), expected.getValue());
      }
      if (!same) {
        throw new AssertionError(
            String.format(
                Locale.ROOT,
                "%s, step %d, bounds %s..%s: actual=%s, expected=%s",
                seed,
                step,
                Arrays.toString(lower),
                Arrays.toString(upper),
                cursor.isValid() ? Arrays.toString(cursor.key()) : "none",
                expected == null ? "none" : Arrays.toString(expected.getKey())));
      }
    }

    private void assertFailed(IOException cause, int step) {
      assertThat(cause).as("%s, step %d", seed, step).hasMessage("injected");
      failures++;
      expected = null;
      assertThatThrownBy(cursor::isValid)
          .as("%s, step %d", seed, step)
          .isInstanceOf(IllegalStateException.class)
          .hasCause(cause);
      assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class).hasCause(cause);
      assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class).hasCause(cause);
    }
  }
}
