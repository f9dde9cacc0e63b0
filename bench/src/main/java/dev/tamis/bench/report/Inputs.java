package dev.tamis.bench.report;

import dev.tamis.bench.filter.FilterMeasurement;
import dev.tamis.bench.result.Measurement;
import dev.tamis.bench.result.RunEnvironment;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What all files together hold. Runs of the same environment are one run with more repeats; runs of
 * different environments stay apart, under letters, because their figures do not mix.
 */
final class Inputs {
  private final List<String> files = new ArrayList<>();
  private final Environments runEnvironments = new Environments();
  private final Environments filterEnvironments = new Environments();
  private final List<Placed<Measurement>> measurements = new ArrayList<>();
  private final List<Placed<FilterMeasurement>> filters = new ArrayList<>();

  private record Placed<T>(int environment, T measured) {}

  /** Notes that a file was read, for the page's head. */
  void addFile(String name) {
    files.add(name);
  }

  void addRuns(RunEnvironment environment, List<Measurement> added) {
    int place = runEnvironments.place(environment);
    added.forEach(measurement -> measurements.add(new Placed<>(place, measurement)));
  }

  void addFilters(RunEnvironment environment, List<FilterMeasurement> added) {
    int place = filterEnvironments.place(environment);
    added.forEach(filter -> filters.add(new Placed<>(place, filter)));
  }

  List<String> files() {
    return files;
  }

  Environments runEnvironments() {
    return runEnvironments;
  }

  Environments filterEnvironments() {
    return filterEnvironments;
  }

  List<Sample> samples() {
    return measurements.stream()
        .map(
            one -> {
              Measurement measurement = one.measured();
              String series = runEnvironments.lettered(measurement.engine(), one.environment());
              return new Sample(one.environment(), series, measurement);
            })
        .toList();
  }

  /**
   * The samples without repetition: a run with latencies is there twice, as measured and corrected,
   * and its throughput must not count twice.
   */
  List<Sample> runs() {
    List<Sample> samples = samples();
    return samples.stream()
        .filter(sample -> samples.stream().noneMatch(sample::isCorrectedTwinOf))
        .toList();
  }

  /** The filters, with the environment's letter in their names where there are several. */
  List<FilterMeasurement> filters() {
    return filters.stream()
        .map(
            one -> {
              FilterMeasurement filter = one.measured();
              return filter.named(filterEnvironments.lettered(filter.filter(), one.environment()));
            })
        .toList();
  }

  /** Names of the engines, without letters, in the order in which they came. */
  Set<String> engines() {
    Set<String> engines = new LinkedHashSet<>();
    measurements.forEach(one -> engines.add(one.measured().engine()));
    return engines;
  }
}
