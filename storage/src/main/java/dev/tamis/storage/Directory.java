package dev.tamis.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;

/**
 * A flat directory of files that are written once and then only read. Every byte the store reads or
 * writes goes through this port.
 *
 * <p>Rules that callers rely on and every implementation keeps:
 *
 * <ul>
 *   <li>A file is created by {@link #create}, grows by appends through that one handle, and is
 *       never written again once the handle is closed.
 *   <li>{@link AppendableFile#sync} makes the <em>bytes</em> of a file survive a power cut. It does
 *       not make its <em>name</em> survive: only {@link #sync} does that, for every create, rename,
 *       link and delete that returned before it.
 *   <li>{@link #rename} replaces its target atomically: a reader, or a crash, sees the old file or
 *       the new one, never neither.
 *   <li>A file may be deleted while somebody has it open; the open handle goes on reading.
 *   <li>Missing files are {@link NoSuchFileException}, a full disk is {@link DiskFullException},
 *       both with the name.
 * </ul>
 *
 * <p>A name is 1 to 255 characters of {@code [A-Za-z0-9._-]} and neither {@code .} nor {@code ..};
 * anything else is an {@link IllegalArgumentException}. Implementations are safe for use by several
 * threads.
 */
public interface Directory extends Closeable {

  /**
   * Creates an empty file and opens it for appending.
   *
   * @throws FileAlreadyExistsException if the name is taken; nothing is changed then
   */
  AppendableFile create(String name) throws IOException;

  /**
   * Opens a file for positional reads. Its size is fixed at this moment.
   *
   * @throws NoSuchFileException if there is none
   */
  ReadableFile open(String name) throws IOException;

  /**
   * Renames a file, atomically replacing {@code to} if it exists. Does nothing if both are names of
   * one file already.
   *
   * @throws NoSuchFileException if {@code from} does not exist
   */
  void rename(String from, String to) throws IOException;

  /**
   * Gives a file a second name.
   *
   * @throws NoSuchFileException if {@code existing} does not exist
   * @throws FileAlreadyExistsException if {@code link} does
   */
  void link(String existing, String link) throws IOException;

  /**
   * Removes a name.
   *
   * @throws NoSuchFileException if there is none
   */
  void delete(String name) throws IOException;

  /** Names of the regular files here, in ascending order; sub-directories are left out. */
  List<String> list() throws IOException;

  /**
   * Length of a file in bytes.
   *
   * @throws NoSuchFileException if there is none
   */
  long size(String name) throws IOException;

  /** Bytes that can still be written here before the disk is full, as far as the system knows. */
  long freeSpace() throws IOException;

  /**
   * Takes the exclusive lock with this name, against this process and every other one, until the
   * returned handle is closed or the process dies. Creates the lock file where it is missing. While
   * the lock is held the file must not be opened, renamed or deleted; {@link #open} refuses it with
   * an {@link IllegalStateException}.
   *
   * @throws StoreLockedException if somebody holds it; their lock is unharmed
   */
  Closeable lock(String name) throws IOException;

  /**
   * Makes every create, rename, link and delete that has returned survive a power cut. After it has
   * thrown, nothing may be concluded about names; the caller must not retry and trust the result.
   */
  void sync() throws IOException;

  /** Where this is, for messages. */
  @Override
  String toString();

  /** Releases what the directory itself holds. Open files stay usable. Idempotent. */
  @Override
  void close() throws IOException;
}
