package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.UnknownFormatException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Damaged files: right answers or typed errors, and verify finds it. */
class TableDamageTest {

  /** About 2 KB with several blocks, partitions of both kinds, versions and a large block. */
  private static NavigableSet<Entry> smallTable(Compression compression) {
    NavigableSet<Entry> model = new TreeSet<>(Entry.ORDER);
    for (int i = 0; i < 40; i++) {
      byte[] value = new byte[compression == Compression.LZ4 ? 20 : i % 7];
      model.add(Entry.put(key(i), 100 + i, value));
      if (i % 8 == 0) {
        model.add(Entry.delete(key(i), 50));
      }
    }
    for (int version = 0; version < 40; version++) {
      model.add(Entry.put(key(20), 500 + version, new byte[] {(byte) version}));
    }
    if (compression == Compression.LZ4) {
      model.add(Entry.put(key(41), 7, new byte[40_000]));
    }
    return model;
  }

  private static byte[] key(int i) {
    return new byte[] {'k', 'e', 'y', (byte) (i >> 2), (byte) (i * 3)};
  }

  private static TableOptions small(Compression compression) {
    return new TableOptions(128, 64, 64, 24, FilterKind.LINES, compression);
  }

  @Test
  void caseC1C2_everyFlippedByteIsFoundOrHarmless() throws IOException {
    for (Compression compression : Compression.values()) {
      NavigableSet<Entry> model = smallTable(compression);
      TableFixture healthy = new TableFixture();
      TableProperties p = healthy.write(small(compression), model);
      assertThat(p.filterPartitions()).isGreaterThan(1);
      assertThat(p.indexPartitions()).isGreaterThan(1);
      byte[] bytes = healthy.bytes();
      for (int at = 0; at < bytes.length; at++) {
        byte[] damaged = bytes.clone();
        damaged[at] ^= (byte) (1 << (at % 8));
        expectFound(damaged, model, compression + " byte " + at);
        if (at % 5 == 0) {
          damaged[at] = (byte) ~bytes[at];
          expectFound(damaged, model, compression + " byte inverted " + at);
        }
      }
    }
  }

  @Test
  void everyTruncationIsFound() throws IOException {
    NavigableSet<Entry> model = smallTable(Compression.NONE);
    TableFixture healthy = new TableFixture();
    healthy.write(small(Compression.NONE), model);
    byte[] bytes = healthy.bytes();
    for (int length = 0; length < bytes.length; length++) {
      TableFixture cut = TableFixture.withBytes(Arrays.copyOf(bytes, length));
      int size = length;
      assertThatThrownBy(cut::open).as("length %s", size).isInstanceOf(CorruptionException.class);
      assertThatThrownBy(
              () ->
                  Table.open(
                      cut.context, TableFixture.NAME, TableFixture.FILE_ID, bytes.length, true))
          .isInstanceOf(CorruptionException.class)
          .hasMessageContaining("file size");
    }
  }

  @Test
  void aTailThatVanishesAfterOpeningIsCorruption() throws IOException {
    NavigableSet<Entry> model = smallTable(Compression.NONE);
    TableFixture healthy = new TableFixture();
    healthy.write(small(Compression.NONE), model);
    Table table = healthy.open();
    byte[] bytes = healthy.bytes();
    healthy.context.files().forget(TableFixture.NAME);
    healthy.directory.delete(TableFixture.NAME);
    try (var file = healthy.directory.create(TableFixture.NAME)) {
      file.append(bytes, 0, 10);
    }
    assertThatThrownBy(() -> table.get(key(3), 0, 1000, ValueForm.COPY, false, healthy.counters))
        .isInstanceOf(CorruptionException.class);
    assertThat(healthy.counters.snapshot().noFilterSearches()).isEqualTo(1);
    assertThat(healthy.counters.snapshot().dataBlockSearches()).isZero();
  }

  /** Answers are right or typed errors on every path, and verify throws. */
  private static void expectFound(byte[] damaged, NavigableSet<Entry> model, String what)
      throws IOException {
    TableFixture fixture = TableFixture.withBytes(damaged);
    Table table;
    try {
      table = fixture.open();
    } catch (CorruptionException | UnknownFormatException e) {
      assertThat(e.getMessage()).contains(TableFixture.NAME);
      return;
    }
    for (Entry e : model) {
      try {
        byte[] actual = fixture.get(table, e.key(), e.sequence());
        if (!TableFixture.same(e.kind() == EntryKind.PUT ? e.value() : Table.TOMBSTONE, actual)) {
          fail(what + ": wrong answer for " + e);
        }
      } catch (CorruptionException found) {
        assertThat(found.file()).isEqualTo(TableFixture.NAME);
      }
    }
    scan(table, List.copyOf(model), true, what);
    List<Entry> backwards = new ArrayList<>(model.descendingSet());
    scan(table, backwards, false, what);
    assertThatThrownBy(table::verify).as(what).isInstanceOf(CorruptionException.class);
  }

