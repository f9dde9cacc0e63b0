package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.filter.KeyHash;
import dev.tamis.storage.CorruptionException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableEdgeCasesTest {
  private static byte[] key(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static NavigableSet<Entry> numbered(int count) {
    NavigableSet<Entry> model = new TreeSet<>(Entry.ORDER);
    for (int i = 0; i < count; i++) {
      model.add(Entry.put(new byte[] {(byte) (i >> 8), (byte) i}, i + 1, new byte[] {(byte) i}));
    }
    return model;
  }

  private static void expectModel(TableFixture fixture, NavigableSet<Entry> model)
      throws IOException {
    try (Table table = fixture.open()) {
      table.verify();
      for (Entry e : model) {
        byte[] expected = TableFixture.expected(model, e.key(), e.sequence());
        byte[] actual = fixture.get(table, e.key(), e.sequence());
        assertThat(TableFixture.same(expected, actual)).as("%s", e).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 0.5, 0.999})
  void caseG15_uselessFiltersAreLeftOut(double bitsPerKey) throws IOException {
    TableFixture fixture = new TableFixture();
    NavigableSet<Entry> model = numbered(300);
    TableProperties p = fixture.write(TableFixture.options(256, 64, 128, bitsPerKey), model);
    assertThat(p.filterBytes()).isZero();
    assertThat(p.filterPartitions()).isZero();
    assertThat(p.expectedFilterRate()).isEqualTo(1);
    expectModel(fixture, model);
    assertThat(fixture.counters.snapshot().filterChecks()).isZero();
    assertThat(fixture.counters.snapshot().noFilterSearches()).isEqualTo(model.size());
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 24, 100})
  void caseG15_extremeFiltersWork(double bitsPerKey) throws IOException {
    TableFixture fixture = new TableFixture();
    NavigableSet<Entry> model = numbered(300);
    TableProperties p = fixture.write(TableFixture.options(256, 64, 128, bitsPerKey), model);
    assertThat(p.filterPartitions()).isPositive();
    expectModel(fixture, model);
    assertThat(fixture.counters.snapshot().filterTruePositives()).isEqualTo(model.size());
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, -1, -0.001, 100.5, Integer.MAX_VALUE})
  void caseG15_absurdFiltersAreRefused(double bitsPerKey) {
    assertThatThrownBy(() -> TableFixture.options(256, 64, 128, bitsPerKey))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("filterBitsPerKey");
  }

  @Test
  void caseG17_anEmptyTableAnswersNothingAndBreaksNothing() throws IOException {
    TableFixture fixture = new TableFixture();
    TableProperties p = fixture.write(TableOptions.DEFAULT, List.of());
    assertThat(p.filterPartitions()).isZero();
    assertThat(p.entries()).isZero();
    Table table = fixture.open();
    assertThat(fixture.get(table, key("a"), 1)).isNull();
    assertThat(fixture.get(table, key(""), 1)).isNull();
    EntryCursor cursor = table.cursor(true);
    cursor.seekToFirst();
    assertThat(cursor.isValid()).isFalse();
    cursor.seekToLast();
    assertThat(cursor.isValid()).isFalse();
    cursor.seek(key("a"), 0, 1, 1);
    assertThat(cursor.isValid()).isFalse();
    cursor.seekBefore(key("a"), 0, 1, 1);
    assertThat(cursor.isValid()).isFalse();
    table.verify();
  }

  @Test
  void caseG17_oneKeyAndAPartitionSmallerThanOneKeysBits() throws IOException {
    for (byte[] key : List.of(key(""), key("k"), new byte[65_535])) {
      TableFixture fixture = new TableFixture();
      NavigableSet<Entry> model = new TreeSet<>(Entry.ORDER);
      model.add(Entry.put(key, 0, key("v")));
      TableProperties p = fixture.write(TableFixture.options(64, 64, 64, 100), model);
      assertThat(p.filterPartitions()).isEqualTo(1);
      expectModel(fixture, model);
      Table table = fixture.open();
      int absent = 0;
      for (int i = 0; i < 100; i++) {
        byte[] other = new byte[] {(byte) i, 1, 2};
        absent += fixture.get(table, other, 9) == null ? 1 : 0;
      }
      assertThat(absent).isEqualTo(100);
    }
  }

  @Test
  void caseI12_compressibleIsSmallerAndIncompressibleIsStoredRaw() throws IOException {
    Random random = new Random(12);
    for (int length : new int[] {0, 1, 100, 5000, 32 * 1024, 32 * 1024 + 1, 3 << 20}) {
      byte[] noise = new byte[length];
      random.nextBytes(noise);
      long rawNoise = sizeOf(noise, Compression.NONE);
      long rawZeros = sizeOf(new byte[length], Compression.NONE);
      long storedNoise = sizeOf(noise, Compression.LZ4);
      if (length >= 5000) {
        assertThat(storedNoise).as("noise %s", length).isEqualTo(rawNoise);
      }
      long zeros = sizeOf(new byte[length], Compression.LZ4);
      if (length >= 100) {
        assertThat(zeros).as("zeros %s", length).isLessThan(rawZeros - length / 2);
      }
    }
  }

  private static long sizeOf(byte[] value, Compression compression) throws IOException {
    TableFixture fixture = new TableFixture();
    NavigableSet<Entry> model = new TreeSet<>(Entry.ORDER);
    model.add(Entry.put(key("key"), 5, value));
    TableOptions options = new TableOptions(4096, 4096, 4096, 10, FilterKind.LINES, compression);
    long dataBytes = fixture.write(options, model).dataBytes();
    expectModel(fixture, model);
    return dataBytes;
  }

  @Test
  void entriesAroundTheLimitOfLargeBlocks() throws IOException {
    TableFixture fixture = new TableFixture();
    NavigableSet<Entry> model = new TreeSet<>(Entry.ORDER);
    Random random = new Random(9);
    for (int i = -3; i < 4; i++) {
      byte[] value = new byte[32 * 1024 + i - 4];
      random.nextBytes(value);
      model.add(Entry.put(key("key" + (char) ('e' + i)), 5, value));
      byte[] longKey = new byte[32 * 1024 + i];
      Arrays.fill(longKey, (byte) 'l');
      model.add(Entry.put(longKey, 5, new byte[0]));
    }
    fixture.write(TableOptions.DEFAULT, model);
    expectModel(fixture, model);
  }

  @Test
  void thousandsOfVersionsOfOneKeySpanBlocksAndPartitionsButNotFilters() throws IOException {
    TableFixture fixture = new TableFixture();
    NavigableSet<Entry> model = new TreeSet<>(Entry.ORDER);
    model.add(Entry.put(key("a"), 7, key("before")));
    model.add(Entry.put(key("z"), 7, key("after")));
    for (int i = 1; i <= 5000; i++) {
      model.add(Entry.put(key("hot"), 10L * i, key("v" + i)));
    }
    TableProperties p = fixture.write(TableFixture.options(512, 64, 64, 24), model);
    assertThat(p.dataBlocks()).isGreaterThan(100);
    assertThat(p.indexPartitions()).isGreaterThan(10);
    assertThat(p.filterPartitions()).isEqualTo(1);
    Table table = fixture.open();
    table.verify();
    for (int i = 0; i <= 5000; i++) {
      for (int d : new int[] {0, 1, 9}) {
        byte[] expected = i == 0 ? null : key("v" + i);
        assertThat(fixture.get(table, key("hot"), 10L * i + d)).isEqualTo(expected);
      }
    }
    ReadCounters.Snapshot s = fixture.counters.snapshot();
    assertThat(s.filterTruePositives()).as("invisible ones too").isEqualTo(3 * 5001);
  }

  @Test
  void tableOfAnotherHashIsSearchedByKey() throws IOException {
    TableFixture fixture = new TableFixture(1 << 20, KeyHash.xxh64(99));
    NavigableSet<Entry> model = numbered(500);
    fixture.write(TableFixture.options(256, 64, 128, 10), model);
    expectModel(fixture, model);
    Table table = fixture.open();
    assertThat(fixture.get(table, new byte[] {0, 1, 0}, 1000)).isNull();
    assertThat(fixture.counters.snapshot().filterChecks()).isZero();
    assertThat(fixture.counters.snapshot().noFilterSearches()).isEqualTo(501);
  }

  @Test
  void measuredFalsePositiveRateIsTheExpectedOne() throws IOException {
    TableFixture fixture = new TableFixture();
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      entries.add(Entry.put(number(2 * i), i, new byte[0]));
    }
    TableProperties p = fixture.write(TableOptions.DEFAULT, entries);
    Table table = fixture.open();
    int queries = 19_999;
    for (int i = 0; i < queries; i++) {
      assertThat(fixture.get(table, number(2 * i + 1), 1 << 20)).isNull();
    }
    ReadCounters.Snapshot s = fixture.counters.snapshot();
    assertThat(s.filterChecks()).isEqualTo(queries);
    double rate = (double) s.filterFalsePositives() / queries;
    double deviation = 5 * Math.sqrt(p.expectedFilterRate() / queries);
    assertThat(p.expectedFilterRate()).isBetween(0.0095, 0.0115);
    assertThat(rate)
        .isBetween(p.expectedFilterRate() - deviation, p.expectedFilterRate() + deviation);
    assertThat(p.filterBitsPerKey()).isBetween(10.0, 10.2);
  }

  private static byte[] number(int i) {
    return new byte[] {'n', (byte) (i >> 16), (byte) (i >> 8), (byte) i};
  }

  @Test
  void theOriginalLargestSequenceIsKept() throws IOException {
    TableFixture fixture = new TableFixture();
    try (TableWriter writer =
        TableWriter.create(
            fixture.directory,
            TableFixture.NAME,
            TableFixture.FILE_ID,
            TableOptions.DEFAULT,
            TableFixture.HASH)) {
      writer.noteSequence(1234);
      TableFixture.add(writer, Entry.put(key("k"), 0, key("v")));
      writer.finish();
    }
    Table table = fixture.open();
    table.verify();
    assertThat(table.properties().largestSequence()).isEqualTo(1234);
    assertThat(table.properties().smallestSequence()).isZero();
    assertThat(fixture.get(table, key("k"), 0)).isEqualTo(key("v"));
  }

  @Test
  void writerRefusesWhatIsOutOfOrderOrRange() throws IOException {
    TableFixture fixture = new TableFixture();
    try (TableWriter writer =
        TableWriter.create(fixture.directory, "w", 1, TableOptions.DEFAULT, TableFixture.HASH)) {
      TableFixture.add(writer, Entry.put(key("b"), 5, key("v")));
      for (Entry wrong :
          List.of(
              Entry.put(key("a"), 9, key("v")),
              Entry.put(key("b"), 5, key("v")),
              Entry.put(key("b"), 6, key("v")),
              Entry.put(key("c"), -1, key("v")),
              Entry.put(key("c"), 1L << 56, key("v")),
              Entry.put(new byte[65_536], 1, key("v")),
              new Entry(key("c"), 1, EntryKind.DELETE, key("v")),
              new Entry(key("c"), 1, EntryKind.MERGE, key("v")))) {
        assertThatThrownBy(() -> TableFixture.add(writer, wrong))
            .as("%s", wrong)
            .isInstanceOf(IllegalArgumentException.class);
      }
      TableFixture.add(writer, Entry.put(key("b"), 4, key("v")));
      assertThat(writer.finish().entries()).isEqualTo(2);
      assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void closingGivesEverythingBackAndLaterReadsSayClosed() throws IOException {
    TableFixture fixture = new TableFixture();
    fixture.write(TableFixture.options(256, 64, 128, 10), numbered(500));
    Table table = fixture.open();
    fixture.get(table, new byte[] {0, 1}, 1000);
    assertThat(fixture.memory.usedBytes()).isGreaterThan(table.memoryBytes());
    table.close();
    table.close();
    assertThat(fixture.memory.usedBytes()).isZero();
    assertThat(fixture.context.files().openCount()).isZero();
    assertThatThrownBy(() -> fixture.get(table, new byte[] {0, 1}, 1000))
        .isInstanceOf(ClosedChannelException.class);
    fixture.directory.delete(TableFixture.NAME);
    assertThatThrownBy(() -> fixture.get(table, new byte[] {0, 1}, 1000))
        .isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void wrongIdOrSizeIsRefused() throws IOException {
    TableFixture fixture = new TableFixture();
    TableProperties p = fixture.write(TableOptions.DEFAULT, numbered(5));
    assertThat(p.sizeBytes()).isEqualTo(fixture.directory.size(TableFixture.NAME));
    assertThatThrownBy(() -> Table.open(fixture.context, TableFixture.NAME, 1, p.sizeBytes(), true))
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining("file id");
    assertThatThrownBy(
            () ->
                Table.open(
                    fixture.context,
                    TableFixture.NAME,
                    TableFixture.FILE_ID,
                    p.sizeBytes() + 1,
                    true))
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining("file size");
  }
}
