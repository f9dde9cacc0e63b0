package dev.tamis.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Positional reads that outlive {@link Thread#interrupt}. A {@link FileChannel} is closed under
 * everybody's feet when a thread with its flag set touches it, so a read that finds the channel
 * closed while the handle is not opens the file again and goes on; the flag is set again at the
 * end. Clearing the flag before each read would not do: the interrupt can come in between.
 *
 * <p>Files are never written again, so a second channel on the same path reads the same bytes. If
 * the name was deleted or went to another file meanwhile, the read fails.
 *
 * <p>Rejected: {@code RandomAccessFile}, which an interrupt can't close, has one position for all
 * threads; {@code AsynchronousFileChannel} hands every read to another thread; an access to a
 * mapped file can fail with an error in unrelated code.
 */
final class DiskReadableFile implements ReadableFile {
  /** A heap buffer goes through a direct one of its size, which the thread then keeps. */
  private static final int CHUNK_BYTES = 1 << 20;

  private final Path path;
  private final String name;
  private final long sizeBytes;
  private final Object fileKey;
  private final ReentrantLock reopening = new ReentrantLock();
  private volatile FileChannel channel;
  private volatile boolean closed;

  private DiskReadableFile(Path path, String name, FileChannel channel, BasicFileAttributes file) {
    this.path = path;
    this.name = name;
    this.channel = channel;
    this.sizeBytes = file.size();
    this.fileKey = file.fileKey();
  }

  static DiskReadableFile open(Path path, String name) throws IOException {
    while (true) {
      BasicFileAttributes before = attributes(path);
      FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
      try {
        // Not channel.size(): an interrupt would close the channel.
        BasicFileAttributes after = attributes(path);
        if (Objects.equals(before.fileKey(), after.fileKey())) {
          return new DiskReadableFile(path, name, channel, after);
        }
      } catch (IOException e) {
        closeAfter(e, channel);
        throw e;
      }
      // The name went to another file in between: which one is open is not known.
      channel.close();
    }
  }

  @Override
  public long size() {
    return sizeBytes;
  }

  @Override
  public void readFully(long position, ByteBuffer destination) throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
    EndOfFile.checkPosition(name, position);
    int wanted = destination.remaining();
    if (wanted > 0 && wanted > sizeBytes - position) {
      throw EndOfFile.at(name, position, wanted, (int) Math.max(0, sizeBytes - position));
    }
    int limit = destination.limit();
    boolean interrupted = false;
    long next = position;
    try {
      while (destination.hasRemaining()) {
        FileChannel used = channel;
        int start = destination.position();
        destination.limit(Math.min(limit, start + Math.min(limit - start, CHUNK_BYTES)));
        try {
          int got = used.read(destination, next);
          if (got < 0) {
            throw EndOfFile.at(name, position, wanted, (int) (next - position));
          }
          next += got;
        } catch (ClosedChannelException e) {
          if (closed) {
            throw e;
          }
          interrupted |= Thread.interrupted();
          // An interrupt can come after the bytes did.
          destination.position(start);
          reopen(used);
        } finally {
          destination.limit(limit);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Replaces the channel, if it is still the one that failed. */
  private void reopen(FileChannel failed) throws IOException {
    reopening.lock();
    try {
      if (closed) {
        throw new ClosedChannelException();
      }
      if (channel != failed) {
        return;
      }
      FileChannel opened = FileChannel.open(path, StandardOpenOption.READ);
      try {
        if (!Objects.equals(attributes(path).fileKey(), fileKey)) {
          throw new NoSuchFileException(path.toString(), null, "the name is another file's now");
        }
      } catch (IOException e) {
        closeAfter(e, opened);
        throw e;
      }
      channel = opened;
    } finally {
      reopening.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    reopening.lock();
    try {
      closed = true;
      channel.close();
    } finally {
      reopening.unlock();
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new NoSuchFileException(path.toString(), null, "not a regular file");
    }
    return attributes;
  }

  private static void closeAfter(IOException failure, FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
