package dev.tamis.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ResultsCommandTest {
  private static final String ONE_RUN =
      """
      [{"benchmark":"dev.tamis.wal.LogAppendBenchmark.alone","mode":"avgt","jvmArgs":[],
      "primaryMetric":{"score":1,"scoreUnit":"ns/op","rawData":[[1]]}}]""";

  @TempDir Path temp;

  @Test
  void aNewPageReplacesTheFiguresAndKeepsTheSectionOfCompare() throws Exception {
    Path json = Files.writeString(temp.resolve("r.json"), ONE_RUN);
    Path page = temp.resolve("RESULTS.md");

    assertThat(run(json, page)).isEqualTo(0);
    String first = Files.readString(page);
    assertThat(first).contains("### Log append", "<!-- compare -->\n<!-- /compare -->\n");

    String mine = "<!-- compare -->\na table\n<!-- /compare -->\n";
    Files.writeString(page, "old figures\n" + mine);
    assertThat(run(json, page)).isEqualTo(0);
    assertThat(page).content().startsWith("# Results").endsWith(mine).doesNotContain("old figures");
  }

  @Test
  void aPageWithoutTheSectionIsNotOverwritten() throws Exception {
    Path json = Files.writeString(temp.resolve("r.json"), ONE_RUN);
    Path page = Files.writeString(temp.resolve("RESULTS.md"), "something else");

    assertThat(errorOf(json, page))
        .contains("has no section from <!-- compare -->")
        .hasLineCount(1);
    assertThat(page).hasContent("something else");
  }

  @Test
  void whatIsNoResultFileIsRefusedInOneLine() throws Exception {
    Path page = temp.resolve("RESULTS.md");
    Path json = temp.resolve("r.json");

    assertThat(errorOf(json, page)).contains("r.json").hasLineCount(1);
    Files.writeString(json, "[]");
    assertThat(errorOf(json, page)).contains("r.json: has no results").hasLineCount(1);
    Files.writeString(json, "{}");
    assertThat(errorOf(json, page)).contains("r.json: is no result file of JMH").hasLineCount(1);
    Files.writeString(json, ONE_RUN.replace("ns/op", "s/op"));
    assertThat(errorOf(json, page)).contains("actual=avgt in s/op, expected=avgt in ns/op");
    assertThat(page).doesNotExist();
  }

  private static String errorOf(Path json, Path page) {
    PrintStream before = System.err;
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      assertThat(run(json, page)).isEqualTo(2);
    } finally {
      System.setErr(before);
    }
    return err.toString(StandardCharsets.UTF_8);
  }

  private static int run(Path json, Path page) {
    return new CommandLine(new ResultsCommand()).execute(json.toString(), page.toString());
  }
}
