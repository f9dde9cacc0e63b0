package dev.tamis.bench.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.bench.BenchCommand;
import dev.tamis.bench.result.Measurement;
import dev.tamis.bench.result.ResultCsv;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The user ends a run that would take an hour. */
class InterruptedRunTest {
  @TempDir private Path directory;

  @Test
  @Timeout(120)
  void stopsCleanlyWithTheFiguresSoFar() throws Exception {
    Path temporary = Files.createDirectory(directory.resolve("temporary"));
    Path csv = directory.resolve("run.csv");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                BenchCommand.class.getName(),
                "run",
                "--benchmarks=fillseq,readrandom,readseq",
                "--num=1000",
                "--duration=3600",
                "--warmup_seconds=0",
                "--stats_interval_seconds=1",
                "--csv=" + csv)
            .redirectErrorStream(true)
            .start();
    StringBuilder out = new StringBuilder();
    try (BufferedReader reader = process.inputReader(UTF_8)) {
      boolean isAsked = false;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        out.append(line).append('\n');
        if (!isAsked && line.startsWith("readrandom:")) {
          process.toHandle().destroy();
          isAsked = true;
        }
      }
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isNotZero();
    assertThat(out.toString()).containsPattern("fillseq +1 +1,000 ").contains("readrandom  ");
    List<Measurement> measurements = ResultCsv.read(csv).measurements();
    assertThat(measurements).hasSize(2);
    assertThat(measurements.get(1).benchmark()).isEqualTo("readrandom");
    assertThat(measurements.get(1).operations()).isPositive();
    assertThat(temporary).isEmptyDirectory();
  }
}
