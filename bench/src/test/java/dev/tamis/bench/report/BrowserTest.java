package dev.tamis.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser, where one is installed: Chromium without a window. */
class BrowserTest {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final int PATIENCE_SECONDS = 120;

  @TempDir private Path directory;

  @Test
  void scriptDrawsEveryChartWithoutAnErrorAndRunsNothingElse() throws Exception {
    String hostile = "</script><script>document.title='taken over'</script>";
    Inputs inputs = SampleInputs.everything();
    inputs.addRuns(
        SampleInputs.environment("0a1b2c3"),
        List.of(SampleInputs.measured(hostile, "fillrandom", 1, 400_000)));
    String dom = open(ReportPage.render(inputs, "Tamis benchmarks", "rocksdb"));
    assertThat(Pattern.compile("<svg[^>]* role=\"img\"").matcher(dom).results()).hasSize(7);
    assertThat(dom)
        .contains("aria-label=\"fillrandom. tamis 490 (2.61×), rocksdb 188 (1.00×), ")
        .contains(
            "thousand operations per second", "percentile of operations", "seconds from the start")
        .contains("bits of memory per key", "false-positive rate, logarithmic", ">99.99</text>")
        .contains("<title>Tamis benchmarks</title>", "× marks a stall.");
  }

  /** The document after its scripts have run; an error in the console fails the test. */
  private String open(String page) throws IOException, InterruptedException {
    Optional<Path> browser = browser();
    if (browser.isEmpty()) {
      String reason = "no Chromium on the path (" + String.join(", ", NAMES) + ")";
      System.out.println("BrowserTest is skipped: " + reason);
      abort(reason);
    }
    Path file = Files.writeString(directory.resolve("page.html"), page);
    Path out = directory.resolve("dom.html");
    Path err = directory.resolve("console.txt");
    List<String> command = new ArrayList<>();
    command.add(browser.orElseThrow().toString());
    command.addAll(
        List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--enable-logging=stderr",
            "--user-data-dir=" + directory.resolve("profile"),
            "--window-size=1280,1000",
            "--virtual-time-budget=5000",
            "--dump-dom",
            file.toUri().toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("browser ends").isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(Files.readString(err)).doesNotContain(":CONSOLE");
    return Files.readString(out);
  }

  private static Optional<Path> browser() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .flatMap(path -> NAMES.stream().map(name -> Path.of(path, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
