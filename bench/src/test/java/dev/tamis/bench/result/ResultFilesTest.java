package dev.tamis.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.bench.console.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFilesTest {
  private static final RunEnvironment ENVIRONMENT =
      new RunEnvironment(
          "A \"VM\", 17",
          "-Xmx1g -Da=b:c",
          "Linux",
          "CPU: 1",
          2,
          1L << 34,
          -1,
          "ext4",
          "0123abc",
          25.5,
          "num=1000 seed=1");
  private static final List<Long> NANOS = List.of(100L, 200L, 300L, 400L, 500L, 600L, 700_000L);

  private static final Measurement THROUGHPUT =
      new Measurement(
          "tamis",
          "fillrandom",
          2,
          4,
          1000,
          -1,
          0.125,
          1234.5,
          67.25,
          116_000,
          130_000,
          140_000,
          73_312,
          -1,
          null,
          0.1,
          List.of(800L, 0L, 200L));
  private static final Measurement UNMEASURED =
      new Measurement(
          "an, engine",
          "readrandom",
          1,
          1,
          10,
          9,
          0.5,
          Double.NaN,
          Double.NaN,
          0,
          -1,
          -1,
          -1,
          0,
          null,
          0.1,
          List.of());
  private static final Measurement LATENCY =
      new Measurement(
          "tamis",
          "readrandom",
          1,
          1,
          10,
          9,
          0.5,
          1,
          2,
          3,
          -1,
          5,
          6,
          7,
          new Latency(true, Latency.REPORTED, NANOS),
          0.2,
          List.of(10L));
  private static final RunResult RESULT =
      new RunResult(ENVIRONMENT, List.of(THROUGHPUT, UNMEASURED, LATENCY));

  @TempDir private Path directory;

  @Test
  void csvReadsBackWhatWasWritten() throws Exception {
    Path file = directory.resolve("run.csv");
    ResultCsv.write(RESULT, file);
    assertThat(ResultCsv.read(file)).isEqualTo(RESULT);
  }

  @Test
  void jsonReadsBackWhatWasWritten() throws Exception {
    Path file = directory.resolve("run.json");
    ResultJson.write(RESULT, file);
    assertThat(ResultJson.read(file)).isEqualTo(RESULT);
  }

  @Test
  void csvHasTheEnvironmentAboveAHeaderWithUnits() throws Exception {
    Path file = directory.resolve("run.csv");
    ResultCsv.write(RESULT, file);
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.get(0)).isEqualTo("# jvm: A \"VM\", 17");
    assertThat(lines).contains("# commit: 0123abc", "# nano_time_ns: 25.5");
    assertThat(lines.get(11))
        .startsWith("engine,benchmark,repeat,threads,operations,found,seconds,")
        .endsWith("p50_ns,p75_ns,p90_ns,p99_ns,p99.9_ns,p99.99_ns,max_ns");
    assertThat(lines.get(12)).contains("tamis,fillrandom,2,4,1000,,0.125,8000.0,", ",800 0 200,");
    assertThat(lines).hasSize(15);
  }

  @Test
  void jsonGivesNullForWhatWasNotMeasured() throws Exception {
    Path file = directory.resolve("run.json");
    ResultJson.write(RESULT, file);
    assertThat(file).content().contains("\"found\": null", "\"cpuNanosPerOperation\": null");
  }

  @Test
  void csvOfSomethingElseIsRefusedWithTheFile() throws Exception {
    Path file = Files.writeString(directory.resolve("other.csv"), "a,b\n1,2\n");
    assertThatThrownBy(() -> ResultCsv.read(file))
        .isInstanceOf(InputException.class)
        .hasMessage(file + ": is not the CSV of a run: no column engine");
    Path empty = Files.writeString(directory.resolve("empty.csv"), "");
    assertThatThrownBy(() -> ResultCsv.read(empty)).hasMessageContaining("it has no header");
    assertThatThrownBy(() -> ResultCsv.read(directory.resolve("none.csv")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("none.csv: cannot be read");
  }

  @Test
  void aWrongCellIsRefusedWithItsLineAndColumn() throws Exception {
    Path file = directory.resolve("run.csv");
    ResultCsv.write(RESULT, file);
    Files.writeString(file, Files.readString(file).replace("fillrandom,2,4,", "fillrandom,2,x,"));
    assertThatThrownBy(() -> ResultCsv.read(file))
        .isInstanceOf(InputException.class)
        .hasMessage(file + ":13: threads: actual=x, expected=a whole number");
  }

  @Test
  void jsonOfSomethingElseIsRefusedWithTheFile() throws Exception {
    for (String text : List.of("", "{}", "[]", "nonsense", "{\"environment\": {}}")) {
      Path file = Files.writeString(directory.resolve("other.json"), text);
      assertThatThrownBy(() -> ResultJson.read(file))
          .as(text)
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(file + ": is not the JSON of a run");
    }
  }

  @Test
  void thePropertiesOfThisMachineAreFound() {
    RunEnvironment environment = EnvironmentProbe.probe(directory, "num=1");
    assertThat(environment.cores()).isPositive();
    assertThat(environment.memoryBytes()).isPositive();
    assertThat(environment.nanoTimeNanos()).isPositive();
    assertThat(environment.jvm()).contains(System.getProperty("java.vm.version"));
    assertThat(environment.commit()).isNotEmpty().doesNotContain("$");
    assertThat(environment.settings()).isEqualTo("num=1");
  }
}
