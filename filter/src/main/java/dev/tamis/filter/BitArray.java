package dev.tamis.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** Bits in words of 64, set one by one and never cleared. */
final class BitArray {
  /*
   * Concurrent setting. A writer that finds a bit set writes nothing; its own readers must still see
   * the bit. So it looks with acquire, which orders the other writer's atomic OR before everything
   * it publishes afterwards. Reads are opaque: free, and a loop that waits for a bit ends.
   */
  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

  /** The most bits whose bytes fit into one array behind a header. */
  static final long MAX_SIZE = (Integer.MAX_VALUE - 1023L) * Byte.SIZE;

  private final long size;
  private final long[] words;
  private final boolean concurrent;

  /**
   * All bits unset.
   *
   * @throws IllegalArgumentException if size is not 1 to {@link #MAX_SIZE}
   */
  BitArray(long size, boolean concurrent) {
    if (size < 1 || size > MAX_SIZE) {
      throw new IllegalArgumentException(
          "bits of a filter: actual=" + size + ", expected=1 to " + MAX_SIZE);
    }
    this.size = size;
    this.words = new long[wordsFor(size)];
    this.concurrent = concurrent;
  }

  private BitArray(long size, long[] words) {
    this.size = size;
    this.words = words;
    this.concurrent = false;
  }

  static int wordsFor(long size) {
    return (int) ((size + 63) >>> 6);
  }

  long size() {
    return size;
  }

  boolean get(long index) {
    return (((long) WORDS.getOpaque(words, (int) (index >>> 6)) >>> index) & 1) != 0;
  }

  /** Sets a bit; true if it was unset. */
  boolean set(long index) {
    int word = (int) (index >>> 6);
    long bit = 1L << index;
    if (((long) WORDS.getAcquire(words, word) & bit) != 0) {
      return false;
    }
    if (concurrent) {
      return ((long) WORDS.getAndBitwiseOr(words, word, bit) & bit) == 0;
    }
    words[word] |= bit;
    return true;
  }

  long cardinality() {
    long set = 0;
    for (long word : words) {
      set += Long.bitCount(word);
    }
    return set;
  }

  /** The bits that are set here or there; both have the same size. */
  BitArray or(BitArray other) {
    long[] union = words.clone();
    for (int i = 0; i < union.length; i++) {
      union[i] |= other.words[i];
    }
    return new BitArray(size, union);
  }

  /** Number of bits set here or there, without a third array. */
  long cardinalityOfUnion(BitArray other) {
    long set = 0;
    for (int i = 0; i < words.length; i++) {
      set += Long.bitCount(words[i] | other.words[i]);
    }
    return set;
  }

  /** Bytes of the words, a multiple of 8. */
  int sizeBytes() {
    return words.length * Long.BYTES;
  }

  void writeTo(ByteBuffer out) {
    for (long word : words) {
      out.putLong(word);
    }
  }

  /**
   * Reads exactly {@code size} bits.
   *
   * @throws FilterFormatException if a bit past the size is set
   */
  static BitArray readFrom(ByteBuffer in, long size) throws FilterFormatException {
    long[] words = new long[wordsFor(size)];
    for (int i = 0; i < words.length; i++) {
      words[i] = in.getLong();
    }
    int used = (int) (size & 63);
    if (used != 0 && words[words.length - 1] >>> used != 0) {
      throw new FilterFormatException("bits past the last one", "0", "not 0");
    }
    return new BitArray(size, words);
  }
}
