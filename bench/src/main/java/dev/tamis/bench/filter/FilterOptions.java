package dev.tamis.bench.filter;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** What can be chosen about the measurement of filters. */
final class FilterOptions {
  @Option(
      names = "--num",
      split = ",",
      paramLabel = "N",
      defaultValue = "10000,1000000",
      description =
          "Keys in a filter, one or several numbers: 10,000 keys at 10 bits stay in the cache"
              + " (12 KB), 50,000,000 do not (60 MB) (default: ${DEFAULT-VALUE}).")
  private List<Long> keys;

  @Option(
      names = "--bits_per_key",
      split = ",",
      paramLabel = "BITS",
      defaultValue = "8,10,12,16",
      description = "Bits of memory per key, one or several, 1 to 24 (default: ${DEFAULT-VALUE}).")
  private List<Double> bitsPerKey;

  @Option(
      names = "--filters",
      split = ",",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Only filters whose name contains one of these (default: all).")
  private List<String> filters;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "Rounds after one for warming up; times are their medians (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--reads",
      paramLabel = "N",
      defaultValue = "1048576",
      description =
          "Keys asked for in each timed loop, each a different one; by default they touch 64 MB of a"
              + " large filter, so that caches do not keep it (default: ${DEFAULT-VALUE}).")
  private int reads;

  @Option(
      names = "--probes",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Absent keys to find a rate with (default: ${DEFAULT-VALUE}).")
  private long probes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of keys and hash (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write all figures to this file, too.")
  private Path csv;

  @Option(names = "--json", paramLabel = "FILE", description = "The same as JSON.")
  private Path json;

  List<Long> keys() {
    return keys;
  }

  List<Double> bitsPerKey() {
    return bitsPerKey;
  }

  /** Parts of names; the empty one is part of all. */
  List<String> filters() {
    return filters;
  }

  /** Whether this one is to be measured. */
  boolean isChosen(FilterKind kind) {
    return filters.stream().anyMatch(kind.name()::contains);
  }

  int rounds() {
    return rounds;
  }

  int reads() {
    return reads;
  }

  long probes() {
    return probes;
  }

  long seed() {
    return seed;
  }

  /** Where to write the figures, or null. */
  Path csv() {
    return csv;
  }

  /** Where to write the figures, or null. */
  Path json() {
    return json;
  }

  /** The options in one line, as they would be typed. */
  String settings() {
    return "num="
        + joined(keys)
        + " bits_per_key="
        + joined(bitsPerKey)
        + " rounds="
        + rounds
        + " reads="
        + reads
        + " probes="
        + probes
        + " seed="
        + seed
        + (filters.equals(List.of("")) ? "" : " filters=" + joined(filters));
  }

  private static String joined(List<?> values) {
    return String.join(",", values.stream().map(String::valueOf).toList());
  }
}
