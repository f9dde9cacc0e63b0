package dev.tamis.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.bench.result.Measurement;
import dev.tamis.bench.result.ResultJson;
import dev.tamis.bench.result.RunEnvironment;
import dev.tamis.bench.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChildProcessTest {
  @TempDir private Path directory;

  @Test
  void figuresAreRead() throws IOException {
    Path json = directory.resolve("result.json");
    Measurement measurement = SideTest.measurement("a", "readseq", 1, 300);
    RunEnvironment environment =
        new RunEnvironment("jvm", "", "system", "cpu", 2, 1, 1, "ext4", "commit", 20, "num=1");
    RunResult result = new RunResult(environment, List.of(measurement));
    ResultJson.write(result, json);
    assertThat(ChildProcess.outcome(0, "", json)).isEqualTo(new Outcome(0, "", result));
  }

  @Test
  void aProcessThatEndedWellWithoutFiguresHasFailed() throws IOException {
    Path json = directory.resolve("result.json");
    Outcome missing = ChildProcess.outcome(0, "", json);
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.error()).contains("no figures").contains(json.toString());
    Files.writeString(json, "{\"environment\": {");
    Outcome half = ChildProcess.outcome(0, "", json);
    assertThat(half.exitCode()).isEqualTo(1);
    assertThat(half.error()).contains("no figures").contains(json.toString());
  }

  @Test
  void aProcessThatFailedKeepsItsOwnError() {
    Outcome outcome = ChildProcess.outcome(3, "it broke", directory.resolve("result.json"));
    assertThat(outcome).isEqualTo(new Outcome(3, "it broke", null));
  }
}
