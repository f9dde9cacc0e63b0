package dev.tamis.storage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The exclusive lock on a directory, against this process and all others.
 *
 * <p>A POSIX lock belongs to the process and is gone as soon as the process closes <em>any</em>
 * descriptor of the file, also one whose attempt to lock had just failed; {@link
 * FileLock#isValid()} stays true. So a registry of the whole process answers first, and a lock file
 * that is held here is not touched. The file is never deleted: a process that still has the deleted
 * one open and a process that makes a new one would both hold "the" lock.
 *
 * <p>The file says who holds it, for the message of the one who comes too late.
 */
final class DirectoryLock implements Closeable {
  /** Locked files of this process by real path, with their holders. */
  private static final Map<Path, String> HELD = new ConcurrentHashMap<>();

  /**
   * Files whose lock is held by a copy of this class under another class loader, whose registry is
   * not ours. Closing them, or leaving them to the garbage collector, would drop that lock; so they
   * stay here and the next attempt uses them.
   */
  private static final Map<Path, RandomAccessFile> HELD_BY_OTHER_LOADER = new ConcurrentHashMap<>();

  /** Locked beyond the text, since Windows refuses to read a locked range. */
  private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

  private static final int LONGEST_HOLDER_BYTES = 200;

  private final Path path;
  private final RandomAccessFile file;
  private final AtomicBoolean closed = new AtomicBoolean();

  private DirectoryLock(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
  }

  /**
   * Takes the lock.
   *
   * @param directory real path of an existing directory
   * @param name of the lock file
   */
  static DirectoryLock acquire(Path directory, String name) throws IOException {
    Path path = directory.resolve(name);
    String holder = holderNow();
    String other = HELD.putIfAbsent(path, "this process, " + holder);
    if (other != null) {
      throw new StoreLockedException(directory.toString(), other);
    }
    boolean locked = false;
    try {
      RandomAccessFile file = lockedFile(directory, path);
      locked = true;
      DirectoryLock lock = new DirectoryLock(path, file);
      lock.write(holder);
      return lock;
    } finally {
      if (!locked) {
        HELD.remove(path);
      }
    }
  }

  /** Refuses a file that is a lock held by this process: closing it would drop the lock. */
  static void refuseIfHeld(Path path) {
    if (HELD.containsKey(path)) {
      throw new IllegalStateException("a lock file can't be opened while it is held: " + path);
    }
  }

  private static RandomAccessFile lockedFile(Path directory, Path path) throws IOException {
    RandomAccessFile kept = HELD_BY_OTHER_LOADER.remove(path);
    RandomAccessFile file = kept != null ? kept : new RandomAccessFile(path.toFile(), "rw");
    boolean close = true;
    try {
      FileLock lock = file.getChannel().tryLock(LOCKED_BYTE, 1, false);
      if (lock == null) {
        throw new StoreLockedException(directory.toString(), readHolder(file));
      }
      close = false;
      return file;
    } catch (OverlappingFileLockException e) {
      close = false;
      HELD_BY_OTHER_LOADER.put(path, file);
      StoreLockedException refused =
          new StoreLockedException(
              directory.toString(), "this process, through another class loader");
      refused.initCause(e);
      throw refused;
    } finally {
      if (close) {
        file.close();
      }
    }
  }

  private static String readHolder(RandomAccessFile file) throws IOException {
    byte[] text = new byte[(int) Math.min(file.length(), LONGEST_HOLDER_BYTES)];
    int length = file.read(text);
    return length <= 0 ? "another process" : new String(text, 0, length, UTF_8).strip();
  }

  private void write(String holder) throws IOException {
    try {
      byte[] text = (holder + '\n').getBytes(UTF_8);
      // Overwritten, then cut: a text that is already there leaves room for this one on a full
      // disk.
      file.write(text);
      file.setLength(text.length);
    } catch (IOException e) {
      close();
      throw DiskErrors.ofWrite(path, path.getFileName().toString(), LONGEST_HOLDER_BYTES, e);
    }
  }

  /** When the process started says as much as when it took the lock, and needs no clock. */
  private static String holderNow() {
    ProcessHandle process = ProcessHandle.current();
    String since = process.info().startInstant().map(Instant::toString).orElse("unknown");
    return "pid " + process.pid() + " since " + since;
  }

  @Override
  public void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      try {
        file.close();
      } finally {
        // Last: whoever comes in between must not touch the file that is being closed.
        HELD.remove(path);
      }
    }
  }
}
