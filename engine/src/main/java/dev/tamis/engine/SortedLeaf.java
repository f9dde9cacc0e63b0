package dev.tamis.engine;

import java.util.Arrays;

/**
 * The entries a leaf had at one moment, in key order. Reused for one leaf after another: loading
 * allocates nothing. Not thread-safe.
 */
final class SortedLeaf {
  private final long[] discriminators = new long[LeafNode.MAX_ENTRIES];
  private final int[] references = new int[LeafNode.MAX_ENTRIES];
  private final byte[] fingerprints = new byte[LeafNode.MAX_ENTRIES];
  private final RecordArena arena;
  private byte[] prefix = new byte[0];
  private int count;
  private boolean ascending;

  SortedLeaf(RecordArena arena) {
    this.arena = arena;
  }

  /** Takes over and sorts what the leaf shows now. */
  void load(LeafNode leaf) {
    int n = leaf.count();
    leaf.copyTo(discriminators, references, fingerprints, n);
    prefix = leaf.prefix;
    count = n;
    ascending = true;
    for (int i = Math.max(1, leaf.sortedCount); i < n; i++) {
      insert(i);
    }
  }

  int count() {
    return count;
  }

  /** Whether the leaf's keys had come in ascending order. */
  boolean wasAscending() {
    return ascending;
  }

  long discriminator(int index) {
    return discriminators[index];
  }

  int reference(int index) {
    return references[index];
  }

  int fingerprint(int index) {
    return fingerprints[index] & 0xFF;
  }

  /**
   * Reads a byte of each record from {@code from} to {@code to - 1}, which the processor can do for
   * all of them at once: their cache misses overlap instead of coming one by one.
   */
  int touch(int from, int to) {
    int sum = 0;
    for (int i = from; i < Math.min(to, count); i++) {
      sum += arena.kind(references[i]);
    }
    return sum;
  }

  /** Index of the first entry with a key at or after the given one; the count if there is none. */
  int lowerBound(byte[] key, int offset, int length) {
    int shared = Discriminator.sharedBytes(prefix, 0, prefix.length, key, offset, length);
    if (shared < prefix.length) {
      boolean before = shared == length || (key[offset + shared] & 0xFF) < (prefix[shared] & 0xFF);
      return before ? 0 : count;
    }
    long wanted = Discriminator.of(key, offset, length, prefix.length);
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      long there = discriminators[middle];
      if (there < wanted
          || (there == wanted && arena.compareKey(references[middle], key, offset, length) < 0)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The longest prefix of all keys, if discriminators behind the present one don't tell them apart.
   */
  byte[] betterPrefix() {
    for (int i = 1; i < count; i++) {
      if (discriminators[i - 1] == discriminators[i]) {
        int shared = sharedBytes(references[0], references[count - 1]);
        if (shared > prefix.length) {
          byte[] first = arena.chunk(references[0]);
          int at = arena.keyOffset(first, references[0]);
          return Arrays.copyOfRange(first, at, at + shared);
        }
        break;
      }
    }
    return prefix;
  }

  /** Computes all discriminators anew, behind a longer prefix. */
  void lengthenPrefix(byte[] longer) {
    prefix = longer;
    for (int i = 0; i < count; i++) {
      byte[] chunk = arena.chunk(references[i]);
      int at = arena.keyOffset(chunk, references[i]);
      int length = arena.keyLength(chunk, references[i]);
      discriminators[i] = Discriminator.of(chunk, at, length, longer.length);
    }
  }

  /** The shortest S with {@code key of entry index - 1 < S <= key of entry index}. */
  byte[] separatorBefore(int index) {
    int shared = sharedBytes(references[index - 1], references[index]);
    byte[] chunk = arena.chunk(references[index]);
    int at = arena.keyOffset(chunk, references[index]);
    return Arrays.copyOfRange(chunk, at, at + shared + 1);
  }

  /** Number of leading bytes that the last key shares with the given one. */
  int sharedWithLast(byte[] key, int offset, int length) {
    int last = references[count - 1];
    byte[] chunk = arena.chunk(last);
    return Discriminator.sharedBytes(
        chunk, arena.keyOffset(chunk, last), arena.keyLength(chunk, last), key, offset, length);
  }

  private int sharedBytes(int a, int b) {
    byte[] chunkA = arena.chunk(a);
    byte[] chunkB = arena.chunk(b);
    return Discriminator.sharedBytes(
        chunkA,
        arena.keyOffset(chunkA, a),
        arena.keyLength(chunkA, a),
        chunkB,
        arena.keyOffset(chunkB, b),
        arena.keyLength(chunkB, b));
  }

  private void insert(int index) {
    long discriminator = discriminators[index];
    int reference = references[index];
    if (!isBefore(discriminator, reference, index - 1)) {
      return;
    }
    ascending = false;
    int low = 0;
    int high = index - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isBefore(discriminator, reference, middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    byte fingerprint = fingerprints[index];
    int moved = index - low;
    System.arraycopy(discriminators, low, discriminators, low + 1, moved);
    System.arraycopy(references, low, references, low + 1, moved);
    System.arraycopy(fingerprints, low, fingerprints, low + 1, moved);
    discriminators[low] = discriminator;
    references[low] = reference;
    fingerprints[low] = fingerprint;
  }

  private boolean isBefore(long discriminator, int reference, int index) {
    long there = discriminators[index];
    return discriminator < there
        || (discriminator == there && arena.compareKeys(reference, references[index]) < 0);
  }
}
