package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.engine.MemTableModel.EntryId;
import dev.tamis.sstable.EntryCursor;
import dev.tamis.sstable.EntryKind;
import dev.tamis.sstable.Table;
import dev.tamis.sstable.ValueForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemTableTest {
  private static final long NEWEST = Long.MAX_VALUE;

  @Test
  void anEmptyMemTableHasNothing() throws IOException {
    MemTableModel model = new MemTableModel(new MemTable(4096, 10));

    assertThat(model.get(new byte[0], NEWEST)).isNull();
    assertThat(model.table.mightContain(7)).isFalse();
    try (EntryCursor cursor = model.table.cursor()) {
      cursor.seekToFirst();
      assertThat(cursor.isValid()).isFalse();
      cursor.seekToLast();
      assertThat(cursor.isValid()).isFalse();
      MemTableModel.seek(cursor, new EntryId(new byte[0], NEWEST));
      assertThat(cursor.isValid()).isFalse();
      assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void everySnapshotSeesItsVersion() {
    MemTableModel model = new MemTableModel(new MemTable(4096, 10));
    byte[] key = {1, 2};
    model.put(key, new byte[] {10});
    model.delete(key);
    model.put(key, new byte[0]);

    assertThat(model.get(key, 0)).isNull();
    assertThat(model.get(key, 1)).containsExactly(10);
    assertThat(model.get(key, 2)).isSameAs(Table.TOMBSTONE);
    assertThat(model.get(key, 3)).isEmpty();
    assertThat(model.get(key, NEWEST)).isEqualTo(new byte[0]).isNotSameAs(Table.TOMBSTONE);
  }

  @Test
  void countsWhatItHolds() {
    MemTableModel model = new MemTableModel(new MemTable(4096, 0));
    model.lastSequence = 41;
    model.put(new byte[] {1}, new byte[] {1});
    model.delete(new byte[] {1});
    model.delete(new byte[] {2});

    assertThat(model.table.entries()).isEqualTo(3);
    assertThat(model.table.tombstones()).isEqualTo(2);
    assertThat(model.table.firstSequence()).isEqualTo(42);
    assertThat(model.table.lastSequence()).isEqualTo(44);
  }

  @Test
  void misuseIsRefusedAndChangesNothing() {
    MemTableModel model = new MemTableModel(new MemTable(4096, 10));
    MemTable table = model.table;
    model.put(new byte[] {1}, new byte[] {1});

    assertThatThrownBy(() -> table.add(new byte[1], 0, 1, 1, EntryKind.PUT, new byte[0], 0, 0, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("actual=1, expected=2");
    assertThatThrownBy(
            () -> table.add(new byte[65_536], 0, 65_536, 2, EntryKind.PUT, new byte[0], 0, 0, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("65536");
    assertThatThrownBy(() -> table.add(new byte[1], 0, 1, 2, EntryKind.MERGE, new byte[0], 0, 0, 5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new MemTable(0, 10)).isInstanceOf(IllegalArgumentException.class);
    assertThat(table.entries()).isEqualTo(1);
    assertThat(table.lastSequence()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void hardKeysAnswerAsTheModelDoes(long seed) throws IOException {
    Random random = new Random(seed);
    MemTableModel model = new MemTableModel(new MemTable(4096, seed % 2 == 0 ? 10 : 0));
    List<byte[]> keys = new ArrayList<>();
    int hot = random.nextInt(20);
    for (int i = 0; i < 6000; i++) {
      boolean again = !keys.isEmpty() && random.nextInt(3) == 0;
      byte[] key =
          again
              ? keys.get(random.nextInt(random.nextBoolean() ? keys.size() : 1 + hot % keys.size()))
              : MemTableModel.hardKey(random);
      keys.add(key);
      if (random.nextInt(5) == 0) {
        model.delete(key);
      } else {
        byte[] value = new byte[random.nextInt(400) == 0 ? 5000 : random.nextInt(40)];
        random.nextBytes(value);
        model.put(key, value);
      }
      if (i % 500 == 0) {
        checkCursor(model, random, seed, 60);
      }
    }
    for (EntryId id : model.entries.keySet()) {
      checkGet(model, id.key(), id.sequence(), seed);
      checkGet(model, id.key(), id.sequence() - 1, seed);
      assertThat(model.table.mightContain(MemTableModel.HASH.hash(id.key()))).isTrue();
    }
    for (int i = 0; i < 3000; i++) {
      checkGet(model, MemTableModel.hardKey(random), random.nextInt(7000), seed);
    }
    checkCursor(model, random, seed, 3000);
    checkScans(model, seed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%016d", "a-stem-that-all-share/%d", "%d/behind/what/tells/them/apart"})
  void ascendingAndDescendingKeysKeepTheirOrder(String format) throws IOException {
    for (boolean ascending : new boolean[] {true, false}) {
      MemTableModel model = new MemTableModel(new MemTable(4096, 10));
      for (int i = 0; i < 4000; i++) {
        int n = ascending ? i : 4000 - i;
        byte[] key = String.format(Locale.ROOT, format, n).getBytes(StandardCharsets.US_ASCII);
        model.put(key, ByteBuffer.allocate(4).putInt(n).array());
      }
      checkScans(model, 0);
    }
  }

  @Test
  void ascendingKeysFillTheLeaves() {
    MemTable ascending = new MemTable(1 << 20, 0);
    MemTable random = new MemTable(1 << 20, 0);
    Random order = new Random(3);
    for (int i = 1; i <= 30_000; i++) {
      byte[] key = ByteBuffer.allocate(8).putLong(i).array();
      ascending.add(key, 0, 8, i, EntryKind.PUT, key, 0, 8, MemTableModel.HASH.hash(key));
      byte[] other = ByteBuffer.allocate(8).putLong(order.nextLong()).array();
      random.add(other, 0, 8, i, EntryKind.PUT, other, 0, 8, MemTableModel.HASH.hash(other));
    }
    // 40 bytes of record, and 13 of a leaf's entry that is shared by all or by 70 % of the entries.
    assertThat(ascending.memoryBytes()).isLessThan(random.memoryBytes());
    assertThat(ascending.memoryBytes()).isBetween(30_000L * 50, 30_000L * 62);
  }

  @Test
  void aHotKeyWithAMillionVersionsIsSearchedAndWalkedInBothDirections() throws IOException {
    MemTable table = new MemTable(1 << 20, 10);
    byte[] before = {1};
    byte[] hot = {2};
    byte[] after = {3};
    int versions = 1_000_000;
    add(table, before, 1);
    for (int i = 2; i <= versions + 1; i++) {
      add(table, hot, i);
    }
    add(table, after, versions + 2L);

    Random random = new Random(11);
    for (int i = 0; i < 5000; i++) {
      int sequence = 2 + random.nextInt(versions);
      byte[] value = table.get(hot, MemTableModel.HASH.hash(hot), sequence, ValueForm.COPY);
      assertThat(ByteBuffer.wrap(value).getLong()).isEqualTo(sequence);
    }
    assertThat(table.get(hot, MemTableModel.HASH.hash(hot), 1, ValueForm.COPY)).isNull();
    try (EntryCursor cursor = table.cursor()) {
      cursor.seekToFirst();
      cursor.next();
      long forward = versions + 1L;
      for (; cursor.keyBytes()[cursor.keyOffset()] == 2; cursor.next()) {
        if (cursor.sequence() != forward--) {
          assertThat(cursor.sequence()).isEqualTo(forward + 1);
        }
      }
      assertThat(forward).isEqualTo(1);
      long backward = 2;
      for (cursor.previous(); cursor.keyBytes()[cursor.keyOffset()] == 2; cursor.previous()) {
        if (cursor.sequence() != backward++) {
          assertThat(cursor.sequence()).isEqualTo(backward - 1);
        }
      }
      assertThat(backward).isEqualTo(versions + 2L);
      assertThat(cursor.sequence()).isEqualTo(1);
    }
  }

  @Test
  void longKeysAndLargeValuesComeBackWhole() throws IOException {
    MemTableModel model = new MemTableModel(new MemTable(4096, 10));
    Random random = new Random(5);
    int[] lengths = {4095, 4096, 4097, 100_000, 5_000_000, 0, 1};
    for (int length : lengths) {
      byte[] key = new byte[length % 2 == 0 ? 65_535 : 40_000 + length % 1000];
      byte[] value = new byte[length];
      random.nextBytes(key);
      random.nextBytes(value);
      model.put(key, value);
      model.put(key, new byte[] {1});
      model.put(key, value);
    }
    for (EntryId id : model.entries.keySet()) {
      checkGet(model, id.key(), id.sequence(), 5);
    }
    checkScans(model, 5);
  }

  private static void add(MemTable table, byte[] key, long sequence) {
    byte[] value = ByteBuffer.allocate(8).putLong(sequence).array();
    table.add(
        key, 0, key.length, sequence, EntryKind.PUT, value, 0, 8, MemTableModel.HASH.hash(key));
  }

  private static void checkGet(MemTableModel model, byte[] key, long sequence, long seed) {
    assertThat(model.get(key, sequence))
        .as("seed %d, %s", seed, new EntryId(key, sequence))
        .isEqualTo(model.expected(key, sequence));
  }

  private static void checkCursor(MemTableModel model, Random random, long seed, int moves)
      throws IOException {
    try (EntryCursor cursor = model.table.cursor()) {
      EntryId at = null;
      String did = "";
      for (int i = 0; i < moves; i++) {
        int move = random.nextInt(at == null ? 4 : 12);
        EntryId to =
            new EntryId(MemTableModel.hardKey(random), random.nextLong(model.lastSequence + 2));
        if (random.nextBoolean() && !model.entries.isEmpty()) {
          EntryId near = model.entries.ceilingKey(to);
          to = near == null ? to : near;
        }
        switch (move) {
          case 0 -> {
            did = "seekToFirst";
            cursor.seekToFirst();
            at = model.entries.firstKey();
          }
          case 1 -> {
            did = "seekToLast";
            cursor.seekToLast();
            at = model.entries.lastKey();
          }
          case 2 -> {
            did = "seek " + to;
            MemTableModel.seek(cursor, to);
            at = model.entries.ceilingKey(to);
          }
          case 3 -> {
            did = "seekBefore " + to;
            MemTableModel.seekBefore(cursor, to);
            at = model.entries.lowerKey(to);
          }
          case 4, 5, 6, 7 -> {
            did = "next";
            cursor.next();
            at = model.entries.higherKey(at);
          }
          default -> {
            did = "previous";
            cursor.previous();
            at = model.entries.lowerKey(at);
          }
        }
        assertThat(MemTableModel.at(cursor)).as("seed %d, move %d: %s", seed, i, did).isEqualTo(at);
        if (at != null) {
          assertThat(MemTableModel.value(cursor)).isEqualTo(model.entries.get(at));
        }
      }
    }
  }

  private static void checkScans(MemTableModel model, long seed) throws IOException {
    try (EntryCursor cursor = model.table.cursor()) {
      cursor.seekToFirst();
      for (Map.Entry<EntryId, byte[]> entry : model.entries.entrySet()) {
        assertThat(MemTableModel.at(cursor)).as("seed %d", seed).isEqualTo(entry.getKey());
        assertThat(MemTableModel.value(cursor)).isEqualTo(entry.getValue());
        cursor.next();
      }
      assertThat(cursor.isValid()).isFalse();
      cursor.seekToLast();
      for (EntryId id : model.entries.descendingKeySet()) {
        assertThat(MemTableModel.at(cursor)).as("seed %d, backward", seed).isEqualTo(id);
        cursor.previous();
      }
      assertThat(cursor.isValid()).isFalse();
    }
  }
}
