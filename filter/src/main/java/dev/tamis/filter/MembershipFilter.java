package dev.tamis.filter;

import java.nio.ByteBuffer;

/**
 * A set of keys that answers "no" or "maybe". "No" is certain: a key that was added is never
 * denied. "Maybe" is wrong for a known part of the keys that were not added, the false-positive
 * rate.
 *
 * <p>A key is its 64-bit hash by {@link #hash()}. Methods that end in {@code Hash} take it ready
 * made, so that a key asked of many filters is hashed once; the others hash the key themselves.
 *
 * <p>Look-ups may run in any number of threads, and beside additions where a type says so. What was
 * added before a look-up (in the sense of the memory model) is found by it.
 */
public interface MembershipFilter {
  /** The hash that makes this filter's hashes from keys. */
  KeyHash hash();

  /** Whether a key of this hash may have been added; false is certain. Allocates nothing. */
  boolean mightContainHash(long hash);

  /** Whether the key may have been added; false is certain. Allocates nothing. */
  default boolean mightContain(byte[] key) {
    return mightContainHash(hash().hash(key));
  }

  /** Whether the bytes between position and limit may have been added as a key. */
  default boolean mightContain(ByteBuffer key) {
    return mightContainHash(hash().hash(key));
  }

  /** Whether the text's UTF-8 bytes may have been added as a key. */
  default boolean mightContain(String key) {
    return mightContainHash(hash().hash(key));
  }

  /**
   * Looks up the first {@code count} hashes; the answer to each is put in the same place of {@code
   * answers}. Allocates nothing.
   *
   * @return how many answers are "maybe"
   * @throws IndexOutOfBoundsException if an array is shorter than {@code count}
   */
  default int mightContainHashes(long[] hashes, int count, boolean[] answers) {
    int positives = 0;
    for (int i = 0; i < count; i++) {
      answers[i] = mightContainHash(hashes[i]);
      positives += answers[i] ? 1 : 0;
    }
    return positives;
  }

  /** For how many keys this filter was made. */
  long expectedKeys();

  /** How many keys were added; a key added twice is counted twice. */
  long keyCount();

  /** Whether more keys were added than expected: the rate is then above the one asked for. */
  default boolean overfilled() {
    return keyCount() > expectedKeys();
  }

  /** False-positive rate with as many keys as expected, by formula. */
  default double expectedFpr() {
    return expectedFpr(expectedKeys());
  }

  /** False-positive rate with so many distinct keys, by formula; 0 to 1. */
  double expectedFpr(long keys);

  /** False-positive rate of what is in the filter now, from its actual bits; 0 to 1. */
  double currentFpr();

  /** Part of the cells (bits, counters, slots) that is in use, 0 to 1. */
  double fillRatio();

  /** Size in bits of the cells, without header and object overhead. */
  long bitSize();

  /** How many places a key has: bits, counters or buckets. */
  int hashCount();

  /** How many distinct keys were added, estimated from the cells. */
  Cardinality cardinality();

  /**
   * The filter's bytes, as FORMAT.md describes them. The same keys in the same order, size and hash
   * give the same bytes on every machine. Not while another thread adds.
   */
  byte[] toBytes();

  /**
   * The filter of any type that implements this interface.
   *
   * @throws FilterFormatException if the bytes are not exactly what {@link #toBytes} returned
   */
  static MembershipFilter fromBytes(byte[] bytes) throws FilterFormatException {
    return FilterTypes.read(bytes);
  }
}
