package dev.tamis.bench.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Which keys a store holds, so that every answer can be checked, also while others write.
 *
 * <p>A key has two bits. One is set before a put begins and says that the store may hold the key;
 * the other is set when the put has returned and says that it must. A reader asks "must" before its
 * read and "may" after it: between the two, a store may answer either way. A delete clears them in
 * the other order. Without concurrent writers both bits are the same and the check is exact. Puts
 * and deletes of the same keys must not run at the same time.
 */
final class Presence {
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final long keys;
  private final long[] may;
  private final long[] must;

  /**
   * @param keys their numbers are 0 to this, exclusive
   */
  Presence(long keys) {
    this.keys = keys;
    int words = Math.toIntExact((keys + Long.SIZE - 1) / Long.SIZE);
    may = new long[words];
    must = new long[words];
  }

  void beginPut(long number) {
    set(may, number);
  }

  void endPut(long number) {
    set(must, number);
  }

  void beginDelete(long number) {
    clear(must, number);
  }

  void endDelete(long number) {
    clear(may, number);
  }

  /** To be asked before a read: whether it has to find the key. */
  boolean mustHold(long number) {
    return isSet(must, number);
  }

  /** To be asked after a read: whether it was right to find the key. */
  boolean mayHold(long number) {
    return number >= 0 && number < keys && isSet(may, number);
  }

  /** The first key from this number on that the store must hold; {@code keys} if there is none. */
  long firstFrom(long number) {
    int index = (int) (number >>> 6);
    long word = number < keys ? at(must, index) & (-1L << number) : 0;
    while (word == 0 && ++index < must.length) {
      word = at(must, index);
    }
    return word == 0 ? keys : ((long) index << 6) + Long.numberOfTrailingZeros(word);
  }

  /** How many keys the store holds, while nobody writes. */
  long count() {
    long count = 0;
    for (long word : must) {
      count += Long.bitCount(word);
    }
    return count;
  }

  private static boolean isSet(long[] words, long number) {
    return (at(words, (int) (number >>> 6)) & (1L << number)) != 0;
  }

  private static long at(long[] words, int index) {
    return (long) WORD.getAcquire(words, index);
  }

  /** Most bits are set already when keys are overwritten, and a look is cheaper than a lock. */
  private static void set(long[] words, long number) {
    if (!isSet(words, number)) {
      long ignored = (long) WORD.getAndBitwiseOr(words, (int) (number >>> 6), 1L << number);
    }
  }

  private static void clear(long[] words, long number) {
    if (isSet(words, number)) {
      long ignored = (long) WORD.getAndBitwiseAnd(words, (int) (number >>> 6), ~(1L << number));
    }
  }
}
