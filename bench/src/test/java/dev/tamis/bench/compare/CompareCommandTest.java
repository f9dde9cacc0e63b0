package dev.tamis.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.result.Measurement;
import dev.tamis.bench.result.ResultJson;
import dev.tamis.bench.result.RunResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class CompareCommandTest {
  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();

  @Test
  void measuresTamisInProcessesOfItsOwn() throws IOException, InputException {
    Path json = directory.resolve("figures.json");
    int exitCode =
        execute(
            "--engines=tamis",
            "--benchmarks=fillseq,readrandom",
            "--repeats=2",
            "--num",
            "500",
            "--warmup_seconds=0",
            "--db=" + directory.resolve("stores"),
            "--json=" + json);
    assertThat(exitCode).as(out.toString()).isZero();
    RunResult result = ResultJson.read(json);
    assertThat(result.measurements())
        .extracting(Measurement::benchmark)
        .containsExactly("fillseq", "readrandom", "fillseq", "readrandom");
    assertThat(result.measurements()).extracting(Measurement::repeat).containsExactly(1, 1, 2, 2);
    assertThat(result.measurements().get(1).found()).isEqualTo(500);
    assertThat(result.environment().settings())
        .contains("engines=tamis ", "num=500 ", "cache_size=268435456", "seek_nexts=10");
    assertThat(out.toString()).contains("x tamis", "writes: survives a killed process");
    assertThat(directory.resolve("stores")).isEmptyDirectory();
  }

  @Test
  void refusesWithOneLine() {
    refused("--engines: unknown: actual=nosuch", "--engines=nosuch");
    refused("--engines: tamis is there twice", "--engines=tamis,tamis");
    refused("--baseline: actual=lmdb", "--engines=tamis", "--baseline=lmdb");
    refused("--repeats: actual=0", "--engines=tamis", "--repeats=0");
    refused("--peers-jar: nosuch.jar", "--peers-jar=nosuch.jar");
    refused("--engine: is set by compare itself", "--engines=tamis", "--engine=tamis");
    refused("--nosuch", "--engines=tamis", "--nosuch=1");
    refused("--num: actual=0", "--engines=tamis", "--num=0");
  }

  @Test
  void saysHowToBuildThePeersWhereTheyAreMissing() throws IOException, InputException {
    EngineShelf shelf = EngineShelf.beside(directory.resolve("bench/target/tamis-bench.jar"));
    assertThatThrownBy(() -> shelf.find("--engines", "absent"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("actual=absent")
        .hasMessageContaining(directory.resolve("peers/target/tamis-peers.jar").toString())
        .hasMessageContaining("-Ppeers");
  }

  private int execute(String... arguments) {
    return commandLine().execute(arguments);
  }

  private CommandLine commandLine() {
    return new CommandLine(new CompareCommand()).setOut(new PrintWriter(out, true));
  }

  private void refused(String message, String... arguments) {
    CommandLine commandLine = commandLine();
    commandLine.setExecutionExceptionHandler(
        (e, line, parsed) -> {
          assertThat(e).isInstanceOf(InputException.class).hasMessageContaining(message);
          assertThat(e.getMessage()).doesNotContain("\n");
          return 2;
        });
    assertThat(commandLine.execute(arguments)).as(List.of(arguments).toString()).isEqualTo(2);
  }
}
