package dev.tamis.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.engine.EngineSettings;
import dev.tamis.bench.result.RunEnvironment;
import dev.tamis.bench.result.RunResult;
import dev.tamis.bench.run.Stop;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ComparisonTest {
  private static final RunEnvironment ENVIRONMENT =
      new RunEnvironment("jvm", "", "system", "processor", 2, 1, 1, "fs", "commit", 1, "num=1");

  private final StringWriter said = new StringWriter();
  private final Stop stop = new Stop();

  @Test
  void takesTheEnginesInTurn() throws IOException, InputException {
    List<String> runs = new ArrayList<>();
    Comparison comparison =
        comparison(
            2,
            (engine, repeat) -> {
              runs.add(engine.name() + repeat);
              return good(engine, repeat);
            });
    comparison.run();
    assertThat(runs).containsExactly("a1", "b1", "a2", "b2");
    assertThat(comparison.measurements()).hasSize(4);
    assertThat(comparison.environment()).isEqualTo(ENVIRONMENT);
    assertThat(comparison.failures()).isEmpty();
    assertThat(said.toString()).contains("3 of 4 runs done").contains("s left");
  }

  @Test
  void goesOnWithoutAnEngineThatFails() throws IOException, InputException {
    Comparison comparison =
        comparison(
            1,
            (engine, repeat) ->
                engine.name().equals("a")
                    ? new Outcome(1, "tamis-bench: wrong answer", null)
                    : good(engine, repeat));
    comparison.run();
    assertThat(comparison.failures())
        .containsExactly("a, repeat 1 of 1: failed with exit code 1: wrong answer");
    assertThat(comparison.measurements()).extracting("engine").containsExactly("b");
  }

  @Test
  void endsAtOnceWhereTheInputIsRefused() {
    Comparison comparison =
        comparison(3, (engine, repeat) -> new Outcome(2, "tamis-bench: --num: actual=0", null));
    assertThatThrownBy(comparison::run)
        .isInstanceOf(InputException.class)
        .hasMessage("--num: actual=0");
  }

  @Test
  void keepsWhatItHasWhenItIsInterrupted() throws IOException, InputException {
    Comparison comparison =
        comparison(
            3,
            (engine, repeat) -> {
              stop.request();
              return new Outcome(130, "", good(engine, repeat).result());
            });
    comparison.run();
    assertThat(comparison.measurements()).hasSize(1);
    assertThat(comparison.failures()).isEmpty();
  }

  private Comparison comparison(int repeats, Comparison.Child child) {
    return new Comparison(
        List.of(new Named("a"), new Named("b")), repeats, child, new PrintWriter(said, true), stop);
  }

  private static Outcome good(EngineProvider engine, int repeat) {
    return new Outcome(
        0,
        "",
        new RunResult(
            ENVIRONMENT, List.of(SideTest.measurement(engine.name(), "readseq", repeat, 10))));
  }

  private record Named(String name) implements EngineProvider {
    @Override
    public String description() {
      return "";
    }

    @Override
    public String writeGuarantee() {
      return "";
    }

    @Override
    public BenchEngine open(Path directory, EngineSettings settings) {
      throw new UnsupportedOperationException("only the child opens stores");
    }
  }
}
