package dev.tamis.micro;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.tamis.bench.console.InputException;
import dev.tamis.bench.result.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * One benchmark with one set of parameters, as JMH's JSON tells it; only the fields that are used.
 *
 * @param benchmark class and method
 * @param params by name; null if there are none
 * @param secondaryMetrics what profilers have added, by name
 */
record JmhRun(
    String jmhVersion,
    String benchmark,
    String mode,
    int forks,
    List<String> jvmArgs,
    String vmName,
    String vmVersion,
    int warmupIterations,
    String warmupTime,
    int measurementIterations,
    String measurementTime,
    Map<String, String> params,
    Metric primaryMetric,
    Map<String, Metric> secondaryMetrics) {

  /** Bytes allocated for each operation, from the profiler {@code gc}. */
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /**
   * A figure.
   *
   * @param rawData of each fork, of each iteration
   */
  @SuppressWarnings("ArrayRecordComponent") // only read
  record Metric(String scoreUnit, double[][] rawData) {

    Spread spread() {
      return Spread.of(Arrays.stream(rawData).flatMapToDouble(DoubleStream::of).toArray());
    }
  }

  /** All runs of a result file. */
  static List<JmhRun> read(Path json) throws IOException, InputException {
    JmhRun[] runs;
    try {
      runs = new Gson().fromJson(Files.readString(json), JmhRun[].class);
    } catch (JsonParseException e) {
      String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new InputException(json + ": is no result file of JMH: " + reason, e);
    }
    if (runs == null || runs.length == 0) {
      throw new InputException(json + ": has no results");
    }
    for (JmhRun run : runs) {
      run.check(json);
    }
    return List.of(runs);
  }

  private void check(Path json) throws InputException {
    boolean measured = primaryMetric != null && primaryMetric.rawData() != null;
    if (benchmark == null || jvmArgs == null || !measured) {
      throw new InputException(json + ": has a result without benchmark, flags or figures");
    }
    if (!"avgt".equals(mode) || !"ns/op".equals(primaryMetric.scoreUnit())) {
      throw new InputException(
          json
              + ": "
              + benchmark
              + ": actual="
              + mode
              + " in "
              + primaryMetric.scoreUnit()
              + ", expected=avgt in ns/op");
    }
  }

  String className() {
    return benchmark.substring(0, benchmark.lastIndexOf('.'));
  }

  String method() {
    return benchmark.substring(benchmark.lastIndexOf('.') + 1);
  }

  Map<String, String> parameters() {
    return params == null ? Map.of() : params;
  }

  /** Nanoseconds for one operation, over all measured iterations. */
  Spread nanos() {
    return primaryMetric.spread();
  }

  /** Nanoseconds of processor time for one operation, NaN if nobody looked. */
  double cpuNanos() {
    return secondary(CpuProfiler.METRIC);
  }

  /** Bytes allocated for one operation, NaN if nobody looked. */
  double allocatedBytes() {
    return secondary(ALLOCATED);
  }

  /** The median; the last iteration also takes down what the first one has set up. */
  private double secondary(String name) {
    Metric metric = secondaryMetrics == null ? null : secondaryMetrics.get(name);
    return metric == null ? Double.NaN : metric.spread().median();
  }

  /** How the figures came about: the same for all runs of one call of JMH. */
  String settings() {
    return String.format(
        "JMH %s; %d JVM%s, each %d x %s of warm-up and %d x %s measured",
        jmhVersion,
        forks,
        forks == 1 ? "" : "s",
        warmupIterations,
        warmupTime,
        measurementIterations,
        measurementTime);
  }
}
