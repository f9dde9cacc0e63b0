package dev.tamis.storage;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Appends through a {@link RandomAccessFile}: {@link Thread#interrupt} closes a {@code
 * FileChannel}, and a log that is gone in the middle of a record can't be mended.
 */
final class DiskAppendableFile implements AppendableFile {
  /** One write copies its bytes through a native buffer of its size. */
  private static final int CHUNK_BYTES = 1 << 20;

  private final Path path;
  private final String name;
  private final RandomAccessFile file;
  private final FirstFailure firstFailure;
  private volatile long sizeBytes;
  private volatile boolean closed;

  private DiskAppendableFile(Path path, String name, RandomAccessFile file) {
    this.path = path;
    this.name = name;
    this.file = file;
    this.firstFailure = new FirstFailure(name);
  }

  static DiskAppendableFile create(Path path, String name) throws IOException {
    // RandomAccessFile would open a file that is there.
    Files.createFile(path);
    try {
      return new DiskAppendableFile(path, name, new RandomAccessFile(path.toFile(), "rw"));
    } catch (IOException e) {
      try {
        Files.delete(path);
      } catch (IOException onDelete) {
        e.addSuppressed(onDelete);
      }
      throw e;
    }
  }

  @Override
  public void append(byte[] source, int offset, int length) throws IOException {
    checkUsable();
    Objects.checkFromIndexSize(offset, length, source.length);
    long before = sizeBytes;
    try {
      int end = offset + length;
      for (int from = offset; from < end; ) {
        int chunk = Math.min(end - from, CHUNK_BYTES);
        file.write(source, from, chunk);
        from += chunk;
      }
    } catch (IOException e) {
      throw firstFailure.remember(DiskErrors.ofWrite(path, name, length, e));
    } catch (Error e) {
      throw firstFailure.remember(e);
    }
    sizeBytes = before + length;
  }

  @Override
  public long size() {
    return sizeBytes;
  }

  @Override
  public void sync() throws IOException {
    checkUsable();
    try {
      // Not FileChannel.force: an interrupt would close the channel and with it this file.
      file.getFD().sync();
    } catch (IOException e) {
      throw firstFailure.remember(DiskErrors.ofWrite(path, name, 0, e));
    } catch (Error e) {
      throw firstFailure.remember(e);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    file.close();
  }

  @Override
  public String toString() {
    return path.toString();
  }

  private void checkUsable() throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    firstFailure.check();
  }
}
