package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random scripts against a {@code TreeMap}: every kind of read, write, compaction, reopening and
 * crash in any order, with random small options and hostile keys. {@link ModelGenerator} makes a
 * script out of a seed, {@link ModelRun} carries it out, {@link ModelShrinker} makes a failing one
 * small. That one is written to {@code target/failures/model-SEED.ops}.
 *
 * <pre>
 *   more seeds:          mvn -pl engine -am test -Dtest=ModelTest -Dtamis.model.seeds=1000
 *                          -Dtamis.model.seed=1000000 -Dtamis.model.steps=5000
 *   a failing script:    ... -Dtamis.model.script=target/failures/model-17.ops
 * </pre>
 *
 * <p>The store's threads take their own time, so what is in which table when a script crashes is
 * not the same each time; what the store answers is.
 */
class ModelTest {
  private static final long FIRST_SEED = Long.getLong("tamis.model.seed", 1);
  private static final int SEEDS = Integer.getInteger("tamis.model.seeds", 60);
  private static final int STEPS = Integer.getInteger("tamis.model.steps", 2000);
  private static final long HANG_MILLIS = 120_000;
  private static final int SHRINKING_RUNS = Integer.getInteger("tamis.model.shrinkingRuns", 150);

  @Test
  void storeAnswersAsTheModelDoes() throws Exception {
    ModelReach reach = new ModelReach();
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      List<String> script = ModelGenerator.script(seed, STEPS);
      try {
        reach.add(run(script));
      } catch (AssertionError e) {
        throw new AssertionError(
            "seed=" + seed + " " + e.getMessage() + report(seed, script, e), e);
      }
    }
    assertThat(reach.missing()).as("places that no seed reached, of %s", reach).isEmpty();
    System.out.println("model runs reached " + reach);
  }

  @ParameterizedTest
  @MethodSource("committedScripts")
  void scriptsOfTheFailuresOfThePastPass(Path file) throws Exception {
    run(read(file));
  }

  static List<Path> committedScripts() throws IOException, URISyntaxException {
    URL folder = ModelTest.class.getResource("/ops");
    try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
      return files.filter(file -> file.toString().endsWith(".ops")).sorted().toList();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "tamis.model.script", matches = ".+")
  void givenScriptPasses() throws Exception {
    run(read(Path.of(System.getProperty("tamis.model.script"))));
  }

  @Test
  void failingScriptIsShrunkToWhatFails() {
    List<String> script = ModelGenerator.script(1, 300);
    script.add(100, "no such step");
    List<String> shrunk =
        new ModelShrinker(
                shorter -> {
                  try {
                    ModelRun.run(shorter);
                    return false;
                  } catch (AssertionError e) {
                    return true;
                  }
                },
                SHRINKING_RUNS)
            .shrink(script);
    assertThat(shrunk).containsExactly(script.get(0), "no such step");
  }

  private static List<String> read(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  /** Shrinks, writes the script, and says where. */
  private static String report(long seed, List<String> script, AssertionError failure)
      throws IOException {
    AtomicReference<Throwable> last = new AtomicReference<>(failure);
    List<String> shrunk =
        new ModelShrinker(
                shorter -> {
                  try {
                    run(shorter);
                    return false;
                  } catch (AssertionError e) {
                    last.set(e);
                    return true;
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                },
                SHRINKING_RUNS)
            .shrink(script);
    Path file = Path.of("target", "failures", "model-" + seed + ".ops");
    Files.createDirectories(file.getParent());
    List<String> lines = new ArrayList<>();
    StringWriter trace = new StringWriter();
    last.get().printStackTrace(new PrintWriter(trace));
    trace.toString().lines().forEach(line -> lines.add("# " + line));
    lines.addAll(shrunk);
    Files.write(file, lines);
    return "\nshrunk from " + script.size() + " to " + shrunk.size() + " steps in " + file;
  }

  /** On a thread of its own: a store that hangs is a failure too, and the stacks say why. */
  private static ModelReach run(List<String> script) throws InterruptedException {
    AtomicReference<ModelReach> reached = new AtomicReference<>();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread runner =
        new Thread(
            () -> {
              try {
                reached.set(ModelRun.run(script));
              } catch (Throwable t) {
                failure.set(t);
              }
            },
            "model run");
    runner.setDaemon(true);
    runner.start();
    runner.join(HANG_MILLIS);
    if (runner.isAlive()) {
      StringBuilder stacks = new StringBuilder("the run hangs");
      for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
        stacks.append('\n').append(entry.getKey());
        for (StackTraceElement frame : entry.getValue()) {
          stacks.append("\n  ").append(frame);
        }
      }
      throw new AssertionError(stacks.toString());
    }
    if (failure.get() instanceof AssertionError e) {
      throw e;
    }
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
    return reached.get();
  }
}
