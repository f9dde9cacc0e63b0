package dev.tamis.bench.result;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.tamis.bench.console.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A run as a CSV file: the environment as comment lines {@code # key: value}, a header, and one row
 * for each {@link Measurement}. What was not measured is empty. Three columns follow from others
 * and are there for readers with a spreadsheet: operations per second and both amplifications.
 */
public final class ResultCsv {
  private ResultCsv() {}

  public static void write(RunResult result, Path file) throws IOException {
    try (CsvWriter writer = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
      for (String line : EnvironmentLines.of(result.environment())) {
        writer.writeComment(" " + line);
      }
      writer.writeRecord(CsvColumn.names());
      for (Measurement measurement : result.measurements()) {
        writer.writeRecord(CsvColumn.cells(measurement));
      }
    }
  }

  /**
   * Reads what {@link #write} has written. Columns may come in any order.
   *
   * @throws InputException if the file can't be read or is something else
   */
  public static RunResult read(Path file) throws InputException {
    List<String> comments = new ArrayList<>();
    List<CsvRecord> records = new ArrayList<>();
    try (CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .commentStrategy(CommentStrategy.READ)
            .allowMissingFields(true)
            .allowExtraFields(true)
            .ofCsvRecord(file)) {
      for (CsvRecord record : reader) {
        if (!record.isComment()) {
          records.add(record);
        } else if (records.isEmpty()) {
          comments.add(record.getField(0));
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw new InputException(file + ": cannot be read: " + e, e);
    } catch (CsvParseException e) {
      throw new InputException(file + ": is not the CSV of a run: " + e.getMessage(), e);
    }
    if (records.isEmpty()) {
      throw new InputException(file + ": is not the CSV of a run: it has no header");
    }
    List<String> header = records.get(0).getFields();
    for (String column : CsvColumn.required()) {
      if (!header.contains(column)) {
        throw new InputException(file + ": is not the CSV of a run: no column " + column);
      }
    }
    List<Measurement> measurements = new ArrayList<>();
    for (CsvRecord record : records.subList(1, records.size())) {
      measurements.add(measurement(file, header, record));
    }
    try {
      return new RunResult(EnvironmentLines.parse(comments), measurements);
    } catch (IllegalArgumentException e) {
      throw new InputException(file + ": comment lines: " + e.getMessage(), e);
    }
  }

  private static Measurement measurement(Path file, List<String> header, CsvRecord record)
      throws InputException {
    String place = file + ":" + record.getStartingLineNumber() + ": ";
    if (record.getFieldCount() != header.size()) {
      throw new InputException(
          place + "cells: actual=" + record.getFieldCount() + ", expected=" + header.size());
    }
    Map<String, String> row = new HashMap<>();
    for (int i = 0; i < header.size(); i++) {
      row.put(header.get(i), record.getField(i));
    }
    try {
      return CsvColumn.measurement(row);
    } catch (IllegalArgumentException e) {
      throw new InputException(place + e.getMessage(), e);
    }
  }
}
