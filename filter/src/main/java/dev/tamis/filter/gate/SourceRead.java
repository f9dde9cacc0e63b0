package dev.tamis.filter.gate;

import java.io.IOException;

/**
 * Reads one key of the source.
 *
 * @param <V> what is read
 */
@FunctionalInterface
public interface SourceRead<V> {
  /** What the source has for the key, or null if it does not have the key. */
  V read(byte[] key) throws IOException;
}
