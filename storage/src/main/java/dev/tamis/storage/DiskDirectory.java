package dev.tamis.storage;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A directory of a real file system. The only class, with its handles, that opens files. Paths must
 * be of the default file system.
 *
 * <p>{@link #sync} syncs the directory itself, as Linux needs. Windows can't sync a directory and
 * journals its names; there it does nothing. On other systems an interrupt makes it fail with an
 * {@link InterruptedIOException}, so it belongs on threads that nobody interrupts.
 */
public final class DiskDirectory implements Directory {
  private static final boolean NAMES_NEED_SYNC = File.separatorChar == '/';

  private final Path path;

  private DiskDirectory(Path path) {
    this.path = path;
  }

  /**
   * Opens a directory and creates it and its parents where they are missing, so that they survive a
   * power cut.
   *
   * @throws FileAlreadyExistsException if something else than a directory is there
   */
  public static DiskDirectory open(Path path) throws IOException {
    createDurably(path.toAbsolutePath());
    return openExisting(path);
  }

  /**
   * Opens a directory that exists.
   *
   * @throws NoSuchFileException if there is none
   * @throws NotDirectoryException if something else is there
   */
  public static DiskDirectory openExisting(Path path) throws IOException {
    Path real = path.toRealPath();
    if (!Files.isDirectory(real)) {
      throw new NotDirectoryException(real.toString());
    }
    return new DiskDirectory(real);
  }

  /**
   * A directory with something in it was synced by whoever put it there; one that is empty may be
   * left from an attempt that died between making and syncing it.
   */
  private static void createDurably(Path directory) throws IOException {
    boolean exists = Files.isDirectory(directory);
    Path parent = directory.getParent();
    if (parent == null || (exists && !isEmpty(directory))) {
      return;
    }
    createDurably(parent);
    if (!exists) {
      createDirectory(directory);
    }
    if (!exists || Files.isReadable(parent)) {
      syncNames(parent);
    }
  }

  private static void createDirectory(Path directory) throws IOException {
    try {
      Files.createDirectory(directory);
    } catch (FileAlreadyExistsException e) {
      // Another process may have been faster.
      if (!Files.isDirectory(directory)) {
        throw e;
      }
    }
  }

  private static boolean isEmpty(Path directory) throws IOException {
    if (!Files.isReadable(directory)) {
      return false;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      return !entries.iterator().hasNext();
    }
  }

  @Override
  public AppendableFile create(String name) throws IOException {
    Path file = resolve(name);
    try {
      return DiskAppendableFile.create(file, name);
    } catch (IOException e) {
      throw DiskErrors.ofName(name, e);
    }
  }

  @Override
  public ReadableFile open(String name) throws IOException {
    Path file = resolve(name);
    DirectoryLock.refuseIfHeld(file);
    return DiskReadableFile.open(file, name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Path source = resolve(from);
    Path target = resolve(to);
    try {
      Files.move(source, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw DiskErrors.ofName(to, e);
    }
  }

  @Override
  public void link(String existing, String link) throws IOException {
    Path target = resolve(existing);
    Path name = resolve(link);
    try {
      Files.createLink(name, target);
    } catch (IOException e) {
      throw DiskErrors.ofName(link, e);
    }
  }

  @Override
  public void delete(String name) throws IOException {
    Files.delete(resolve(name));
  }

  @Override
  public List<String> list() throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
      for (Path entry : entries) {
        if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
          names.add(entry.getFileName().toString());
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    Collections.sort(names);
    return List.copyOf(names);
  }

  @Override
  public long size(String name) throws IOException {
    return Files.size(resolve(name));
  }

  @Override
  public long freeSpace() throws IOException {
    return Files.getFileStore(path).getUsableSpace();
  }

  @Override
  public Closeable lock(String name) throws IOException {
    return DirectoryLock.acquire(path, FileName.checked(name));
  }

  @Override
  public void sync() throws IOException {
    syncNames(path);
  }

  /**
   * There is no way to sync a directory but a {@link FileChannel}, and an interrupt closes that. A
   * flag that is set already is put aside, so that an interrupted thread can open and close a
   * store. One that comes in the middle ends the call: the error of the sync itself would be lost
   * in it, so trying again would prove nothing.
   */
  private static void syncNames(Path directory) throws IOException {
    if (!NAMES_NEED_SYNC) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      syncUnlessInterrupted(directory);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void syncUnlessInterrupted(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (ClosedByInterruptException e) {
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while syncing names: directory=" + directory);
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  /** The real path of the directory. */
  @Override
  public String toString() {
    return path.toString();
  }

  /** Does nothing: files and locks belong to their handles. */
  @Override
  public void close() {}

  private Path resolve(String name) {
    return path.resolve(FileName.checked(name));
  }
}
