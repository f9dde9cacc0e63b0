package dev.tamis.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;

/**
 * A new file that grows at its end. One thread appends at a time; {@link #sync} may run beside an
 * append and covers at least the appends that returned before it was called.
 *
 * <p>The handle remembers its first failure: after an append or a sync has thrown, every later
 * append and sync throws an {@link IOException} with that failure as its cause and does nothing. A
 * failed sync is final, since Linux reports the loss of a dirty page once and then calls the page
 * clean. {@link Thread#interrupt} neither closes the handle nor fails the call.
 */
public interface AppendableFile extends Closeable {

  /**
   * Appends {@code length} bytes wholly, or throws. After it has thrown the file may end anywhere
   * inside them.
   *
   * @throws DiskFullException if there is no space left
   * @throws ClosedChannelException if this handle was closed
   */
  void append(byte[] source, int offset, int length) throws IOException;

  /** Bytes appended so far by calls that returned; also after the handle was closed. */
  long size();

  /**
   * Makes the bytes appended so far survive a power cut; the name needs {@link Directory#sync}.
   *
   * @throws ClosedChannelException if this handle was closed
   */
  void sync() throws IOException;

  /** Closes without syncing. Idempotent. */
  @Override
  void close() throws IOException;
}
