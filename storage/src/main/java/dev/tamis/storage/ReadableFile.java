package dev.tamis.storage;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/**
 * An open file for positional reads, safe for any number of threads at once. {@link
 * Thread#interrupt} does not break it: a read that was interrupted completes and leaves the
 * thread's flag set.
 */
public interface ReadableFile extends Closeable {

  /** Length in bytes when the file was opened. */
  long size();

  /**
   * Fills {@code destination} from its position to its limit with the bytes at {@code position}.
   *
   * @throws EOFException if the file ends before the buffer is full, even if it was longer when it
   *     was opened
   * @throws ClosedChannelException if this handle was closed
   */
  void readFully(long position, ByteBuffer destination) throws IOException;

  /** Idempotent. A read under way in another thread completes or gets the closed error. */
  @Override
  void close() throws IOException;
}
