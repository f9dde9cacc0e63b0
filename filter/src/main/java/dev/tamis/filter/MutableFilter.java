package dev.tamis.filter;

import java.nio.ByteBuffer;

/**
 * A filter that takes keys at any time. More keys than expected make it wrong more often, never
 * wrong the other way, unless a type says that it refuses them.
 */
public interface MutableFilter extends MembershipFilter {
  /**
   * Adds a key by its hash.
   *
   * @return whether the key was certainly new: a look-up before would have said "no"
   */
  boolean addHash(long hash);

  /** Adds a key; see {@link #addHash}. */
  default boolean add(byte[] key) {
    return addHash(hash().hash(key));
  }

  /** Adds the bytes between position and limit as a key; see {@link #addHash}. */
  default boolean add(ByteBuffer key) {
    return addHash(hash().hash(key));
  }

  /** Adds the text's UTF-8 bytes as a key; see {@link #addHash}. */
  default boolean add(String key) {
    return addHash(hash().hash(key));
  }

  /**
   * Adds the first {@code count} hashes.
   *
   * @return how many of them were certainly new
   * @throws IndexOutOfBoundsException if the array is shorter than {@code count}
   */
  default int addHashes(long[] hashes, int count) {
    int fresh = 0;
    for (int i = 0; i < count; i++) {
      fresh += addHash(hashes[i]) ? 1 : 0;
    }
    return fresh;
  }
}
