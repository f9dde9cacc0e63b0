package dev.tamis.bench.console;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;

/** Where the run's store stands: a temporary directory that goes away, or one the user keeps. */
public final class StoreDirectory implements Closeable {
  private static final String STORE_MARK = "CURRENT";

  private final Path path;
  private final boolean kept;

  private StoreDirectory(Path path, boolean kept) {
    this.path = path;
    this.kept = kept;
  }

  /** A new directory among the system's temporary files; {@link #close} removes it. */
  public static StoreDirectory temporary() throws IOException {
    return new StoreDirectory(Files.createTempDirectory("tamis-bench-"), false);
  }

  /** A directory of the user's, made where it is missing; {@link #close} leaves it alone. */
  public static StoreDirectory kept(Path path) throws InputException {
    requireEmptyOrMissing(path);
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw new InputException(path + ": the directory cannot be made: " + e, e);
    }
    return new StoreDirectory(path, true);
  }

  /** A directory that is there and stays; {@link #close} leaves it alone. */
  public static StoreDirectory existing(Path path) {
    return new StoreDirectory(path, true);
  }

  /** Refuses everything that holds something already, before any work is done. */
  public static void requireEmptyOrMissing(Path path) throws InputException {
    if (!Files.exists(path)) {
      return;
    }
    if (!Files.isDirectory(path)) {
      throw new InputException(path + ": is not a directory");
    }
    try (Stream<Path> files = Files.list(path)) {
      if (files.findAny().isEmpty()) {
        return;
      }
    } catch (IOException e) {
      throw new InputException(path + ": the directory cannot be read: " + e, e);
    }
    if (Files.exists(path.resolve(STORE_MARK))) {
      throw new InputException(path + ": already holds a store; give a new or an empty directory");
    }
    throw new InputException(
        path + ": is not a store and not empty; give a new or an empty directory");
  }

  /** The directory. */
  public Path path() {
    return path;
  }

  /** Removes a temporary directory with everything in it. Idempotent. */
  @Override
  public void close() throws IOException {
    if (!kept) {
      deleteTree(path);
    }
  }

  /** Removes a directory with everything in it, if it is there. */
  public static void deleteTree(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException e)
              throws IOException {
            if (e != null) {
              throw e;
            }
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
