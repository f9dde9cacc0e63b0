package dev.tamis.bench.compare;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.result.Measurement;
import dev.tamis.bench.result.RunEnvironment;
import dev.tamis.bench.run.Stop;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures the engines in turn, repeat by repeat (A B A B), so that a machine that gets slower or
 * faster meanwhile does so for all of them.
 */
final class Comparison {
  private static final int UNUSABLE_INPUT = 2;

  /** Measures one engine once. */
  @FunctionalInterface
  interface Child {
    Outcome run(EngineProvider engine, int repeat) throws IOException;
  }

  private final List<EngineProvider> engines;
  private final int repeats;
  private final Child child;
  private final PrintWriter out;
  private final Stop stop;
  private final List<Measurement> measurements = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private RunEnvironment environment;

  Comparison(List<EngineProvider> engines, int repeats, Child child, PrintWriter out, Stop stop) {
    this.engines = engines;
    this.repeats = repeats;
    this.child = child;
    this.out = out;
    this.stop = stop;
  }

  /**
   * Runs to the end, or until the user wants one. An engine that fails does not stop the others.
   *
   * @throws InputException what a process refused, all others would refuse
   */
  void run() throws IOException, InputException {
    long start = System.nanoTime();
    int total = repeats * engines.size();
    int done = 0;
    for (int repeat = 1; repeat <= repeats; repeat++) {
      for (EngineProvider engine : engines) {
        if (stop.isRequested()) {
          return;
        }
        String name = engine.name() + ", repeat " + repeat + " of " + repeats;
        say(name);
        take(name, child.run(engine, repeat));
        done++;
        double seconds = (System.nanoTime() - start) / 1e9;
        say(
            String.format(
                Locale.ROOT,
                "%s: over; %d of %d runs done in %.0f s, about %.0f s left",
                name,
                done,
                total,
                seconds,
                seconds / done * (total - done)));
      }
    }
  }

  private void take(String name, Outcome outcome) throws InputException {
    if (outcome.result() != null) {
      measurements.addAll(outcome.result().measurements());
      if (environment == null) {
        environment = outcome.result().environment();
      }
    }
    if (outcome.exitCode() == 0 || stop.isRequested()) {
      return;
    }
    String error = outcome.error().replaceFirst("^tamis-bench: ", "");
    if (outcome.exitCode() == UNUSABLE_INPUT) {
      throw new InputException(error);
    }
    String failure = name + ": failed with exit code " + outcome.exitCode() + ": " + error;
    failures.add(failure);
    say(failure);
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }

  /** What was measured, preparations included. */
  List<Measurement> measurements() {
    return List.copyOf(measurements);
  }

  /** A line for each run that failed. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  /** Of the first run that told it; null if none did. */
  RunEnvironment environment() {
    return environment;
  }
}
