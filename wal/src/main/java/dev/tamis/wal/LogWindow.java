package dev.tamis.wal;

import dev.tamis.storage.ReadableFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A buffer that slides over a file, so that small neighbouring reads cost one large one. Never
 * larger than the file. An I/O error leaves it as it was for the next try. Not for use by several
 * threads.
 */
final class LogWindow {
  static final int MAX_BYTES = 256 * 1024;

  private final ReadableFile file;
  private final long size;
  private final byte[] bytes;
  private final ByteBuffer view;
  private long start;
  private int filled;

  LogWindow(ReadableFile file) {
    this.file = file;
    this.size = file.size();
    this.bytes = new byte[(int) Math.min(MAX_BYTES, size)];
    this.view = ByteBuffer.wrap(bytes);
  }

  byte[] bytes() {
    return bytes;
  }

  int capacity() {
    return bytes.length;
  }

  /** File offset of the first byte that is not in the buffer. */
  long loadedEnd() {
    return start + filled;
  }

  /**
   * Brings a range of the file into the buffer and returns the index of its first byte; what was
   * there before may move.
   *
   * <p>Requires: the range lies in the file and is at most {@link #capacity} long.
   */
  int load(long position, int length) throws IOException {
    if (position < start || position + length > start + filled) {
      slide(position);
    }
    return (int) (position - start);
  }

  private void slide(long position) throws IOException {
    int keep = position >= start ? (int) Math.max(0, start + filled - position) : 0;
    System.arraycopy(bytes, filled - keep, bytes, 0, keep);
    start = position;
    filled = keep;
    int wanted = (int) Math.min(bytes.length, size - position);
    view.limit(wanted).position(keep);
    file.readFully(position + keep, view);
    filled = wanted;
  }
}
