package dev.tamis.bench.run;

import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of {@code run}, in db_bench's names where it has them. */
final class RunOptions {
  @Option(
      names = "--benchmarks",
      paramLabel = "NAME,...",
      defaultValue = "fillseq,fillrandom,overwrite,readrandom,readmissing,readseq,seekrandom",
      description = "What to run, in this order; the names are below (default: ${DEFAULT-VALUE}).")
  private String benchmarks;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      defaultValue = "tamis",
      description = "Store to measure (default: ${DEFAULT-VALUE}).")
  private String engine;

  @Option(
      names = "--num",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Keys have the numbers 0 to N - 1 (default: ${DEFAULT-VALUE}).")
  private long num;

  @Option(
      names = "--reads",
      paramLabel = "N",
      defaultValue = "-1",
      description = "Operations of each reading thread; -1 is --num (default: ${DEFAULT-VALUE}).")
  private long reads;

  @Option(
      names = "--key_size",
      paramLabel = "BYTES",
      defaultValue = "16",
      description = "Length of keys: 8 bytes of number, then '0's (default: ${DEFAULT-VALUE}).")
  private int keyBytes;

  @Option(
      names = "--value_size",
      paramLabel = "BYTES",
      defaultValue = "100",
      description = "Length of values (default: ${DEFAULT-VALUE}).")
  private int valueBytes;

  @Option(
      names = "--compression_ratio",
      paramLabel = "R",
      defaultValue = "0.5",
      description = "Values compress to this share of their size (default: ${DEFAULT-VALUE}).")
  private double compressionRatio;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Threads; each does all operations (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description =
          "How long random reads and writes go on; 0 is until their number is reached (default:"
              + " ${DEFAULT-VALUE}).")
  private long durationSeconds;

  @Option(
      names = "--batch_size",
      paramLabel = "N",
      description =
          "Writes and deletes that go into one batch, keys that go into one multiGet (default: 1,"
              + " 1000 for fillbatch, 32 for multiread...).")
  private Integer batchSize;

  @Option(
      names = "--sync",
      arity = "0..1",
      paramLabel = "BOOL",
      fallbackValue = "true",
      defaultValue = "false",
      converter = FlagConverter.class,
      description =
          "Every put of a fill or of overwrite survives a power cut when it returns (default:"
              + " ${DEFAULT-VALUE}).")
  private boolean sync;

  @Option(
      names = "--seek_nexts",
      paramLabel = "N",
      defaultValue = "0",
      description = "Entries passed after each seek (default: ${DEFAULT-VALUE}).")
  private int seekNexts;

  @Option(
      names = "--reverse_iterator",
      arity = "0..1",
      paramLabel = "BOOL",
      fallbackValue = "true",
      defaultValue = "false",
      converter = FlagConverter.class,
      description = "Pass them towards smaller keys (default: ${DEFAULT-VALUE}).")
  private boolean backwards;

  @Option(
      names = "--readwritepercent",
      paramLabel = "PERCENT",
      defaultValue = "90",
      description = "Share of reads in readrandomwriterandom (default: ${DEFAULT-VALUE}).")
  private int readPercent;

  @Option(
      names = "--benchmark_write_rate_limit",
      paramLabel = "BYTES/S",
      defaultValue = "0",
      description =
          "Rate of the writer in ...whilewriting; 0 is as fast as it can (default:"
              + " ${DEFAULT-VALUE}).")
  private long writeBytesPerSecond;

  @Mixin private StoreOptions store;

  @Option(
      names = "--histogram",
      arity = "0..1",
      paramLabel = "BOOL",
      fallbackValue = "true",
      defaultValue = "false",
      converter = FlagConverter.class,
      description =
          "Measure the latency of every operation; two readings of the clock each slow it down"
              + " (default: ${DEFAULT-VALUE}).")
  private boolean histogram;

  @Option(
      names = "--stats_interval_seconds",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description =
          "Print a line so often while a benchmark runs (default: ${DEFAULT-VALUE}, none).")
  private long statsIntervalSeconds;

  @Option(
      names = "--warmup_seconds",
      paramLabel = "SECONDS",
      defaultValue = "2",
      description =
          "Before it is measured, a benchmark runs for so long: one that reads on its store, one"
              + " that writes on another store (default: ${DEFAULT-VALUE}).")
  private double warmupSeconds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of all random choices (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "The number of this run among several, for the files (default: ${DEFAULT-VALUE}).")
  private int repeat;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write the figures to this file, too.")
  private Path csv;

  @Option(names = "--json", paramLabel = "FILE", description = "The same as JSON.")
  private Path json;

  String benchmarks() {
    return benchmarks;
  }

  String engine() {
    return engine;
  }

  long num() {
    return num;
  }

  /** Operations of each reading thread. */
  long reads() {
    return reads == -1 ? num : reads;
  }

  boolean hasReads() {
    return reads != -1;
  }

  int keyBytes() {
    return keyBytes;
  }

  int valueBytes() {
    return valueBytes;
  }

  double compressionRatio() {
    return compressionRatio;
  }

  int threads() {
    return threads;
  }

  long durationSeconds() {
    return durationSeconds;
  }

  int batchSize(int defaultSize) {
    return batchSize == null ? defaultSize : batchSize;
  }

  boolean sync() {
    return sync;
  }

  int seekNexts() {
    return seekNexts;
  }

  boolean backwards() {
    return backwards;
  }

  int readPercent() {
    return readPercent;
  }

  long writeBytesPerSecond() {
    return writeBytesPerSecond;
  }

  /** How the store is opened, and where it lies. */
  StoreOptions store() {
    return store;
  }

  boolean histogram() {
    return histogram;
  }

  long statsIntervalSeconds() {
    return statsIntervalSeconds;
  }

  double warmupSeconds() {
    return warmupSeconds;
  }

  long seed() {
    return seed;
  }

  int repeat() {
    return repeat;
  }

  Path csv() {
    return csv;
  }

  Path json() {
    return json;
  }
}
