package dev.tamis.bench.report;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.filter.FilterCsv;
import dev.tamis.bench.filter.FilterResult;
import dev.tamis.bench.result.ResultCsv;
import dev.tamis.bench.result.RunResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads result files of both kinds; the header tells which. */
final class ResultFiles {
  private ResultFiles() {}

  /**
   * What all files hold.
   *
   * @throws InputException if one is not a result file, or named twice, or all are empty
   */
  static Inputs read(List<Path> files) throws InputException {
    Inputs inputs = new Inputs();
    Set<Path> known = new HashSet<>();
    for (Path file : files) {
      boolean filters = isOfFilters(file);
      if (!known.add(identity(file))) {
        throw new InputException(file + ": is named twice, which would count its repeats twice");
      }
      inputs.addFile(file.getFileName().toString());
      if (filters) {
        FilterResult result = FilterCsv.read(file);
        inputs.addFilters(result.environment(), result.measurements());
      } else {
        RunResult result = ResultCsv.read(file);
        inputs.addRuns(result.environment(), result.measurements());
      }
    }
    if (inputs.samples().isEmpty() && inputs.filters().isEmpty()) {
      throw new InputException(files.get(0) + ": has no measurement, only a header");
    }
    return inputs;
  }

  private static boolean isOfFilters(Path file) throws InputException {
    if (Files.isDirectory(file)) {
      throw new InputException(file + ": is a directory, not a result file");
    }
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      String line = reader.readLine();
      while (line != null && (line.startsWith("#") || line.isBlank())) {
        line = reader.readLine();
      }
      if (line == null) {
        throw new InputException(file + ": is empty");
      }
      return FilterCsv.hasHeader(List.of(line.split(",", -1)));
    } catch (NoSuchFileException e) {
      throw new InputException(file + ": no such file", e);
    } catch (CharacterCodingException e) {
      throw new InputException(file + ": is not text in UTF-8", e);
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + e, e);
    }
  }

  private static Path identity(Path file) throws InputException {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      throw new InputException(file + ": cannot be read: " + e, e);
    }
  }
}
