package dev.tamis.bench.job;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
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

  static void write(MainJobResult result, Path file) throws IOException {
    Files.writeString(file, GSON.toJson(result) + '\n');
  }
}
