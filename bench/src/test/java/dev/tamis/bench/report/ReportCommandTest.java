package dev.tamis.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.result.ResultCsv;
import dev.tamis.bench.result.RunResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReportCommandTest {
  private static final String FILTER_HEADER =
      "filter,keys,bits_per_key,bytes,build_ns,present_ns,absent_ns,hashed_ns,batch_ns,probes,"
          + "false_positives,expected_rate,rate,rate_from,rate_to\n";

  private static final int REFUSED = 2;

  @TempDir private Path directory;
  private Path run;
  private Path page;
  private Exception refusal;

  @BeforeEach
  void writeRun() throws IOException {
    page = directory.resolve("page.html");
    run = directory.resolve("run.csv");
    ResultCsv.write(
        new RunResult(
            SampleInputs.environment("abc"),
            List.of(
                SampleInputs.measured("tamis", "fillseq", 1, 600_000),
                SampleInputs.measured("rocksdb", "fillseq", 1, 300_000),
                SampleInputs.timed("tamis", "readrandom", 1, false, 400),
                SampleInputs.overTime("tamis", 1, 10, 4, 6))),
        run);
  }

  @Test
  void runsAndFiltersGoOnOnePage() throws IOException {
    Path filters =
        Files.writeString(
            directory.resolve("filter.csv"),
            "# commit: abc\n" + FILTER_HEADER + "line,1000,10,1250,9,8,7,6,,5000,50,0.01,,,\n");
    assertThat(report(run, filters, "--title", "Our run")).isZero();
    assertThat(page)
        .content()
        .contains("<title>Our run</title>", "<code>run.csv</code>, <code>filter.csv</code>")
        .contains("id=\"throughput\"", "id=\"latency\"", "id=\"time\"", "id=\"rates\"")
        .contains("<td>1.00 %</td>");
  }

  @Test
  void ratiosAreToTheBaseline() throws IOException {
    assertThat(report(run)).isZero();
    assertThat(page).content().contains("Ratio to tamis", "<td>0.50</td>");
    assertThat(report(run, "--baseline", "rocksdb")).isZero();
    assertThat(page).content().contains("Ratio to rocksdb", "<td>2.00</td>");
    assertRefused(
        "--baseline: actual=lmdb, expected=one of the engines measured: tamis, rocksdb",
        run,
        "--baseline",
        "lmdb");
  }

  @Test
  void malformedLineIsNamedWithFileAndNumber() throws IOException {
    List<String> lines = Files.readAllLines(run);
    String broken = lines.get(lines.size() - 3).replace("fillseq,1,1,300000", "fillseq,1,1,many");
    lines.set(lines.size() - 3, broken);
    Path bad = Files.write(directory.resolve("bad.csv"), lines);
    assertRefused(
        bad + ":" + (lines.size() - 2) + ": operations: actual=many, expected=a whole number", bad);
    Path filters =
        Files.writeString(
            directory.resolve("filter.csv"),
            "# commit: abc\n" + FILTER_HEADER + "line,0,10,1250,9,8,7,6,,5000,50,0.01,,,\n");
    assertRefused(filters + ":3: keys: actual=0, expected=a whole number, at least 1", filters);
    Path cut = Files.writeString(directory.resolve("cut.csv"), FILTER_HEADER + "line,1000,10\n");
    assertRefused(cut + ":2: cells: actual=3, expected=15", cut);
  }

  @Test
  void otherFilesAreRefused() throws IOException {
    Path foreign = Files.writeString(directory.resolve("foreign.csv"), "name,age\nAnna,7\n");
    assertRefused(foreign + ": is not the CSV of a run: no column engine", foreign);
    Path empty = Files.writeString(directory.resolve("empty.csv"), "");
    assertRefused(empty + ": is empty", empty);
    Path headerOnly = Files.writeString(directory.resolve("header.csv"), FILTER_HEADER);
    assertRefused(headerOnly + ": has no measurement", headerOnly);
    Path binary = directory.resolve("binary.csv");
    Files.write(binary, "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
    assertRefused(binary + ": is not text in UTF-8", binary);
    Path missing = directory.resolve("missing.csv");
    assertRefused(missing + ": no such file", missing);
    assertRefused(directory + ": is a directory", directory);
    assertRefused(run + ": is named twice", run, run);
  }

  @Test
  void placeOfThePageIsCheckedFirst() throws IOException {
    assertRefused("is a directory", run, "--output", directory);
    String before = Files.readString(run);
    assertRefused(run + ": would be replaced by the page about it", run, "--output", run);
    assertThat(run).hasContent(before);
  }

  private void assertRefused(String message, Object... arguments) {
    assertThat(report(arguments)).isEqualTo(REFUSED);
    assertThat(refusal).isInstanceOf(InputException.class).hasMessageContaining(message);
    assertThat(refusal.getMessage().lines()).hasSize(1);
  }

  private int report(Object... arguments) {
    List<String> words = new ArrayList<>();
    for (Object argument : arguments) {
      words.add(argument.toString());
    }
    if (!words.contains("--output")) {
      words.addAll(List.of("--output", page.toString()));
    }
    CommandLine commandLine = new CommandLine(new ReportCommand());
    commandLine.setOut(new PrintWriter(new StringWriter()));
    commandLine.setExecutionExceptionHandler(
        (e, command, parsed) -> {
          refusal = e;
          return REFUSED;
        });
    return commandLine.execute(words.toArray(String[]::new));
  }
}
