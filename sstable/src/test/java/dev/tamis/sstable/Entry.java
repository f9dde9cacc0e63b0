package dev.tamis.sstable;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;

/** An internal entry of a model. */
@SuppressWarnings("ArrayRecordComponent") // compared by content below
record Entry(byte[] key, long sequence, int kind, byte[] value) {
  static final Comparator<Entry> ORDER =
      (a, b) -> {
        int order = Arrays.compareUnsigned(a.key, b.key);
        return order != 0 ? order : Long.compare(b.sequence, a.sequence);
      };

  static Entry put(byte[] key, long sequence, byte[] value) {
    return new Entry(key, sequence, EntryKind.PUT, value);
  }

  static Entry delete(byte[] key, long sequence) {
    return new Entry(key, sequence, EntryKind.DELETE, new byte[0]);
  }

  /** The entry a cursor stands on. */
  static Entry at(EntryCursor cursor) {
    int from = cursor.keyOffset();
    int valueFrom = cursor.valueOffset();
    return new Entry(
        Arrays.copyOfRange(cursor.keyBytes(), from, from + cursor.keyLength()),
        cursor.sequence(),
        cursor.kind(),
        Arrays.copyOfRange(cursor.valueBytes(), valueFrom, valueFrom + cursor.valueLength()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Entry e
        && Arrays.equals(key, e.key)
        && sequence == e.sequence
        && kind == e.kind
        && Arrays.equals(value, e.value);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key) + Long.hashCode(sequence);
  }

  @Override
  public String toString() {
    String shown =
        HexFormat.of().formatHex(key, 0, Math.min(key.length, 40)) + "(" + key.length + ")";
    return shown + "@" + sequence + (kind == EntryKind.PUT ? "=" + value.length : "-");
  }
}
