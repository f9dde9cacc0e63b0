package dev.tamis.bench.job;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import dev.tamis.bench.console.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The result as a JSON file: the records of {@link MainJobResult} as they are, so a field's meaning
 * and unit stand in their documentation. A rate that does not exist is null.
 */
final class MainJobJson {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().serializeNulls().disableHtmlEscaping().create();

  private MainJobJson() {}

  /** Refuses, before any work is done, a place where no file can be written. */
  static void requireWritable(Path file) throws InputException {
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

  static void write(MainJobResult result, Path file) throws IOException {
    Files.writeString(file, GSON.toJson(result) + '\n');
  }
}
