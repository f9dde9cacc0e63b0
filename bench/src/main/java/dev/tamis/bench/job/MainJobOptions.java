package dev.tamis.bench.job;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What can be chosen about the main job. */
public final class MainJobOptions {
  @Option(
      names = "--load",
      paramLabel = "FILE.tsv[.gz]",
      description =
          "Use this file instead: one entry a line, the key before the first tab, the value behind"
              + " it; UTF-8, plain or gzip; held in memory. A key that comes again overwrites;"
              + " blank lines are skipped.")
  private Path load;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description =
          "Leave the store in this new or empty directory; without it the store is temporary.")
  private Path keep;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write all figures to this file, too.")
  private Path json;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Order of writes and reads, choice of absent keys (default: ${DEFAULT-VALUE}).")
  private long seed;

  /** The user's file, or null for the built-in data. */
  public Path load() {
    return load;
  }

  /** Where to leave the store, or null. */
  public Path keep() {
    return keep;
  }

  /** Where to write the figures, or null. */
  public Path json() {
    return json;
  }

  public long seed() {
    return seed;
  }
}
