package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tamis.sstable.EntryCursor;
import dev.tamis.sstable.EntryKind;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;

/** One internal entry, in the order of the store. */
final class TestEntry implements Comparable<TestEntry> {
  final byte[] key;
  final long sequence;
  final int kind;
  final byte[] value;

  TestEntry(byte[] key, long sequence, int kind, byte[] value) {
    this.key = key;
    this.sequence = sequence;
    this.kind = kind;
    this.value = value;
  }

  static TestEntry put(String key, long sequence, String value) {
    return new TestEntry(bytes(key), sequence, EntryKind.PUT, bytes(value));
  }

  static TestEntry delete(String key, long sequence) {
    return new TestEntry(bytes(key), sequence, EntryKind.DELETE, new byte[0]);
  }

  /** The place of a search, not an entry. */
  static TestEntry at(byte[] key, long sequence) {
    return new TestEntry(key, sequence, EntryKind.PUT, new byte[0]);
  }

  static TestEntry of(EntryCursor cursor) {
    return new TestEntry(
        copy(cursor.keyBytes(), cursor.keyOffset(), cursor.keyLength()),
        cursor.sequence(),
        cursor.kind(),
        copy(cursor.valueBytes(), cursor.valueOffset(), cursor.valueLength()));
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  static byte[] copy(byte[] bytes, int offset, int length) {
    return Arrays.copyOfRange(bytes, offset, offset + length);
  }

  /**
   * A key out of a few hundred that are hard to tell apart: empty, zeros, 0xFF, one the start of
   * another, shared first eight bytes, bytes on both sides of the sign bit.
   */
  static byte[] hardKey(Random random) {
    byte[] letters = {0, 1, 0x7F, (byte) 0x80, (byte) 0xFF};
    int shared = random.nextInt(3) == 0 ? 7 + random.nextInt(3) : 0;
    byte[] key = new byte[shared + random.nextInt(4)];
    for (int i = 0; i < key.length; i++) {
      key[i] = i < shared ? (byte) 0xAB : letters[random.nextInt(letters.length)];
    }
    return key;
  }

  @Override
  public int compareTo(TestEntry other) {
    int order = Arrays.compareUnsigned(key, other.key);
    return order != 0 ? order : Long.compare(other.sequence, sequence);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof TestEntry other
        && Arrays.equals(key, other.key)
        && sequence == other.sequence
        && kind == other.kind
        && Arrays.equals(value, other.value);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key) * 31 + Long.hashCode(sequence);
  }

  @Override
  public String toString() {
    String hex = HexFormat.of().formatHex(key);
    return hex
        + "@"
        + sequence
        + (kind == EntryKind.PUT ? "=" + value.length + " bytes" : " deleted");
  }
}
