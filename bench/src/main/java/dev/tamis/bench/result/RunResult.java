package dev.tamis.bench.result;

import java.util.List;

/** Everything a program run has measured, with what is needed to judge it. */
public record RunResult(RunEnvironment environment, List<Measurement> measurements) {

  public RunResult {
    measurements = List.copyOf(measurements);
  }
}
