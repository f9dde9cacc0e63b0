package dev.tamis.bench.filter;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.OutputFile;
import dev.tamis.bench.console.Progress;
import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.bench.result.EnvironmentLines;
import dev.tamis.bench.result.EnvironmentProbe;
import dev.tamis.bench.result.ResultJson;
import dev.tamis.bench.result.RunEnvironment;
import dev.tamis.filter.KeyHash;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tamis-bench filter}. */
@Command(
    name = "filter",
    description = {
      "Measures filters: building, asking for present and for absent keys, and how often they are"
          + " wrong, against what their theory says; beside Guava's BloomFilter and a HashSet.",
      "Times are CPU nanoseconds per key: build, present and absent with making the key and its"
          + " hash; hashed and batch (32 at once) for absent keys whose hash is known.",
      "A second table has ratios: the filters of lines beside the hash of a key, beside lines that"
          + " are only read, and beside Guava's, with the goals there are for that size."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class FilterCommand implements Callable<Integer> {
  private static final double MOST_KEYS = 200_000_000;
  private static final double FEWEST_BITS = 1;
  private static final double MOST_BITS = 24;
  private static final int MOST_ROUNDS = 1000;
  private static final int MOST_READS = 1 << 27;
  private static final double FEWEST_PROBES = 1000;
  private static final double MOST_PROBES = 1e10;

  @Spec private CommandSpec spec;
  @Mixin private FilterOptions options;

  @Override
  public Integer call() throws WrongAnswerException, InputException, IOException {
    options.keys().forEach(keys -> require("--num", (double) keys, 1, MOST_KEYS));
    options.bitsPerKey().forEach(bits -> require("--bits_per_key", bits, FEWEST_BITS, MOST_BITS));
    require("--rounds", options.rounds(), 1, MOST_ROUNDS);
    require("--reads", options.reads(), FEWEST_PROBES, MOST_READS);
    require("--probes", (double) options.probes(), FEWEST_PROBES, MOST_PROBES);
    requireKnownFilters();
    for (Path file : files()) {
      OutputFile.requireWritable(file);
    }
    PrintWriter out = spec.commandLine().getOut();
    RunEnvironment environment = EnvironmentProbe.probe(Path.of(""), options.settings());
    EnvironmentLines.of(environment).forEach(out::println);
    out.println();
    List<FilterMeasurement> measurements = new FilterBenchmark(options).run(Progress.on(out));
    out.println();
    out.print(FilterTable.render(measurements));
    List<FilterRatios.Ratio> ratios = FilterRatios.of(measurements);
    if (!ratios.isEmpty()) {
      out.println();
      out.print(FilterRatios.render(ratios));
    }
    out.flush();
    FilterResult result = new FilterResult(environment, measurements);
    if (options.csv() != null) {
      FilterCsv.write(result, options.csv());
    }
    if (options.json() != null) {
      ResultJson.write(result, options.json());
    }
    return 0;
  }

  private List<Path> files() {
    return Stream.of(options.csv(), options.json()).filter(Objects::nonNull).toList();
  }

  private void requireKnownFilters() {
    List<String> known = FilterKinds.all(KeyHash.xxh64(0)).stream().map(FilterKind::name).toList();
    for (String part : options.filters()) {
      if (known.stream().noneMatch(name -> name.contains(part))) {
        throw new ParameterException(
            spec.commandLine(),
            "--filters: actual=" + part + ", expected=part of one of " + String.join(", ", known));
      }
    }
  }

  private void require(String option, double actual, double least, double most) {
    if (!(actual >= least && actual <= most)) {
      throw new ParameterException(
          spec.commandLine(),
          String.format(
              Locale.ROOT,
              "%s: actual=%s, expected=%,.0f to %,.0f",
              option,
              actual % 1 == 0 ? String.format(Locale.ROOT, "%.0f", actual) : actual,
              least,
              most));
    }
  }
}
