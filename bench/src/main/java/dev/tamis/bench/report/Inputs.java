package dev.tamis.bench.report;

import dev.tamis.bench.filter.FilterMeasurement;
import dev.tamis.bench.result.Measurement;
import dev.tamis.bench.result.RunEnvironment;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * What all files together hold. Runs of the same environment are one run with more repeats; runs of
 * different environments stay apart, under letters, because their figures do not mix.
 */
final class Inputs {
  private static final List<EnvironmentField> FIELDS =
      List.of(
          new EnvironmentField("JVM", RunEnvironment::jvm),
          new EnvironmentField("JVM flags", RunEnvironment::jvmFlags),
          new EnvironmentField("system", RunEnvironment::system),
          new EnvironmentField("processor", RunEnvironment::processor),
          new EnvironmentField("cores", environment -> String.valueOf(environment.cores())),
          new EnvironmentField("memory, bytes", e -> Figures.count(e.memoryBytes())),
          new EnvironmentField("heap, bytes", e -> Figures.count(e.heapBytes())),
          new EnvironmentField("file system", RunEnvironment::fileSystem),
          new EnvironmentField("commit", RunEnvironment::commit),
          new EnvironmentField("settings", RunEnvironment::settings));

  private final List<String> files = new ArrayList<>();
  private final List<RunEnvironment> environments = new ArrayList<>();
  private final List<Placed<Measurement>> measurements = new ArrayList<>();
  private final List<Placed<FilterMeasurement>> filters = new ArrayList<>();

  private record Placed<T>(int environment, T measured) {}

  /** One line of an environment. */
  record EnvironmentField(String name, Function<RunEnvironment, String> value) {}

  /** Notes that a file was read, for the page's head. */
  void addFile(String name) {
    files.add(name);
  }

  void addRuns(RunEnvironment environment, List<Measurement> added) {
    int place = place(environment);
    added.forEach(measurement -> measurements.add(new Placed<>(place, measurement)));
  }

  void addFilters(RunEnvironment environment, List<FilterMeasurement> added) {
    int place = place(environment);
    added.forEach(filter -> filters.add(new Placed<>(place, filter)));
  }

  List<String> files() {
    return files;
  }

  /** The different environments, in the order in which they came. */
  List<RunEnvironment> environments() {
    return environments;
  }

  static List<EnvironmentField> environmentFields() {
    return FIELDS;
  }

  List<Sample> samples() {
    List<Sample> samples = new ArrayList<>();
    for (Placed<Measurement> one : measurements) {
      samples.add(
          new Sample(one.environment(), lettered(one, one.measured().engine()), one.measured()));
    }
    return samples;
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
        .map(one -> one.measured().named(lettered(one, one.measured().filter())))
        .toList();
  }

  /** Names of the engines, without letters, in the order in which they came. */
  Set<String> engines() {
    Set<String> engines = new LinkedHashSet<>();
    measurements.forEach(one -> engines.add(one.measured().engine()));
    return engines;
  }

  /** Names of what differs between the environments. */
  List<String> differences() {
    return FIELDS.stream()
        .filter(field -> environments.stream().map(field.value()).distinct().count() > 1)
        .map(EnvironmentField::name)
        .toList();
  }

  /** The name of an environment on the page: A, B, ... */
  static String letter(int environment) {
    int letters = 'Z' - 'A' + 1;
    String last = String.valueOf((char) ('A' + environment % letters));
    return environment < letters ? last : letter(environment / letters - 1) + last;
  }

  private String lettered(Placed<?> one, String name) {
    return environments.size() == 1 ? name : name + " (" + letter(one.environment()) + ")";
  }

  /** The measured cost of the clock is never twice the same and does not count. */
  private int place(RunEnvironment environment) {
    for (int i = 0; i < environments.size(); i++) {
      RunEnvironment known = environments.get(i);
      if (FIELDS.stream()
          .allMatch(field -> field.value().apply(known).equals(field.value().apply(environment)))) {
        return i;
      }
    }
    environments.add(environment);
    return environments.size() - 1;
  }
}
