package dev.tamis.bench.engine;

import java.io.Closeable;
import java.io.IOException;

/** A walk over the keys in unsigned byte order. It stands on an entry or is not valid. */
public interface EngineCursor extends Closeable {

  /** Goes to the smallest key. */
  void seekToFirst() throws IOException;

  /**
   * Goes to the largest key.
   *
   * @throws UnsupportedOperationException if the engine only walks forward; so does {@link
   *     #previous}
   */
  void seekToLast() throws IOException;

  /** Goes to the first key that is not below this one. */
  void seek(byte[] key) throws IOException;

  /** Whether it stands on an entry. */
  boolean isValid();

  /** Goes to the next larger key. Requires a valid cursor. */
  void next() throws IOException;

  /** Goes to the next smaller key. Requires a valid cursor. */
  void previous() throws IOException;

  /** A copy of the key. Requires a valid cursor. */
  byte[] key();

  /** A copy of the value. Requires a valid cursor. */
  byte[] value();

  /**
   * Looks at key and value where they lie, in the cheapest form that the engine offers, without a
   * copy where it can: a view, a buffer filled by the engine. So a scan costs what the engine needs
   * to bring the bytes within reach, and it can be checked that they came.
   *
   * @return the length of the key and of the value, together
   */
  int touch();
}
