package dev.tamis.bench.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * How many bytes were written to files since it began, seen from outside of any engine. Two lower
 * bounds, and the larger of them is the answer:
 *
 * <ul>
 *   <li>What files grew by: a thread looks at the sizes of all files of the store ten times a
 *       second. A file is told by its key (device and inode), so a rename is no new file. Missed
 *       are writes in place, files that lived for less than a tenth of a second, and what a file
 *       grew by between the last look and its removal. Space that an engine sets aside before it
 *       writes is counted as written.
 *   <li>What the process handed to {@code write} calls, counted by Linux ({@code wchar} in {@code
 *       /proc/self/io}). Missed are writes through mapped memory. The program's own lines of
 *       progress are in it, a few hundred bytes a second.
 * </ul>
 */
final class FileGrowth implements Closeable {
  private static final long PERIOD_MILLIS = 100;
  private static final Path PROCESS_IO = Path.of("/proc/self/io");
  private static final String HANDED_TO_WRITE = "wchar: ";

  private final Path directory;
  private final Map<Object, Long> sizes = new HashMap<>();
  private final long handedBefore;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread sampler = new Thread(this::sample, "tamis-bench-file-sizes");
  private long grown;
  private volatile IOException failure;

  /** Begins. */
  FileGrowth(Path directory) throws IOException {
    this.directory = directory;
    look();
    grown = 0;
    handedBefore = handedToWrite();
    sampler.setDaemon(true);
    sampler.start();
  }

  /**
   * Bytes written so far.
   *
   * @throws IOException also if an earlier look failed: growth would be missing
   */
  long bytes() throws IOException {
    if (hasFailed()) {
      throw new IOException("sizes of the store's files: " + failure, failure);
    }
    look();
    long handed = handedToWrite();
    synchronized (this) {
      return handed < 0 ? grown : Math.max(grown, handed - handedBefore);
    }
  }

  /** Whether a look failed, after which the sampler takes no other. */
  boolean hasFailed() {
    return failure != null;
  }

  /** Sizes of all files of a directory together. */
  static long bytesIn(Path directory) throws IOException {
    long[] bytes = new long[1];
    walk(directory, attributes -> bytes[0] += attributes.size());
    return bytes[0];
  }

  @Override
  public void close() {
    closed.countDown();
    boolean interrupted = false;
    while (sampler.isAlive()) {
      try {
        sampler.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void sample() {
    try {
      while (!closed.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      failure = e;
    }
  }

  private synchronized void look() throws IOException {
    walk(directory, this::look);
  }

  private void look(BasicFileAttributes attributes) {
    if (attributes.fileKey() == null) {
      return;
    }
    Long before = sizes.put(attributes.fileKey(), attributes.size());
    grown += Math.max(0, attributes.size() - (before == null ? 0 : before));
  }

  private interface Look {
    void at(BasicFileAttributes attributes);
  }

  /** Looks at every file; one that goes away meanwhile is passed over. */
  private static void walk(Path directory, Look look) throws IOException {
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            look.at(attributes);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        });
  }

  /** -1 where the system does not say. */
  private static long handedToWrite() throws IOException {
    if (!Files.isReadable(PROCESS_IO)) {
      return -1;
    }
    for (String line : Files.readAllLines(PROCESS_IO)) {
      if (line.startsWith(HANDED_TO_WRITE)) {
        return Long.parseLong(line.substring(HANDED_TO_WRITE.length()).strip());
      }
    }
    return -1;
  }
}
