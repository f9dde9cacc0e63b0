package dev.tamis.storage;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/**
 * An open file for positional reads, safe for any number of threads at once. {@link
 * Thread#interrupt} does not break it: a read that was interrupted completes and leaves the
 * thread's flag set. Only where the name was deleted or replaced before the interrupt can it not;
 * then it fails with a {@link java.nio.file.NoSuchFileException}, and so does every later read.
 */
public interface ReadableFile extends Closeable {

  /** Length in bytes when the file was opened; also after it was closed. */
  long size();

  /**
   * Fills {@code destination} from its position to its limit with the bytes at {@code position}.
   *
   * <p>After an error the buffer's position and its bytes from there are unspecified.
   *
   * @throws EOFException if the buffer is not full at {@link #size}, or where the file ends if it
   *     is shorter now
   * @throws ClosedChannelException if this handle was closed
   */
  void readFully(long position, ByteBuffer destination) throws IOException;

  /** Idempotent. A read under way in another thread completes or gets the closed error. */
  @Override
  void close() throws IOException;
}
