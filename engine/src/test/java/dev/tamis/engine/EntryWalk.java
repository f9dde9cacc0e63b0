package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.sstable.EntryCursor;
import java.io.IOException;
import java.util.Collection;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;

/** A random walk of an entry cursor beside a sorted set of what it should show. */
final class EntryWalk {
  private final EntryCursor cursor;
  private final TreeSet<TestEntry> model;
  private final Random random;
  private final String seed;
  private TestEntry expected;
  private int failures;

  EntryWalk(EntryCursor cursor, Collection<TestEntry> entries, Random random, String seed) {
    this.cursor = cursor;
    this.model = new TreeSet<>(entries);
    this.random = random;
    this.seed = seed;
  }

  /** Errors that moves threw and that a seek mended. */
  int failures() {
    return failures;
  }

  void steps(int count) {
    boolean towardsLarger = true;
    for (int step = 0; step < count; step++) {
      if (random.nextInt(4) == 0) {
        towardsLarger = !towardsLarger;
      }
      try {
        if (expected == null || random.nextInt(25) == 0) {
          seek();
        } else if (towardsLarger) {
          expected = model.higher(expected);
          cursor.next();
        } else {
          expected = model.lower(expected);
          cursor.previous();
        }
      } catch (IOException e) {
        assertThat(e).as("%s, step %d", seed, step).hasMessage("injected");
        failures++;
        expected = null;
        assertFailed(e, step);
        continue;
      }
      TestEntry actual = cursor.isValid() ? TestEntry.of(cursor) : null;
      if (!Objects.equals(actual, expected)) {
        assertThat(actual).as("%s, step %d", seed, step).isEqualTo(expected);
      }
      if (actual == null && step % 16 == 0) {
        assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(cursor::keyBytes).isInstanceOf(IllegalStateException.class);
      }
    }
  }

  private void seek() throws IOException {
    byte[] key = TestEntry.hardKey(random);
    long sequence = random.nextInt(40);
    TestEntry place = TestEntry.at(key, sequence);
    switch (random.nextInt(6)) {
      case 0 -> {
        expected = model.isEmpty() ? null : model.first();
        cursor.seekToFirst();
      }
      case 1 -> {
        expected = model.isEmpty() ? null : model.last();
        cursor.seekToLast();
      }
      case 2, 3 -> {
        expected = model.ceiling(place);
        cursor.seek(key, 0, key.length, sequence);
      }
      default -> {
        expected = model.lower(place);
        cursor.seekBefore(key, 0, key.length, sequence);
      }
    }
  }

  private void assertFailed(IOException cause, int step) {
    assertThatThrownBy(cursor::isValid)
        .as("%s, step %d", seed, step)
        .isInstanceOf(IllegalStateException.class)
        .hasCause(cause);
    assertThatThrownBy(cursor::next)
        .as("%s, step %d", seed, step)
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(cursor::previous)
        .as("%s, step %d", seed, step)
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(cursor::valueBytes)
        .as("%s, step %d", seed, step)
        .isInstanceOf(IllegalStateException.class);
  }
}
