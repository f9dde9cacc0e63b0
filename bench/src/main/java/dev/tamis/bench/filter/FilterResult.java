package dev.tamis.bench.filter;

import dev.tamis.bench.result.RunEnvironment;
import java.util.List;

/** Everything that was measured of filters, with what is needed to judge it. */
public record FilterResult(RunEnvironment environment, List<FilterMeasurement> measurements) {

  public FilterResult {
    measurements = List.copyOf(measurements);
  }
}
