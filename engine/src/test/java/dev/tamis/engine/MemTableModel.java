package dev.tamis.engine;

import dev.tamis.filter.KeyHash;
import dev.tamis.sstable.EntryCursor;
import dev.tamis.sstable.EntryKind;
import dev.tamis.sstable.Table;
import dev.tamis.sstable.ValueForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A memtable and what it must hold: every add goes to both. */
final class MemTableModel {
  static final KeyHash HASH = KeyHash.xxh64(42);

  /**
   * What tells one entry from another, in the order of cursors. The name is the key, a char a byte:
   * strings compare as unsigned bytes do.
   */
  record EntryId(String name, long sequence) implements Comparable<EntryId> {
    private static final Comparator<EntryId> ORDER =
        Comparator.comparing(EntryId::name)
            .thenComparing(EntryId::sequence, Comparator.reverseOrder());

    EntryId(byte[] key, long sequence) {
      this(new String(key, StandardCharsets.ISO_8859_1), sequence);
    }

    byte[] key() {
      return name.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public int compareTo(EntryId other) {
      return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
      return HexFormat.of().formatHex(key()) + "@" + sequence;
    }
  }

  final MemTable table;
  final TreeMap<EntryId, byte[]> entries = new TreeMap<>();
  long lastSequence;

  MemTableModel(MemTable table) {
    this.table = table;
  }

  void put(byte[] key, byte[] value) {
    add(key, EntryKind.PUT, value);
  }

  void delete(byte[] key) {
    add(key, EntryKind.DELETE, new byte[0]);
  }

  /** What a get must answer. */
  byte[] expected(byte[] key, long sequence) {
    Map.Entry<EntryId, byte[]> found = entries.ceilingEntry(new EntryId(key, sequence));
    return found != null && Arrays.equals(found.getKey().key(), key) ? found.getValue() : null;
  }

  byte[] get(byte[] key, long sequence) {
    return table.get(key, HASH.hash(key), sequence, ValueForm.COPY);
  }

  /** The entry a cursor stands on, null if on none. */
  static EntryId at(EntryCursor cursor) {
    return cursor.isValid() ? new EntryId(key(cursor), cursor.sequence()) : null;
  }

  static byte[] key(EntryCursor cursor) {
    int from = cursor.keyOffset();
    return Arrays.copyOfRange(cursor.keyBytes(), from, from + cursor.keyLength());
  }

  /** The cursor's value, or the tombstone. */
  static byte[] value(EntryCursor cursor) {
    int from = cursor.valueOffset();
    return cursor.kind() == EntryKind.DELETE
        ? Table.TOMBSTONE
        : Arrays.copyOfRange(cursor.valueBytes(), from, from + cursor.valueLength());
  }

  static void seek(EntryCursor cursor, EntryId id) throws IOException {
    byte[] padded = padded(id.key());
    cursor.seek(padded, 3, padded.length - 7, id.sequence);
  }

  static void seekBefore(EntryCursor cursor, EntryId id) throws IOException {
    byte[] padded = padded(id.key());
    cursor.seekBefore(padded, 3, padded.length - 7, id.sequence);
  }

  /** Keys that trees of prefixes get wrong: shared stems, stems of each other, zeros, 0xFF. */
  static byte[] hardKey(Random random) {
    int kind = random.nextInt(6);
    byte[] stem =
        switch (kind) {
          case 0 -> new byte[random.nextInt(12)];
          case 1 -> filled(random.nextInt(12), (byte) 0xFF);
          case 2 -> filled(random.nextInt(20), (byte) 'a');
          case 3 -> "tenant-0000000017/user-".getBytes(StandardCharsets.US_ASCII);
          case 4 -> filled(250 + random.nextInt(40), (byte) 0x80);
          default -> new byte[0];
        };
    byte[] key = Arrays.copyOf(stem, stem.length + random.nextInt(5));
    for (int i = stem.length; i < key.length; i++) {
      int[] bytes = {0, 1, 0x7F, 0x80, 0xFF, random.nextInt(256)};
      key[i] = (byte) bytes[random.nextInt(bytes.length)];
    }
    return key;
  }

  private void add(byte[] key, int kind, byte[] value) {
    byte[] paddedKey = padded(key);
    byte[] paddedValue = padded(value);
    long sequence = lastSequence + 1;
    table.add(
        paddedKey, 3, key.length, sequence, kind, paddedValue, 3, value.length, HASH.hash(key));
    lastSequence = sequence;
    entries.put(new EntryId(key, sequence), kind == EntryKind.DELETE ? Table.TOMBSTONE : value);
  }

  private static byte[] filled(int length, byte with) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, with);
    return bytes;
  }

  /** The bytes in the middle of others, as callers' buffers have them. */
  private static byte[] padded(byte[] bytes) {
    byte[] padded = filled(bytes.length + 7, (byte) 0x55);
    System.arraycopy(bytes, 0, padded, 3, bytes.length);
    return padded;
  }
}
