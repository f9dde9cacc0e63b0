package dev.tamis.bench.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The columns of the CSV file, in their order. */
@SuppressWarnings("ImmutableEnumChecker") // Its functions are lambdas without state.
enum CsvColumn {
  ENGINE("engine", Measurement::engine),
  BENCHMARK("benchmark", Measurement::benchmark),
  REPEAT("repeat", m -> String.valueOf(m.repeat())),
  THREADS("threads", m -> String.valueOf(m.threads())),
  OPERATIONS("operations", m -> count(m.operations())),
  FOUND("found", m -> count(m.found())),
  SECONDS("seconds", m -> number(m.seconds())),
  OPERATIONS_PER_SECOND("operations_per_second", m -> number(m.operationsPerSecond())),
  CPU("cpu_ns_per_operation", m -> number(m.cpuNanosPerOperation())),
  ALLOCATED("allocated_bytes_per_operation", m -> number(m.allocatedBytesPerOperation())),
  USER_BYTES("user_bytes", m -> count(m.userBytes())),
  WRITTEN_BYTES("written_bytes", m -> count(m.writtenBytes())),
  STORE_BYTES("store_bytes", m -> count(m.storeBytes())),
  LIVE_BYTES("live_bytes", m -> count(m.liveBytes())),
  WRITE_AMPLIFICATION("write_amplification", m -> number(m.writeAmplification())),
  SPACE_AMPLIFICATION("space_amplification", m -> number(m.spaceAmplification())),
  FILE_READS("file_reads", m -> count(m.fileReads())),
  CORRECTED("corrected", m -> m.latency() == null ? "" : String.valueOf(m.latency().corrected())),
  INTERVAL_SECONDS("interval_seconds", m -> number(m.intervalSeconds())),
  INTERVAL_OPERATIONS(
      "interval_operations",
      m -> m.intervalOperations().stream().map(String::valueOf).collect(Collectors.joining(" ")));

  private static final long NOT_COUNTED = -1;

  private final String title;
  private final Function<Measurement, String> cell;

  CsvColumn(String title, Function<Measurement, String> cell) {
    this.title = title;
    this.cell = cell;
  }

  /** The header: all columns, then the percentiles. */
  static List<String> names() {
    List<String> names = new ArrayList<>(required());
    for (double percentile : Latency.REPORTED) {
      names.add(percentileColumn(percentile));
    }
    return names;
  }

  /** The columns that every file has. */
  static List<String> required() {
    return Arrays.stream(values()).map(column -> column.title).toList();
  }

  /** A row, in the order of {@link #names}. */
  static List<String> cells(Measurement measurement) {
    List<String> cells = new ArrayList<>();
    for (CsvColumn column : values()) {
      cells.add(column.cell.apply(measurement));
    }
    Latency latency = measurement.latency();
    for (double percentile : Latency.REPORTED) {
      int index = latency == null ? -1 : latency.percentiles().indexOf(percentile);
      cells.add(index < 0 ? "" : String.valueOf(latency.nanos().get(index)));
    }
    return cells;
  }

  /**
   * The row's measurement.
   *
   * @throws IllegalArgumentException if a cell is not what its column holds; the message names it
   */
  static Measurement measurement(Map<String, String> row) {
    return new Measurement(
        row.get(ENGINE.title),
        row.get(BENCHMARK.title),
        (int) REPEAT.count(row),
        (int) THREADS.count(row),
        OPERATIONS.count(row),
        FOUND.count(row),
        SECONDS.number(row),
        CPU.number(row),
        ALLOCATED.number(row),
        USER_BYTES.count(row),
        WRITTEN_BYTES.count(row),
        STORE_BYTES.count(row),
        LIVE_BYTES.count(row),
        FILE_READS.count(row),
        latency(row),
        INTERVAL_SECONDS.number(row),
        intervals(row));
  }

  private static Latency latency(Map<String, String> row) {
    String corrected = row.get(CORRECTED.title);
    if (corrected.isEmpty()) {
      return null;
    }
    List<Double> percentiles = new ArrayList<>();
    List<Long> nanos = new ArrayList<>();
    for (double percentile : Latency.REPORTED) {
      String column = percentileColumn(percentile);
      if (!row.getOrDefault(column, "").isEmpty()) {
        percentiles.add(percentile);
        nanos.add(parseLong(column, row.get(column)));
      }
    }
    return new Latency(Boolean.parseBoolean(corrected), percentiles, nanos);
  }

  private static List<Long> intervals(Map<String, String> row) {
    String text = row.get(INTERVAL_OPERATIONS.title);
    List<Long> operations = new ArrayList<>();
    if (!text.isEmpty()) {
      for (String word : text.split(" ", -1)) {
        operations.add(parseLong(INTERVAL_OPERATIONS.title, word));
      }
    }
    return operations;
  }

  private static String percentileColumn(double percentile) {
    if (percentile == 100) {
      return "max_ns";
    }
    String text = String.valueOf(percentile);
    return "p" + (text.endsWith(".0") ? text.substring(0, text.length() - 2) : text) + "_ns";
  }

  private long count(Map<String, String> row) {
    String text = row.get(title);
    return text.isEmpty() ? NOT_COUNTED : parseLong(title, text);
  }

  private double number(Map<String, String> row) {
    String text = row.get(title);
    try {
      return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(title + ": actual=" + text + ", expected=a number", e);
    }
  }

  private static long parseLong(String column, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          column + ": actual=" + text + ", expected=a whole number", e);
    }
  }

  private static String count(long value) {
    return value == NOT_COUNTED ? "" : String.valueOf(value);
  }

  private static String number(double value) {
    return Double.isFinite(value) ? String.valueOf(value) : "";
  }
}
