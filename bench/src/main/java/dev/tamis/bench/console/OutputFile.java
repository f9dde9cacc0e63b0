package dev.tamis.bench.console;

import java.nio.file.Files;
import java.nio.file.Path;

/** A file that figures will be written to. */
public final class OutputFile {
  private OutputFile() {}

  /** Refuses, before any work is done, a place where no file can be written. */
  public static void requireWritable(Path file) throws InputException {
    Path parent = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)) {
      throw new InputException(file + ": is a directory, not a file to write the figures to");
    }
    if (parent == null || !Files.isDirectory(parent)) {
      throw new InputException(file + ": there is no directory " + parent);
    }
    if (!Files.isWritable(Files.exists(file) ? file : parent)) {
      throw new InputException(file + ": may not be written");
    }
  }
}
