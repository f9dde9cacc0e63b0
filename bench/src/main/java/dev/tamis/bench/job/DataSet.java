package dev.tamis.bench.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Everything a run writes and expects to read back, held in memory: the distinct keys in ascending
 * unsigned byte order, the value each has at the end, and the writes that lead there.
 *
 * <p>A key that occurs several times is written several times; its last occurrence in the source
 * wins. The shuffle keeps the occurrences of one key in the order of the source, so the end state
 * is the same for every seed.
 */
final class DataSet {
  private final String source;
  private final Entry[] sorted;
  private final int[] firstOfKey;
  private final Entry[] distinct;
  private final long blankLines;
  private final long keyBytes;
  private final long valueBytes;

  /**
   * @param source where the entries come from, for messages and reports
   * @param entries in the order of the source, at least one
   * @param blankLines how many lines of the source were left out because nothing stood on them
   */
  DataSet(String source, List<Entry> entries, long blankLines) {
    if (entries.isEmpty()) {
      throw new IllegalArgumentException("entries: actual=0, expected>0 (source=" + source + ")");
    }
    this.source = source;
    this.blankLines = blankLines;
    sorted = entries.toArray(new Entry[0]);
    // A stable sort: the occurrences of one key stay in the order of the source.
    Arrays.sort(sorted, Comparator.comparing(Entry::key, Arrays::compareUnsigned));
    firstOfKey = new int[sorted.length];
    List<Entry> last = new ArrayList<>(sorted.length);
    long keys = 0;
    long values = 0;
    for (int i = 0; i < sorted.length; i++) {
      boolean same = i > 0 && Arrays.equals(sorted[i].key(), sorted[i - 1].key());
      firstOfKey[i] = same ? firstOfKey[i - 1] : i;
      if (same) {
        last.set(last.size() - 1, sorted[i]);
      } else {
        last.add(sorted[i]);
      }
    }
    distinct = last.toArray(new Entry[0]);
    for (Entry entry : distinct) {
      keys += entry.key().length;
      values += entry.value().length;
    }
    keyBytes = keys;
    valueBytes = values;
  }

  String source() {
    return source;
  }

  /** How many distinct keys there are. */
  int size() {
    return distinct.length;
  }

  /** The distinct key number {@code index} in ascending order, with its final value. */
  Entry entry(int index) {
    return distinct[index];
  }

  /** How many writes replace the value of a key that was written before. */
  int overwrites() {
    return sorted.length - distinct.length;
  }

  long blankLines() {
    return blankLines;
  }

  /** Sum of the lengths of the distinct keys. */
  long keyBytes() {
    return keyBytes;
  }

  /** Sum of the lengths of the final values. */
  long valueBytes() {
    return valueBytes;
  }

  /** Whether {@code key} is one of the keys. */
  boolean contains(byte[] key) {
    int low = 0;
    int high = distinct.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Arrays.compareUnsigned(distinct[middle].key(), key);
      if (order == 0) {
        return true;
      } else if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
  }

  /** All writes in an order that {@code random} decides. */
  List<Entry> writes(SplittableRandom random) {
    int[] order = shuffled(sorted.length, random);
    int[] written = new int[sorted.length];
    List<Entry> writes = new ArrayList<>(order.length);
    for (int position : order) {
      int first = firstOfKey[position];
      writes.add(sorted[first + written[first]++]);
    }
    return writes;
  }

  /** The distinct keys with their final values in an order that {@code random} decides. */
  List<Entry> reads(SplittableRandom random) {
    List<Entry> reads = new ArrayList<>(distinct.length);
    for (int index : shuffled(distinct.length, random)) {
      reads.add(distinct[index]);
    }
    return reads;
  }

  /** The numbers below {@code count} in random order (Fisher and Yates). */
  static int[] shuffled(int count, SplittableRandom random) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }
}
