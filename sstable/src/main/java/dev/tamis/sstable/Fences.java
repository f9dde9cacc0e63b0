package dev.tamis.sstable;

import java.util.Arrays;
import java.util.List;

/**
 * Sorted separators that cut the key space, laid out for searching. Immutable and safe for any
 * number of threads.
 *
 * <p>Separators in one place of the key space mostly begin alike, so what all of them share is kept
 * once and taken off the key once. Of the rest the first eight bytes stand in a {@code long[]},
 * big-endian and biased so that signed comparison is key order: a search is about log2(n) loads
 * from one array and no call. Separators that agree in those bytes too are compared in full.
 */
public final class Fences {
  private final byte[] shared;
  private final long[] prefixes;
  private final int[] ends;
  private final byte[] suffixes;

  private Fences(byte[] shared, long[] prefixes, int[] ends, byte[] suffixes) {
    this.shared = shared;
    this.prefixes = prefixes;
    this.ends = ends;
    this.suffixes = suffixes;
  }

  /**
   * Fences with these separators, which are copied.
   *
   * @throws IllegalArgumentException if they are not in ascending order (equal ones are allowed) or
   *     exceed 2 GiB together
   */
  public static Fences of(List<byte[]> separators) {
    int count = separators.size();
    for (int i = 1; i < count; i++) {
      byte[] a = separators.get(i - 1);
      byte[] b = separators.get(i);
      if (KeyOrder.compare(a, 0, a.length, b, 0, b.length) > 0) {
        throw new IllegalArgumentException("separators out of order: position=" + i);
      }
    }
    byte[] shared = new byte[0];
    if (count > 0) {
      byte[] first = separators.get(0);
      byte[] last = separators.get(count - 1);
      int length = KeyOrder.commonPrefix(first, 0, first.length, last, 0, last.length);
      shared = Arrays.copyOf(first, length);
    }
    long total = 0;
    for (byte[] separator : separators) {
      total += separator.length - shared.length;
    }
    if (total > Integer.MAX_VALUE - 16) {
      throw new IllegalArgumentException("separators too large: actual=" + total);
    }
    byte[] suffixes = new byte[(int) total];
    int[] ends = new int[count];
    int end = 0;
    for (int i = 0; i < count; i++) {
      byte[] separator = separators.get(i);
      int length = separator.length - shared.length;
      System.arraycopy(separator, shared.length, suffixes, end, length);
      end += length;
      ends[i] = end;
    }
    return of(shared, ends, suffixes);
  }

  /**
   * Fences over arrays that are kept: separator i is {@code shared} and then the bytes of {@code
   * suffixes} up to {@code ends[i]}. Requires: ascending order.
   */
  static Fences of(byte[] shared, int[] ends, byte[] suffixes) {
    long[] prefixes = new long[ends.length];
    int start = 0;
    for (int i = 0; i < ends.length; i++) {
      prefixes[i] = KeyOrder.sortablePrefix(suffixes, start, ends[i] - start);
      start = ends[i];
    }
    return new Fences(shared, prefixes, ends, suffixes);
  }

  /** The smallest i with key at or before separator i; {@link #count} if all are before the key. */
  public int find(byte[] key, int offset, int length) {
    int skip = shared.length;
    if (skip > 0) {
      int order = KeyOrder.compare(key, offset, Math.min(length, skip), shared, 0, skip);
      if (order != 0) {
        return order < 0 ? 0 : prefixes.length;
      }
    }
    int restOffset = offset + skip;
    int restLength = length - skip;
    long wanted = KeyOrder.sortablePrefix(key, restOffset, restLength);
    int low = 0;
    int size = prefixes.length;
    while (size > 0) {
      int half = size >>> 1;
      int middle = low + half;
      if (prefixes[middle] < wanted) {
        low = middle + 1;
        size -= half + 1;
      } else {
        size = half;
      }
    }
    if (low == prefixes.length || prefixes[low] != wanted) {
      return low;
    }
    return findAmongTies(low, wanted, key, restOffset, restLength);
  }

  private int findAmongTies(int first, long wanted, byte[] key, int offset, int length) {
    int low = first;
    int high = first + 1;
    int step = 1;
    while (high < prefixes.length && prefixes[high] == wanted) {
      step <<= 1;
      high = step < prefixes.length - first ? first + step : prefixes.length;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compareRest(middle, wanted, key, offset, length) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private int compareRest(int i, long wanted, byte[] key, int offset, int length) {
    if (prefixes[i] != wanted) {
      return 1;
    }
    int start = start(i);
    return KeyOrder.compare(suffixes, start, ends[i] - start, key, offset, length);
  }

  /** Whether separator i is exactly this key. */
  boolean separatorEquals(int i, byte[] key, int offset, int length) {
    int start = start(i);
    int rest = ends[i] - start;
    return length == shared.length + rest
        && KeyOrder.equal(key, offset, shared, 0, shared.length)
        && KeyOrder.equal(key, offset + shared.length, suffixes, start, rest);
  }

  /** Whether separators i and i + 1 are the same key. */
  boolean sameAsNext(int i) {
    int start = start(i);
    int length = ends[i] - start;
    return ends[i + 1] - ends[i] == length
        && KeyOrder.equal(suffixes, start, suffixes, ends[i], length);
  }

  /** A copy of separator i. */
  byte[] separator(int i) {
    int start = start(i);
    byte[] separator = Arrays.copyOf(shared, shared.length + ends[i] - start);
    System.arraycopy(suffixes, start, separator, shared.length, ends[i] - start);
    return separator;
  }

  public int count() {
    return prefixes.length;
  }

  /** Heap bytes held, array headers included. */
  public long memoryBytes() {
    return 96L + shared.length + suffixes.length + 12L * prefixes.length;
  }

  private int start(int i) {
    return i == 0 ? 0 : ends[i - 1];
  }
}
