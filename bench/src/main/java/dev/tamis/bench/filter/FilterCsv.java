package dev.tamis.bench.filter;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.tamis.bench.console.InputException;
import dev.tamis.bench.result.EnvironmentLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Figures of filters as a CSV file: the environment as comment lines {@code # key: value}, a
 * header, and one row for each {@link FilterMeasurement}. Three columns follow from others: the
 * rate and the ends of its 95 % interval.
 */
public final class FilterCsv {
  private static final List<String> COLUMNS =
      List.of(
          "filter",
          "keys",
          "bits_per_key",
          "bytes",
          "build_ns",
          "present_ns",
          "absent_ns",
          "hashed_ns",
          "batch_ns",
          "probes",
          "false_positives",
          "expected_rate",
          "rate",
          "rate_from",
          "rate_to");

  private FilterCsv() {}

  static void write(FilterResult result, Path file) throws IOException {
    try (CsvWriter writer = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
      for (String line : EnvironmentLines.of(result.environment())) {
        writer.writeComment(" " + line);
      }
      writer.writeRecord(COLUMNS);
      for (FilterMeasurement m : result.measurements()) {
        writer.writeRecord(
            m.filter(),
            String.valueOf(m.keys()),
            cell(m.bitsPerKey()),
            String.valueOf(m.bytes()),
            cell(m.buildNanos()),
            cell(m.presentNanos()),
            cell(m.absentNanos()),
            cell(m.hashedNanos()),
            cell(m.batchNanos()),
            String.valueOf(m.probes()),
            String.valueOf(m.falsePositives()),
            cell(m.expectedRate()),
            cell(m.rate()),
            cell(m.lowestRate()),
            cell(m.highestRate()));
      }
    }
  }

  /** Whether a file with this header, its columns in order, is one of filters. */
  public static boolean hasHeader(List<String> columns) {
    return columns.equals(COLUMNS);
  }

  /**
   * Reads what {@link #write} has written.
   *
   * @throws InputException if the file can't be read or is something else; names file and line
   */
  public static FilterResult read(Path file) throws InputException {
    List<String> comments = new ArrayList<>();
    List<FilterMeasurement> measurements = new ArrayList<>();
    boolean inHeader = true;
    try (CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .commentStrategy(CommentStrategy.READ)
            .allowMissingFields(true)
            .allowExtraFields(true)
            .ofCsvRecord(file)) {
      for (CsvRecord record : reader) {
        if (record.isComment()) {
          comments.add(record.getField(0));
        } else if (!inHeader) {
          measurements.add(measurement(file, record));
        } else if (hasHeader(record.getFields())) {
          inHeader = false;
        } else {
          throw new InputException(file + ": is not the CSV of filters");
        }
      }
      return new FilterResult(EnvironmentLines.parse(comments), measurements);
    } catch (IOException | UncheckedIOException e) {
      throw new InputException(file + ": cannot be read: " + e, e);
    } catch (CsvParseException | IllegalArgumentException e) {
      throw new InputException(file + ": is not the CSV of filters: " + e.getMessage(), e);
    }
  }

  private static FilterMeasurement measurement(Path file, CsvRecord row) throws InputException {
    String place = file + ":" + row.getStartingLineNumber() + ": ";
    if (row.getFieldCount() != COLUMNS.size()) {
      throw new InputException(
          place + "cells: actual=" + row.getFieldCount() + ", expected=" + COLUMNS.size());
    }
    try {
      return new FilterMeasurement(
          row.getField(0),
          count(row, 1, 1),
          number(row, 2),
          count(row, 3, 0),
          number(row, 4),
          number(row, 5),
          number(row, 6),
          number(row, 7),
          number(row, 8),
          count(row, 9, 0),
          count(row, 10, 0),
          number(row, 11));
    } catch (IllegalArgumentException e) {
      throw new InputException(place + e.getMessage(), e);
    }
  }

  private static long count(CsvRecord row, int column, long least) {
    String text = row.getField(column);
    try {
      long value = Long.parseLong(text);
      if (value >= least) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(expected(column, text, least), e);
    }
    throw new IllegalArgumentException(expected(column, text, least));
  }

  private static String expected(int column, String text, long least) {
    return COLUMNS.get(column)
        + ": actual="
        + text
        + ", expected=a whole number, at least "
        + least;
  }

  private static double number(CsvRecord row, int column) {
    String text = row.getField(column);
    try {
      return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          COLUMNS.get(column) + ": actual=" + text + ", expected=a number", e);
    }
  }

  private static String cell(double value) {
    return Double.isNaN(value) ? "" : String.valueOf(value);
  }
}
