package dev.tamis.filter;

import java.nio.ByteBuffer;

/**
 * A filter that can give keys up again.
 *
 * <p>Remove only keys that were added, each as often as it was added. A key that was never added
 * but tests positive would take other keys' places with it, and they would be denied afterwards.
 * That cannot be told apart from the inside; what can be, is refused.
 */
public interface DeletableFilter extends MutableFilter {
  /**
   * Removes a key by its hash.
   *
   * @return false if the key is certainly not in the filter, which is then unchanged
   */
  boolean removeHash(long hash);

  /** Removes a key; see {@link #removeHash}. */
  default boolean remove(byte[] key) {
    return removeHash(hash().hash(key));
  }

  /** Removes the bytes between position and limit as a key; see {@link #removeHash}. */
  default boolean remove(ByteBuffer key) {
    return removeHash(hash().hash(key));
  }

  /** Removes the text's UTF-8 bytes as a key; see {@link #removeHash}. */
  default boolean remove(String key) {
    return removeHash(hash().hash(key));
  }
}
