package dev.tamis.engine;

import dev.tamis.sstable.EntryCursor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Where the children of a merge stand, copied out of them, so that an order between two is decided
 * without calling either. The first eight key bytes are kept as a number in signed order, which
 * decides most comparisons without touching the keys.
 */
final class EntryHeads {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final long[] prefixes;
  private final byte[][] keys;
  private final int[] keyOffsets;
  private final int[] keyLengths;
  private final long[] sequences;

  EntryHeads(int children) {
    this.prefixes = new long[children];
    this.keys = new byte[children][];
    this.keyOffsets = new int[children];
    this.keyLengths = new int[children];
    this.sequences = new long[children];
  }

  /** Copies the place of a child that moved. Requires: the child is valid. */
  void load(int child, EntryCursor cursor) {
    byte[] key = cursor.keyBytes();
    int offset = cursor.keyOffset();
    int length = cursor.keyLength();
    keys[child] = key;
    keyOffsets[child] = offset;
    keyLengths[child] = length;
    sequences[child] = cursor.sequence();
    prefixes[child] = sortablePrefix(key, offset, length);
  }

  /** Negative if child a stands before child b. */
  int compare(int a, int b) {
    long prefixA = prefixes[a];
    long prefixB = prefixes[b];
    if (prefixA != prefixB) {
      return prefixA < prefixB ? -1 : 1;
    }
    int lengthA = keyLengths[a];
    int lengthB = keyLengths[b];
    int skip = lengthA >= Long.BYTES && lengthB >= Long.BYTES ? Long.BYTES : 0;
    int offsetA = keyOffsets[a];
    int offsetB = keyOffsets[b];
    int order =
        Arrays.compareUnsigned(
            keys[a], offsetA + skip, offsetA + lengthA, keys[b], offsetB + skip, offsetB + lengthB);
    return order != 0 ? order : Long.compare(sequences[b], sequences[a]);
  }

  byte[] keyBytes(int child) {
    return keys[child];
  }

  int keyOffset(int child) {
    return keyOffsets[child];
  }

  int keyLength(int child) {
    return keyLengths[child];
  }

  long sequence(int child) {
    return sequences[child];
  }

  /** The first eight bytes, zeros behind a shorter key; equal numbers decide nothing. */
  private static long sortablePrefix(byte[] key, int offset, int length) {
    if (length >= Long.BYTES) {
      return (long) LONGS.get(key, offset) ^ Long.MIN_VALUE;
    }
    long prefix = 0;
    for (int i = 0; i < length; i++) {
      prefix |= (key[offset + i] & 0xFFL) << (56 - 8 * i);
    }
    return prefix ^ Long.MIN_VALUE;
  }
}
