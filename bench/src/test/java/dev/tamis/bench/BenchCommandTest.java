package dev.tamis.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;
  private Path packages;

  @BeforeEach
  void copyData() throws IOException {
    packages = directory.resolve("packages.tsv");
    try (InputStream in = BenchCommandTest.class.getResourceAsStream("packages.tsv")) {
      Files.copy(in, packages);
    }
  }

  @Test
  void helpListsTheOptionsAndEndsWithZero() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("--load", "--keep", "--json", "--seed", "Exit codes");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void unknownOptionIsOneLineAndExitCodeTwo() {
    assertUnusable("Unknown option: '--nonsense'", "--nonsense");
    assertUnusable("--seed", "--seed", "one");
  }

  @Test
  void missingFileIsOneLineAndExitCodeTwo() {
    Path missing = directory.resolve("missing.tsv");
    assertUnusable(missing + ": no such file", "--load", missing.toString());
  }

  @Test
  void reportAndFilterRefuseInOneLineToo() {
    Path missing = directory.resolve("missing.csv");
    Path page = directory.resolve("page.html");
    assertUnusable(
        missing + ": no such file", "report", missing.toString(), "--output", page.toString());
    assertThat(page).doesNotExist();
    assertUnusable("--num: actual=0, expected=1 to", "filter", "--num", "0");
  }

  @Test
  void malformedLineIsOneLineWithFileAndNumberAndExitCodeTwo() throws IOException {
    Path bad = Files.writeString(directory.resolve("bad.tsv"), "a\t1\nno tab here\n");
    assertUnusable(bad + ":2: no tab between key and value", "--load", bad.toString());
  }

  @Test
  void foreignDirectoryIsLeftAloneWithExitCodeTwo() throws IOException {
    Path foreign = Files.createDirectory(directory.resolve("foreign"));
    Path file = Files.writeString(foreign.resolve("letter.txt"), "mine");
    assertUnusable(foreign + ": is not a store and not empty", "--keep", foreign.toString());
    assertThat(file).hasContent("mine");
    assertUnusable(file + ": is not a directory", "--keep", file.toString());
    assertUnusable(
        "the directory cannot be made", "--load", packages.toString(), "--keep", file + "/x");
  }

  @Test
  void placeWhereNoFiguresCanBeWrittenIsExitCodeTwo() {
    assertUnusable("is a directory", "--json", directory.toString());
  }

  @Test
  void wholeJobOnASmallFileIsRightAndJsonAndTableAgree() throws IOException {
    Path json = directory.resolve("figures.json");
    int code = run("--load", packages.toString(), "--json", json.toString(), "--seed", "5");
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    JsonObject figures = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
    assertThat(figures.get("seed").getAsLong()).isEqualTo(5);
    assertThat(figures.getAsJsonObject("data").get("entries").getAsInt()).isEqualTo(424);
    List<String> lines = out.toString().lines().toList();
    assertStepsAgree(figures.getAsJsonArray("steps"), lines);
    assertFiltersAgree(figures.getAsJsonArray("filters"), lines);
  }

  @Test
  void keptStoreStaysAndIsRefusedTheNextTime() {
    Path store = directory.resolve("new").resolve("store");
    assertThat(run("--load", packages.toString(), "--keep", store.toString())).isZero();
    assertThat(out.toString()).contains("The store stays in " + store);
    assertThat(store.resolve("CURRENT")).exists();
    assertUnusable(store + ": already holds a store", "--keep", store.toString());
  }

  private static void assertStepsAgree(JsonArray steps, List<String> lines) {
    assertThat(steps).hasSize(12);
    for (int i = 0; i < steps.size(); i++) {
      JsonObject step = steps.get(i).getAsJsonObject();
      String name = step.get("stage").getAsString() + ": " + step.get("step").getAsString();
      String seconds = String.format(Locale.ROOT, "%.3f", step.get("nanos").getAsLong() / 1e9);
      assertThat(lines)
          .as(name)
          .anyMatch(
              line -> line.matches(name + " +" + step.get("operations") + " +" + seconds + " .*"));
    }
  }

  private static void assertFiltersAgree(JsonArray filters, List<String> lines) {
    assertThat(filters.size()).isGreaterThanOrEqualTo(4);
    for (int i = 0; i < filters.size(); i++) {
      JsonObject row = filters.get(i).getAsJsonObject();
      String level = row.get("level").getAsInt() < 0 ? "all" : row.get("level").getAsString();
      String cells =
          String.join(
              " +",
              level,
              row.get("tables").getAsString(),
              row.get("entries").getAsString(),
              String.format(Locale.ROOT, "%,d", row.get("filterBytes").getAsLong()));
      assertThat(lines).as(cells).anyMatch(line -> line.matches(cells + " .*"));
    }
  }

  private void assertUnusable(String message, String... arguments) {
    err.getBuffer().setLength(0);
    assertThat(run(arguments)).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).startsWith("tamis-bench: ").contains(message);
  }

  private int run(String... arguments) {
    CommandLine commandLine = BenchCommand.commandLine();
    return commandLine
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
