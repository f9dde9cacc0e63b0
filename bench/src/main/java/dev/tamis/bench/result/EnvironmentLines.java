package dev.tamis.bench.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The environment as lines {@code key: value}, for people and for the head of a CSV file. */
public final class EnvironmentLines {
  private EnvironmentLines() {}

  /** One line for each component. */
  public static List<String> of(RunEnvironment environment) {
    return List.of(
        "jvm: " + environment.jvm(),
        "jvm_flags: " + environment.jvmFlags(),
        "system: " + environment.system(),
        "processor: " + environment.processor(),
        "cores: " + environment.cores(),
        "memory_bytes: " + environment.memoryBytes(),
        "heap_bytes: " + environment.heapBytes(),
        "file_system: " + environment.fileSystem(),
        "commit: " + environment.commit(),
        "nano_time_ns: " + environment.nanoTimeNanos(),
        "settings: " + environment.settings());
  }

  /**
   * The environment in these lines; what is missing is unknown.
   *
   * @throws IllegalArgumentException if a value is not a number where it has to be one
   */
  public static RunEnvironment parse(List<String> lines) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : lines) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        values.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
      }
    }
    return new RunEnvironment(
        values.getOrDefault("jvm", "unknown"),
        values.getOrDefault("jvm_flags", ""),
        values.getOrDefault("system", "unknown"),
        values.getOrDefault("processor", "unknown"),
        Integer.parseInt(values.getOrDefault("cores", "-1")),
        Long.parseLong(values.getOrDefault("memory_bytes", "-1")),
        Long.parseLong(values.getOrDefault("heap_bytes", "-1")),
        values.getOrDefault("file_system", "unknown"),
        values.getOrDefault("commit", "unknown"),
        Double.parseDouble(values.getOrDefault("nano_time_ns", "NaN")),
        values.getOrDefault("settings", ""));
  }
}
