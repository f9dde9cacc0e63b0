package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.NavigableSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of random entries under random small options against a sorted set. */
class TableModelTest {
  private static final int ROUNDS = 6;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void everyVersionIsFoundAtEverySequence(long base) throws IOException {
    for (long seed = base * 1000; seed < base * 1000 + ROUNDS; seed++) {
      RandomEntries random = new RandomEntries(seed);
      TableOptions options = random.options();
      NavigableSet<Entry> model = random.entries(1 + random.nextInt(200));
      TableFixture fixture = new TableFixture(random.nextInt(3) == 0 ? 0 : 32 << 20);
      fixture.write(options, model);
      try (Table table = fixture.open()) {
        String context = "seed=" + seed + " " + options;
        for (Entry e : model) {
          check(fixture, table, model, e.key(), e.sequence(), context);
          check(fixture, table, model, e.key(), Math.max(0, e.sequence() - 1), context);
          check(fixture, table, model, e.key(), e.sequence() + 1, context);
        }
        Entry[] entries = model.toArray(new Entry[0]);
        for (int i = 0; i < 500; i++) {
          byte[] key = random.probe(entries);
          check(fixture, table, model, key, TableFormat.MAX_SEQUENCE, context);
          check(fixture, table, model, key, 0, context);
          check(fixture, table, model, key, random.nextInt(3000), context);
        }
        table.verify();
        checkProperties(table.properties(), model, context);
      }
      assertThat(fixture.memory.usedBytes()).as("charged after close").isZero();
    }
  }

  private static void check(
      TableFixture fixture,
      Table table,
      NavigableSet<Entry> model,
      byte[] key,
      long sequence,
      String context)
      throws IOException {
    byte[] expected = TableFixture.expected(model, key, sequence);
    long hash = fixture.context.hash().hash(key);
    ReadCounters.Snapshot before = fixture.counters.snapshot();
    byte[] actual = table.get(key, hash, sequence, ValueForm.COPY, true, fixture.counters);
    ReadCounters.Snapshot after = fixture.counters.snapshot();
    byte[] unfiltered = table.get(key, hash, sequence, ValueForm.COPY, false, new ReadCounters());
    if (!TableFixture.same(expected, actual) || !TableFixture.same(expected, unfiltered)) {
      assertThat(actual).as("%s get %s", context, Entry.delete(key, sequence)).isEqualTo(expected);
      assertThat(unfiltered).as("%s unfiltered", context).isEqualTo(expected);
    }
    Entry any = model.ceiling(Entry.delete(key, Long.MAX_VALUE));
    boolean present = any != null && Arrays.equals(any.key(), key);
    long truePositives = after.filterTruePositives() - before.filterTruePositives();
    long wasted = after.filterFalsePositives() - before.filterFalsePositives();
    long negatives = after.filterNegatives() - before.filterNegatives();
    boolean filtered = after.filterChecks() > before.filterChecks();
    assertThat(truePositives)
        .as("%s true positives", context)
        .isEqualTo(filtered && present ? 1 : 0);
    assertThat(wasted + negatives).as(context).isEqualTo(filtered && !present ? 1 : 0);
  }

  private static void checkProperties(
      TableProperties p, NavigableSet<Entry> model, String context) {
    assertThat(p.entries()).as(context).isEqualTo(model.size());
    assertThat(p.firstKey()).as(context).isEqualTo(model.first().key());
    assertThat(p.lastKey()).as(context).isEqualTo(model.last().key());
    assertThat(p.tombstones())
        .as(context)
        .isEqualTo(model.stream().filter(e -> e.kind() == EntryKind.DELETE).count());
    assertThat(p.largestSequence())
        .as(context)
        .isEqualTo(model.stream().mapToLong(Entry::sequence).max().orElseThrow());
    assertThat(p.smallestSequence())
        .as(context)
        .isEqualTo(model.stream().mapToLong(Entry::sequence).min().orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void cursorWalksLikeTheModel(long base) throws IOException {
    for (long seed = base * 1000; seed < base * 1000 + ROUNDS; seed++) {
      RandomEntries random = new RandomEntries(seed);
      TableOptions options = random.options();
      NavigableSet<Entry> model = random.entries(1 + random.nextInt(200));
      TableFixture fixture = new TableFixture(random.nextInt(3) == 0 ? 0 : 32 << 20);
      fixture.write(options, model);
      String context = "seed=" + seed + " " + options;
      try (Table table = fixture.open();
          EntryCursor cursor = table.cursor(random.nextInt(2) == 0)) {
        scan(cursor, model, context);
        walk(cursor, model, random, context);
      }
    }
  }

  private static void scan(EntryCursor cursor, NavigableSet<Entry> model, String context)
      throws IOException {
    cursor.seekToFirst();
    for (Entry e : model) {
      same(cursor, e, context + " forward");
      cursor.next();
    }
    assertThat(cursor.isValid()).isFalse();
    cursor.seekToLast();
    for (Entry e : model.descendingSet()) {
      same(cursor, e, context + " backward");
      cursor.previous();
    }
    assertThat(cursor.isValid()).isFalse();
  }

  private static void walk(
      EntryCursor cursor, NavigableSet<Entry> model, RandomEntries random, String context)
      throws IOException {
    Entry[] entries = model.toArray(new Entry[0]);
    Entry at = null;
    for (int i = 0; i < 1000; i++) {
      switch (random.nextInt(at == null ? 2 : 8)) {
        case 0 -> {
          Entry target = target(entries, random);
          cursor.seek(target.key(), 0, target.key().length, target.sequence());
          at = model.ceiling(target);
        }
        case 1 -> {
          Entry target = target(entries, random);
          cursor.seekBefore(target.key(), 0, target.key().length, target.sequence());
          at = model.lower(target);
        }
        case 2, 3, 4 -> {
          cursor.next();
          at = model.higher(at);
        }
        default -> {
          cursor.previous();
          at = model.lower(at);
        }
      }
      same(cursor, at, context + " step " + i);
    }
  }

  private static Entry target(Entry[] entries, RandomEntries random) {
    if (random.nextInt(3) == 0) {
      return entries[random.nextInt(entries.length)];
    }
    long sequence = random.nextInt(4) == 0 ? TableFormat.MAX_SEQUENCE : random.nextInt(2000);
    return Entry.delete(random.probe(entries), sequence);
  }

  private static void same(EntryCursor cursor, Entry expected, String context) {
    Entry actual = cursor.isValid() ? Entry.at(cursor) : null;
    if (expected == null ? actual != null : !expected.equals(actual)) {
      assertThat(actual).as(context).isEqualTo(expected);
    }
  }
}