  private static void scan(Table table, List<Entry> expected, boolean forward, String what)
      throws IOException {
    EntryCursor cursor = table.cursor(true);
    int seen = 0;
    try {
      if (forward) {
        cursor.seekToFirst();
      } else {
        cursor.seekToLast();
      }
      while (cursor.isValid()) {
        if (!expected.get(seen).equals(Entry.at(cursor))) {
          fail(what + ": wrong entry " + seen);
        }
        seen++;
        if (forward) {
          cursor.next();
        } else {
          cursor.previous();
        }
      }
      if (seen != expected.size()) {
        fail(what + ": silent end after " + seen);
      }
    } catch (CorruptionException e) {
      assertThatThrownBy(cursor::isValid).as(what).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(cursor::next).as(what).isInstanceOf(IllegalStateException.class);
    }
  }

  private static byte[] filterTable(NavigableSet<Entry> model, TableFixture fixture)
      throws IOException {
    for (int i = 0; i < 600; i++) {
      model.add(Entry.put(new byte[] {(byte) (i >> 8), (byte) i}, i, new byte[] {1}));
    }
    fixture.write(TableFixture.options(128, 64, 128, 10), model);
    return fixture.bytes();
  }

  private static void expectAllFound(byte[] bytes, NavigableSet<Entry> model, boolean damaged)
      throws IOException {
    TableFixture fixture = TableFixture.withBytes(bytes);
    try (Table table = fixture.open()) {
      for (Entry e : model) {
        assertThat(fixture.get(table, e.key(), 1000)).isEqualTo(e.value());
      }
      long corrupt = fixture.counters.snapshot().corruptFilters();
      if (damaged) {
        assertThat(corrupt).isPositive();
        assertThatThrownBy(table::verify)
            .isInstanceOf(CorruptionException.class)
            .hasMessageContaining("filter partition");
        for (Entry e : model) {
          fixture.get(table, e.key(), 1000);
        }
        assertThat(fixture.counters.snapshot().corruptFilters()).isEqualTo(corrupt);
      } else {
        assertThat(corrupt).isZero();
      }
    }
  }

  @Test
  void caseC3_damagedFiltersHideNothing() throws IOException {
    NavigableSet<Entry> model = new TreeSet<>(Entry.ORDER);
    TableFixture fixture = new TableFixture();
    byte[] bytes = filterTable(model, fixture);
    Table table = fixture.open();
    int from = (int) table.metadata().footer().filterOffset();
    int to = (int) table.metadata().footer().filterEnd();
    expectAllFound(bytes, model, false);

    byte[] zeroed = bytes.clone();
    Arrays.fill(zeroed, from, to, (byte) 0);
    expectAllFound(zeroed, model, true);

    Random random = new Random(3);
    for (int i = 0; i < 100; i++) {
      byte[] flipped = bytes.clone();
      int bit = random.nextInt((to - from) * 8);
      flipped[from + bit / 8] ^= (byte) (1 << (bit % 8));
      expectAllFound(flipped, model, true);
    }

    assertThat(table.top().filterBytes(0)).isEqualTo(table.top().filterBytes(1));
    int length = table.top().filterBytes(0);
    byte[] swapped = bytes.clone();
    System.arraycopy(bytes, from, swapped, from + length, length);
    System.arraycopy(bytes, from + length, swapped, from, length);
    expectAllFound(swapped, model, true);
  }

  @Test
  void swappedDataBlocksAreCorruption() throws IOException {
    NavigableSet<Entry> model = new TreeSet<>(Entry.ORDER);
    TableFixture fixture = new TableFixture();
    byte[] bytes = filterTable(model, fixture);
    Table table = fixture.open();
    IndexPartition index = table.readIndexPartition(0);
    int length = index.storedBytes(1);
    assertThat(index.storedBytes(2)).isEqualTo(length);
    byte[] swapped = bytes.clone();
    System.arraycopy(bytes, (int) index.offset(1), swapped, (int) index.offset(2), length);
    System.arraycopy(bytes, (int) index.offset(2), swapped, (int) index.offset(1), length);
    expectFound(swapped, model, "swapped blocks");
  }

  @Test
  void aSiblingTablesBlockIsCorruption() throws IOException {
    NavigableSet<Entry> model = new TreeSet<>(Entry.ORDER);
    TableFixture fixture = new TableFixture();
    byte[] bytes = filterTable(model, fixture);
    fixture.write("8.sst", 4711, TableFixture.options(128, 64, 128, 10), model);
    byte[] sibling = fixture.bytes("8.sst");
    assertThat(sibling).hasSameSizeAs(bytes);
    IndexPartition index = fixture.open().readIndexPartition(1);
    int from = (int) index.offset(0);
    byte[] mixed = bytes.clone();
    System.arraycopy(sibling, from, mixed, from, index.storedBytes(0));
    expectFound(mixed, model, "a sibling's block");
    TableFixture whole = TableFixture.withBytes(sibling);
    assertThatThrownBy(whole::open)
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining("file id");
  }
}
