package dev.tamis.sstable;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.FieldReader;
import dev.tamis.storage.FieldWriter;
import java.util.Arrays;
import java.util.List;

/**
 * The sorted borders of an index: user keys, and where a border lies inside one user key's
 * versions, the sequence too. A border is the last place that belongs to the part before it.
 * Immutable and safe for any number of threads.
 *
 * <p>A border between different user keys has sequence 0, the last place a version of its key could
 * have. A border inside a key has the sequence of the last entry before it. So the part that {@link
 * #find} names for (key, sequence) holds the newest version visible at that sequence if there is
 * one, and otherwise some version if there is any: a point search never has to go on into the next
 * part.
 *
 * <pre>
 *   varint count, varint length and bytes of the shared prefix,
 *   then for each border: varint length and bytes of the rest of the key, varint sequence
 * </pre>
 */
final class Separators {
  private final Fences fences;

  /** Null unless some border lies inside a user key. */
  private final long[] sequences;

  /** For each border the last one with the same key; null like the sequences. */
  private final int[] runEnds;

  private Separators(Fences fences, long[] sequences, int[] runEnds) {
    this.fences = fences;
    this.sequences = sequences;
    this.runEnds = runEnds;
  }

  static void encode(FieldWriter out, List<byte[]> keys, long[] sequences) {
    int count = keys.size();
    out.putVarint(count);
    if (count == 0) {
      return;
    }
    byte[] first = keys.get(0);
    byte[] last = keys.get(count - 1);
    int shared = KeyOrder.commonPrefix(first, 0, first.length, last, 0, last.length);
    out.putVarint(shared).putBytes(first, 0, shared);
    for (int i = 0; i < count; i++) {
      byte[] key = keys.get(i);
      out.putVarint(key.length - shared).putBytes(key, shared, key.length - shared);
      out.putVarint(sequences[i]);
    }
  }

  /**
   * Reads borders out of the array that the reader reads. What is allocated is bounded by a small
   * multiple of what is left to read.
   */
  static Separators decode(FieldReader in, byte[] bytes) throws CorruptionException {
    int count = in.readVarint("separator count", in.remaining() / 2);
    byte[] shared = count == 0 ? new byte[0] : in.readSized("prefix", TableFormat.MAX_KEY_BYTES);
    int most = TableFormat.MAX_KEY_BYTES - shared.length;
    byte[] suffixes = new byte[in.remaining()];
    int[] ends = new int[count];
    long[] sequences = new long[count];
    boolean inside = false;
    int end = 0;
    for (int i = 0; i < count; i++) {
      int length = in.readVarint("separator length", most);
      System.arraycopy(bytes, in.skip("separator", length), suffixes, end, length);
      end += length;
      ends[i] = end;
      sequences[i] = in.readVarint("separator sequence");
      inside |= sequences[i] != 0;
      if (i > 0) {
        int previous = i == 1 ? 0 : ends[i - 2];
        int start = ends[i - 1];
        int order = KeyOrder.compare(suffixes, previous, start - previous, suffixes, start, length);
        if (order > 0 || (order == 0 && sequences[i - 1] <= sequences[i])) {
          throw in.corrupt("separator " + i, "after the one before", "not");
        }
      }
    }
    Fences fences = Fences.of(shared, ends, Arrays.copyOf(suffixes, end));
    return inside
        ? new Separators(fences, sequences, runEnds(fences))
        : new Separators(fences, null, null);
  }

  private static int[] runEnds(Fences fences) {
    int[] runEnds = new int[fences.count()];
    for (int i = runEnds.length - 1; i >= 0; i--) {
      boolean sameAsNext = i + 1 < runEnds.length && fences.sameAsNext(i);
      runEnds[i] = sameAsNext ? runEnds[i + 1] : i;
    }
    return runEnds;
  }

  /** The first border at or after (key, sequence), or {@link #count}. */
  int find(byte[] key, int offset, int length, long sequence) {
    int i = fences.find(key, offset, length);
    if (sequences == null || i == sequences.length || sequences[i] <= sequence) {
      return i;
    }
    return findInRun(i, key, offset, length, sequence);
  }

  private int findInRun(int first, byte[] key, int offset, int length, long sequence) {
    if (!fences.separatorEquals(first, key, offset, length)) {
      return first;
    }
    int low = first;
    int high = runEnds[first] + 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sequences[middle] > sequence) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  int count() {
    return fences.count();
  }

  /** A copy of border i's user key. */
  byte[] key(int i) {
    return fences.separator(i);
  }

  long sequence(int i) {
    return sequences == null ? 0 : sequences[i];
  }

  long memoryBytes() {
    return fences.memoryBytes() + 32 + (sequences == null ? 0 : 32 + 12L * sequences.length);
  }
}
