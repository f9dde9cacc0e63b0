package dev.tamis.sstable;

import java.io.Closeable;
import java.io.IOException;

/**
 * A position in a sequence of internal entries, ordered by user key (unsigned bytes, ascending) and
 * then by sequence (descending, so that the newest version of a key comes first). Every version and
 * every tombstone is an entry of its own.
 *
 * <p>A new cursor is not valid; a seek makes it so. Moving past either end makes it invalid, which
 * is not an error. After a method has thrown an {@link IOException} every further move and {@link
 * #isValid} throws the same failure until the next seek, so that a scan can't end early by
 * accident. Not safe for use by several threads.
 */
public interface EntryCursor extends Closeable {

  /**
   * Whether the cursor stands on an entry.
   *
   * @throws IllegalStateException if the last move threw
   */
  boolean isValid();

  /** Moves to the first entry. */
  void seekToFirst() throws IOException;

  /** Moves to the last entry. */
  void seekToLast() throws IOException;

  /**
   * Moves to the first entry at or after (key, sequence): the newest version of the key that is
   * visible at that sequence, or else the first entry of a greater key or older version.
   */
  void seek(byte[] key, int offset, int length, long sequence) throws IOException;

  /** Moves to the last entry strictly before (key, sequence). */
  void seekBefore(byte[] key, int offset, int length, long sequence) throws IOException;

  /** Moves one entry on. Requires: {@link #isValid}. */
  void next() throws IOException;

  /** Moves one entry back. Requires: {@link #isValid}. */
  void previous() throws IOException;

  /** The array that holds the user key; its content is valid until the next move. */
  byte[] keyBytes();

  int keyOffset();

  int keyLength();

  long sequence();

  /** One of {@link EntryKind}. */
  int kind();

  /** The array that holds the value; its content is valid until the next move. */
  byte[] valueBytes();

  int valueOffset();

  int valueLength();

  /** Releases what the cursor holds. Idempotent. */
  @Override
  void close() throws IOException;
}
