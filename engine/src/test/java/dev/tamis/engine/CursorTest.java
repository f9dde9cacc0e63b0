package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.sstable.EntryKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CursorTest {

  @Test
  void caseE1_previousOverDeletesAndOverwrittenVersions() throws IOException {
    List<TestEntry> memtable = new ArrayList<>();
    List<TestEntry> newer = new ArrayList<>();
    List<TestEntry> older = new ArrayList<>();
    long sequence = 1;
    for (List<TestEntry> part : List.of(older, newer, memtable)) {
      for (String key : List.of("a", "b", "c", "d", "e")) {
        part.add(TestEntry.put(key, sequence, key + sequence));
        sequence++;
      }
    }
    memtable.add(TestEntry.delete("b", sequence++));
    memtable.add(TestEntry.delete("d", sequence++));
    Cursor cursor = cursor(sequence, null, null, memtable, newer, older);
    assertThat(backward(cursor)).containsExactly("e=e15", "c=c13", "a=a11");
    assertThat(forward(cursor)).containsExactly("a=a11", "c=c13", "e=e15");
    assertThat(backward(cursor(12, null, null, memtable, newer, older)))
        .containsExactly("e=e10", "d=d9", "c=c8", "b=b12", "a=a11");
  }

  @Test
  void caseE3_theViewIsFrozenWhenTheCursorIsMade() throws IOException {
    NavigableSet<TestEntry> memtable = new TreeSet<>();
    for (int i = 1; i <= 4; i++) {
      memtable.add(TestEntry.put("" + i, i, "old"));
    }
    ListCursor live = new ListCursor(memtable, () -> false);
    Cursor cursor = new Cursor(new MergingCursor(live), 4, null, null, () -> {});
    cursor.seekToLast();
    cursor.previous();
    assertThat(shown(cursor)).isEqualTo("3=old");
    memtable.add(TestEntry.put("2.5", 5, "new"));
    memtable.add(TestEntry.put("3", 6, "new"));
    cursor.next();
    assertThat(shown(cursor)).isEqualTo("4=old");
    cursor.previous();
    assertThat(shown(cursor)).isEqualTo("3=old");
    cursor.previous();
    assertThat(shown(cursor)).isEqualTo("2=old");
  }

  @Test
  void caseE5_aBigForwardScanStartsAtTheFirstKey() throws IOException {
    List<List<TestEntry>> parts = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    int count = 20_000;
    for (int i = 0; i < count; i++) {
      byte[] key = ByteBuffer.allocate(8).putLong(i).array();
      parts.get(i * 7 % 3).add(new TestEntry(key, i + 1L, EntryKind.PUT, key));
    }
    Cursor cursor = cursor(count, null, null, parts.get(0), parts.get(1), parts.get(2));
    int next = 0;
    for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
      if (cursor.keyView().getLong() != next) {
        assertThat(cursor.keyView().getLong()).isEqualTo(next);
      }
      next++;
    }
    assertThat(next).isEqualTo(count);
  }

  @Test
  void caseE6_seeksToAbsentKeys() throws IOException {
    Cursor cursor =
        cursor(9, null, null, puts("10", "30"), List.of(TestEntry.delete("15", 3)), puts("20"));
    assertThat(seeks(cursor, "05", "10", "15", "35")).containsExactly("10", "10", "20", "none");
    assertThat(floors(cursor, "05", "10", "15", "35")).containsExactly("none", "10", "10", "30");
  }

  @Test
  void caseE7_boundsHoldForEveryPositioningCall() throws IOException {
    Cursor cursor = cursor(9, "20", "40", puts("10", "40"), puts("20", "50"), puts("30"));
    assertThat(seeks(cursor, "05", "20", "25", "40", "60"))
        .containsExactly("20", "20", "30", "none", "none");
    assertThat(floors(cursor, "05", "20", "25", "40", "45"))
        .containsExactly("none", "20", "20", "30", "30");
    assertThat(forward(cursor)).containsExactly("20=v", "30=v");
    assertThat(backward(cursor)).containsExactly("30=v", "20=v");
    Cursor empty = cursor(9, "20", "20", puts("10", "20", "30"));
    assertThat(forward(empty)).isEmpty();
    assertThat(backward(empty)).isEmpty();
    assertThat(floors(empty, "10", "20", "30")).containsOnly("none");
    assertThatThrownBy(() -> cursor(9, "21", "20", puts("10")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0x3230 (2 bytes)");
  }

  @Test
  void caseI1_theEmptyKeyIsAKeyAndABound() throws IOException {
    List<TestEntry> keys = puts("", "a");
    assertThat(forward(cursor(9, null, null, keys))).containsExactly("=v", "a=v");
    assertThat(backward(cursor(9, "", null, keys))).containsExactly("a=v", "=v");
    assertThat(forward(cursor(9, null, "", keys))).isEmpty();
    assertThat(backward(cursor(9, "", "", keys))).isEmpty();
    assertThat(seeks(cursor(9, null, null, keys), "")).containsExactly("");
    assertThat(floors(cursor(9, null, null, keys), "")).containsExactly("");
    assertThat(floors(cursor(9, null, null, puts("a")), "")).containsExactly("none");
  }

  @Test
  void caseI3_prefixScansOverZerosAndOnes() throws IOException {
    List<String> keys = List.of("", "00", "0000", "01ff", "01ff05", "0200", "ff", "ffff", "ffff00");
    List<TestEntry> entries = new ArrayList<>();
    for (String key : keys) {
      entries.add(new TestEntry(HexFormat.of().parseHex(key), 1, EntryKind.PUT, new byte[0]));
    }
    for (String prefix : keys) {
      byte[] from = HexFormat.of().parseHex(prefix);
      List<String> expected =
          new ArrayList<>(keys.stream().filter(k -> k.startsWith(prefix)).toList());
      Cursor cursor =
          new Cursor(
              new MergingCursor(
                  new ListCursor(entries.subList(0, 4)), new ListCursor(entries.subList(4, 9))),
              5,
              from,
              successor(from),
              () -> {});
      List<String> found = new ArrayList<>();
      for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
        found.add(HexFormat.of().formatHex(cursor.key()));
      }
      assertThat(found).as(prefix).isEqualTo(expected);
      found.clear();
      for (cursor.seekToLast(); cursor.isValid(); cursor.previous()) {
        found.add(HexFormat.of().formatHex(cursor.key()));
      }
      Collections.reverse(expected);
      assertThat(found).as(prefix).isEqualTo(expected);
    }
  }

  @Test
  void caseE8_boundArraysMayChangeAfterwards() throws IOException {
    byte[] lower = TestEntry.bytes("b");
    byte[] upper = TestEntry.bytes("d");
    Cursor cursor = new Cursor(new ListCursor(puts("a", "b", "c", "d")), 9, lower, upper, () -> {});
    Arrays.fill(lower, (byte) 0xFF);
    Arrays.fill(upper, (byte) 0xFF);
    assertThat(forward(cursor)).containsExactly("b=v", "c=v");
    assertThat(backward(cursor)).containsExactly("c=v", "b=v");
  }

  @Test
  void caseE14_keysAndValuesAreCopiesAndViewsCannotBeWritten() throws IOException {
    Cursor cursor = cursor(9, null, null, puts("a", "b", "c"));
    List<byte[]> keys = new ArrayList<>();
    for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
      keys.add(cursor.key());
      Arrays.fill(cursor.key(), (byte) 'x');
      Arrays.fill(cursor.value(), (byte) 'x');
      assertThat(shown(cursor)).isEqualTo(new String(cursor.key(), UTF_8) + "=v");
    }
    for (cursor.seekToLast(); cursor.isValid(); cursor.previous()) {
      keys.add(cursor.key());
      Arrays.fill(cursor.key(), (byte) 'x');
      Arrays.fill(cursor.value(), (byte) 'x');
      assertThat(shown(cursor)).isEqualTo(new String(cursor.key(), UTF_8) + "=v");
      assertThat(UTF_8.decode(cursor.keyView()).toString())
          .isEqualTo(new String(cursor.key(), UTF_8));
      assertThat(cursor.keyView().capacity()).isEqualTo(1);
      assertThatThrownBy(() -> cursor.valueView().put((byte) 0))
          .isInstanceOf(ReadOnlyBufferException.class);
    }
    assertThat(keys.stream().map(key -> new String(key, UTF_8)))
        .containsExactly("a", "b", "c", "c", "b", "a");
  }

  @Test
  void caseE16_aLongRunOfTombstonesIsPassedOnce() throws IOException {
    int count = 20_000;
    NavigableSet<TestEntry> memtable = new TreeSet<>();
    NavigableSet<TestEntry> table = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      byte[] key = ByteBuffer.allocate(4).putInt(i).array();
      table.add(new TestEntry(key, 1 + i, EntryKind.PUT, key));
      if (i != 0 && i < count - 10) {
        memtable.add(new TestEntry(key, count + i, EntryKind.DELETE, new byte[0]));
      }
    }
    ListCursor upper = new ListCursor(memtable, () -> false);
    ListCursor lower = new ListCursor(table, () -> false);
    Cursor cursor =
        new Cursor(
            new MergingCursor(upper, lower),
            3L * count,
            ByteBuffer.allocate(4).putInt(1).array(),
            null,
            () -> {});
    cursor.seekToFirst();
    assertThat(cursor.keyView().getInt()).isEqualTo(count - 10);
    assertThat(upper.moves() + lower.moves()).isLessThan(2L * count + 10);
    cursor.previous();
    assertThat(cursor.isValid()).isFalse();
    assertThat(upper.moves() + lower.moves()).isLessThan(4L * count + 40);
  }

  @Test
  void manyVersionsOfOneKeyCostFewMoves() throws IOException {
    NavigableSet<TestEntry> entries = new TreeSet<>(puts("a", "c"));
    for (int i = 10; i < 10_000; i++) {
      entries.add(TestEntry.put("b", i, "b" + i));
    }
    for (long sequence : new long[] {1, 10, 11, 5_000, 9_999}) {
      ListCursor counted = new ListCursor(entries, () -> false);
      Cursor cursor = new Cursor(counted, sequence, null, null, () -> {});
      List<String> expected =
          sequence < 10 ? List.of("a=v", "c=v") : List.of("a=v", "b=b" + sequence, "c=v");
      assertThat(forward(cursor)).isEqualTo(expected);
      assertThat(backward(cursor)).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(counted.moves()).as("sequence %d", sequence).isLessThan(60);
    }
  }

  @Test
  void valuesTooLargeToKeepAreReadBackward() throws IOException {
    byte[] large = new byte[100_000];
    Arrays.fill(large, (byte) 7);
    List<TestEntry> entries = puts("a", "d");
    entries.add(new TestEntry(TestEntry.bytes("b"), 2, EntryKind.PUT, large));
    entries.add(TestEntry.delete("c", 4));
    entries.add(new TestEntry(TestEntry.bytes("c"), 3, EntryKind.PUT, large));
    Cursor cursor = cursor(9, null, null, entries);
    cursor.seekToLast();
    cursor.previous();
    assertThat(cursor.key()).isEqualTo(TestEntry.bytes("b"));
    assertThat(cursor.value()).isEqualTo(large);
    assertThat(cursor.valueView()).isEqualTo(ByteBuffer.wrap(large));
    cursor.previous();
    assertThat(shown(cursor)).isEqualTo("a=v");
    cursor.next();
    assertThat(cursor.value()).isEqualTo(large);
  }

  @Test
  void useWithoutAnEntryIsRefused() throws IOException {
    Cursor cursor = cursor(9, null, null, puts("a"));
    for (int round = 0; round < 2; round++) {
      assertThat(cursor.isValid()).isFalse();
      assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(cursor::valueView).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(cursor::previous).isInstanceOf(IllegalStateException.class);
      cursor.seekToFirst();
      cursor.previous();
    }
    assertThatThrownBy(() -> cursor.seek(null)).isInstanceOf(NullPointerException.class);
    cursor.seekToFirst();
    assertThat(shown(cursor)).isEqualTo("a=v");
  }

  @Test
  void closeReleasesOnceAndEndsAllUse() throws IOException {
    AtomicInteger releases = new AtomicInteger();
    ListCursor entries = new ListCursor(puts("a"));
    Cursor cursor = new Cursor(entries, 9, null, null, releases::incrementAndGet);
    cursor.seekToFirst();
    cursor.close();
    cursor.close();
    assertThat(releases).hasValue(1);
    assertThat(entries.closes()).isEqualTo(1);
    assertThatThrownBy(cursor::isValid).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(cursor::key).hasMessage("the cursor is closed");
    assertThatThrownBy(cursor::seekToFirst).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theStoresCloseEndsAllUseAndLeavesTheReleaseToTheCursor() throws IOException {
    AtomicInteger releases = new AtomicInteger();
    ListCursor entries = new ListCursor(puts("a", "b"));
    Cursor cursor = new Cursor(entries, 9, null, null, releases::incrementAndGet);
    cursor.seekToFirst();
    cursor.storeClosed();
    assertThatThrownBy(cursor::next)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the store is closed");
    assertThatThrownBy(() -> cursor.seek(new byte[0])).hasMessage("the store is closed");
    assertThat(releases).hasValue(0);
    cursor.close();
    assertThat(releases).hasValue(1);
  }

  @Test
  void anErrorMetWhileTheStoreClosesSaysSo() {
    Cursor[] cursor = new Cursor[1];
    ListCursor entries =
        new ListCursor(
            new TreeSet<>(puts("a")),
            () -> {
              cursor[0].storeClosed();
              return true;
            });
    cursor[0] = new Cursor(entries, 9, null, null, () -> {});
    assertThatThrownBy(cursor[0]::seekToFirst)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the store is closed")
        .hasRootCauseMessage("injected");
  }

  @Test
  void anUnknownKindIsNotGuessedAt() {
    List<TestEntry> entries = List.of(new TestEntry(new byte[1], 1, EntryKind.MERGE, new byte[0]));
    Cursor cursor = cursor(9, null, null, entries);
    assertThatThrownBy(cursor::seekToFirst).hasMessageContaining("entry kind: actual=2");
    assertThatThrownBy(cursor::seekToLast).hasMessageContaining("entry kind: actual=2");
    assertThatThrownBy(cursor::isValid).isInstanceOf(IllegalStateException.class);
  }

  @SafeVarargs
  private static Cursor cursor(
      long sequence, String lower, String upper, List<TestEntry>... children) {
    ListCursor[] cursors = new ListCursor[children.length];
    for (int i = 0; i < children.length; i++) {
      cursors[i] = new ListCursor(children[i]);
    }
    return new Cursor(
        new MergingCursor(cursors),
        sequence,
        lower == null ? null : TestEntry.bytes(lower),
        upper == null ? null : TestEntry.bytes(upper),
        () -> {});
  }

  private static List<TestEntry> puts(String... keys) {
    List<TestEntry> entries = new ArrayList<>();
    for (String key : keys) {
      entries.add(TestEntry.put(key, 1, "v"));
    }
    return entries;
  }

  private static byte[] successor(byte[] prefix) {
    for (int i = prefix.length - 1; i >= 0; i--) {
      if (prefix[i] != (byte) 0xFF) {
        byte[] successor = Arrays.copyOf(prefix, i + 1);
        successor[i]++;
        return successor;
      }
    }
    return null;
  }

  private static String shown(Cursor cursor) {
    return new String(cursor.key(), UTF_8) + "=" + new String(cursor.value(), UTF_8);
  }

  private static List<String> forward(Cursor cursor) throws IOException {
    List<String> found = new ArrayList<>();
    for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
      found.add(shown(cursor));
    }
    return found;
  }

  private static List<String> backward(Cursor cursor) throws IOException {
    List<String> found = new ArrayList<>();
    for (cursor.seekToLast(); cursor.isValid(); cursor.previous()) {
      found.add(shown(cursor));
    }
    return found;
  }

  private static List<String> seeks(Cursor cursor, String... keys) throws IOException {
    List<String> found = new ArrayList<>();
    for (String key : keys) {
      cursor.seek(TestEntry.bytes(key));
      found.add(cursor.isValid() ? new String(cursor.key(), UTF_8) : "none");
    }
    return found;
  }

  private static List<String> floors(Cursor cursor, String... keys) throws IOException {
    List<String> found = new ArrayList<>();
    for (String key : keys) {
      cursor.seekFloor(TestEntry.bytes(key));
      found.add(cursor.isValid() ? new String(cursor.key(), UTF_8) : "none");
    }
    return found;
  }
}
