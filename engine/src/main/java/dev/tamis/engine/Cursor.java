package dev.tamis.engine;

import dev.tamis.sstable.EntryCursor;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Walks over the keys of a range in unsigned byte order, forward and backward, changing direction
 * anywhere. It shows the store as it was when the cursor was made, whatever is written afterwards.
 * A new cursor stands at no entry; a seek positions it. Moving past either end makes it invalid,
 * and a seek makes it usable again.
 *
 * <p>An error (an {@link IOException}, or anything unchecked from below) is thrown by the call that
 * met it, and then {@link #isValid} and everything else but a seek or {@link #close} throws {@link
 * IllegalStateException} with the error as its cause: a scan never looks finished because it
 * failed. Every call but {@link #close} throws {@link IllegalStateException} once the cursor or its
 * store is closed.
 *
 * <p>Not for use by several threads. An open cursor keeps the files it reads, so close it.
 */
public final class Cursor implements Closeable {
  private final VisibleEntries entries;
  private final AtomicReference<Runnable> onClose;
  private volatile String closed;
  private Throwable failure;

  /**
   * A cursor over what is visible at a sequence.
   *
   * @param entries taken over and closed with the cursor
   * @param lower inclusive, copied, null = open; the empty array is a bound as any other
   * @param upper exclusive, copied, null = open
   * @param onClose runs once, at the first {@link #close}
   * @throws IllegalArgumentException if upper is before lower; nothing is taken over then
   */
  Cursor(EntryCursor entries, long sequence, byte[] lower, byte[] upper, Runnable onClose) {
    if (lower != null && upper != null && Arrays.compareUnsigned(lower, upper) > 0) {
      throw new IllegalArgumentException(
          "upper bound before lower bound: actual="
              + describe(upper)
              + ", expected at least "
              + describe(lower));
    }
    this.entries =
        new VisibleEntries(
            entries,
            sequence,
            lower == null ? null : lower.clone(),
            upper == null ? null : upper.clone());
    this.onClose = new AtomicReference<>(onClose);
  }

  /** Whether the cursor stands at an entry. */
  public boolean isValid() {
    checkOpen();
    checkNotFailed();
    return entries.isValid();
  }

  /** Moves to the first entry in the bounds. */
  public void seekToFirst() throws IOException {
    startSeek();
    try {
      entries.seekToFirst();
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  /** Moves to the last entry in the bounds. */
  public void seekToLast() throws IOException {
    startSeek();
    try {
      entries.seekToLast();
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  /** Moves to the first entry at or after the key, in the bounds. */
  public void seek(byte[] key) throws IOException {
    Objects.requireNonNull(key, "key");
    startSeek();
    try {
      entries.seek(key);
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  /** Moves to the last entry at or before the key, in the bounds. */
  public void seekFloor(byte[] key) throws IOException {
    Objects.requireNonNull(key, "key");
    startSeek();
    try {
      entries.seekFloor(key);
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  /**
   * Moves to the next entry, or past the last one.
   *
   * @throws IllegalStateException if the cursor stands at no entry
   */
  public void next() throws IOException {
    checkValid();
    try {
      entries.next();
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  /**
   * Moves to the entry before, or before the first one.
   *
   * @throws IllegalStateException if the cursor stands at no entry
   */
  public void previous() throws IOException {
    checkValid();
    try {
      entries.previous();
    } catch (Throwable t) {
      fail(t);
      throw t;
    }
  }

  /**
   * A copy of the key.
   *
   * @throws IllegalStateException if the cursor stands at no entry; so for the three below
   */
  public byte[] key() {
    checkValid();
    int from = entries.keyOffset();
    return Arrays.copyOfRange(entries.keyBytes(), from, from + entries.keyLength());
  }

  /** A copy of the value. */
  public byte[] value() {
    checkValid();
    int from = entries.valueOffset();
    return Arrays.copyOfRange(entries.valueBytes(), from, from + entries.valueLength());
  }

  /** The key, read-only, without a copy; its bytes are valid until the next move. */
  public ByteBuffer keyView() {
    checkValid();
    return view(entries.keyBytes(), entries.keyOffset(), entries.keyLength());
  }

  /** The value, read-only, without a copy; its bytes are valid until the next move. */
  public ByteBuffer valueView() {
    checkValid();
    return view(entries.valueBytes(), entries.valueOffset(), entries.valueLength());
  }

  /** Releases the files. Idempotent. */
  @Override
  public void close() throws IOException {
    closed = "the cursor is closed";
    Runnable release = onClose.getAndSet(null);
    if (release != null) {
      try {
        entries.close();
      } finally {
        release.run();
      }
    }
  }

  /**
   * Makes every later call but {@link #close} fail; for the store's own close, from any thread. The
   * release still runs at {@link #close}.
   */
  void storeClosed() {
    closed = "the store is closed";
  }

  private void startSeek() {
    checkOpen();
    failure = null;
  }

  private void fail(Throwable error) {
    failure = error;
    String reason = closed;
    if (reason != null) {
      throw new IllegalStateException(reason, error);
    }
  }

  private void checkOpen() {
    String reason = closed;
    if (reason != null) {
      throw new IllegalStateException(reason);
    }
  }

  private void checkNotFailed() {
    if (failure != null) {
      throw new IllegalStateException("the cursor failed and was not positioned anew", failure);
    }
  }

  private void checkValid() {
    checkOpen();
    checkNotFailed();
    if (!entries.isValid()) {
      throw new IllegalStateException("the cursor stands at no entry");
    }
  }

  private static ByteBuffer view(byte[] bytes, int offset, int length) {
    return ByteBuffer.wrap(bytes).slice(offset, length).asReadOnlyBuffer();
  }

  private static String describe(byte[] bound) {
    StringBuilder text = new StringBuilder("0x");
    for (int i = 0; i < Math.min(bound.length, 32); i++) {
      text.append(Character.forDigit((bound[i] >> 4) & 0xF, 16));
      text.append(Character.forDigit(bound[i] & 0xF, 16));
    }
    return text.append(" (").append(bound.length).append(" bytes)").toString();
  }
}
