package dev.tamis.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The line filter of a memtable: keys are added while it is read. Any number of writers and
 * readers, no locks.
 *
 * <p>A writer adds a key's hash before it publishes the key (by a release store, a lock or a
 * volatile write); whoever sees the key published also sees its bits. The size is fixed: more keys
 * than expected make it wrong more often, never wrong the other way.
 */
public final class ConcurrentLineFilter {
  /*
   * The same kernel as SplitLine, over a long[]: bits are set by an atomic OR, and only if they are
   * not set yet, which spares the locked instruction for most bits of a full line.
   *
   * Reads are opaque, not plain: a writer that finds its bit set by another one writes nothing, and
   * only coherence of that one word then carries the bit to the writer's own readers.
   *
   * Alignment: the elements of a Java array begin 16 bytes after an address that is a multiple of 8,
   * so a line mostly straddles two cache lines, and there is no way to see where. It costs nothing in
   * cache and 2 to 17 % of a single probe from memory; a memtable's filter (10 bits per key, 125 KB
   * for 100,000 keys) is in the cache. Filters of tables lie in aligned direct memory instead.
   */
  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] words;
  private final int lineCount;

  /**
   * An empty filter.
   *
   * @param expectedKeys for how many keys
   * @param bitsPerKey for how many bits each; limits as in {@link FilterPartitionBuilder#lineCount}
   */
  public ConcurrentLineFilter(int expectedKeys, double bitsPerKey) {
    this.lineCount = FilterPartitionBuilder.lineCount(expectedKeys, bitsPerKey);
    this.words = new long[lineCount * SplitLine.WORDS];
  }

  /** Adds a key by its hash. Thread-safe. */
  public void add(long hash) {
    int word = SplitLine.lineOf(hash, lineCount) * SplitLine.WORDS;
    long p = SplitLine.positions(hash) >>> SplitLine.FIRST_POSITION_SHIFT;
    for (int w = 0; w < SplitLine.WORDS; w++) {
      long bit = 1L << p;
      if (((long) WORDS.getOpaque(words, word + w) & bit) == 0) {
        WORDS.getAndBitwiseOr(words, word + w, bit);
      }
      p >>>= SplitLine.POSITION_BITS;
    }
  }

  /** Whether a key of this hash may have been added; false is certain. Thread-safe, lock-free. */
  public boolean mightContain(long hash) {
    int word = SplitLine.lineOf(hash, lineCount) * SplitLine.WORDS;
    long p = SplitLine.positions(hash);
    long firstHalf =
        (word(word) >>> (p >>> 16))
            & (word(word + 1) >>> (p >>> 22))
            & (word(word + 2) >>> (p >>> 28))
            & (word(word + 3) >>> (p >>> 34));
    if ((firstHalf & 1) == 0) {
      return false;
    }
    long secondHalf =
        (word(word + 4) >>> (p >>> 40))
            & (word(word + 5) >>> (p >>> 46))
            & (word(word + 6) >>> (p >>> 52))
            & (word(word + 7) >>> (p >>> 58));
    return (secondHalf & 1) != 0;
  }

  /** Bytes of the lines. */
  public long sizeBytes() {
    return (long) words.length * Long.BYTES;
  }

  private long word(int index) {
    return (long) WORDS.getOpaque(words, index);
  }
}
