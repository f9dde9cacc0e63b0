package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows is what compiles and runs. */
final class ReadmeTest {
  private static final Path README = Path.of("..", "README.md");
  private static final Path EXAMPLE =
      Path.of("src/test/java/dev/tamis/engine/EmbeddingExample.java");

  @Test
  void theReadmesExampleIsTheOneThatIsCompiled() throws IOException {
    List<String> code =
        between(Files.readAllLines(EXAMPLE), "    // begin of the", "    // end of the").stream()
            .map(line -> line.isEmpty() ? line : line.substring(4))
            .toList();
    List<String> shown = between(Files.readAllLines(README), "```java", "```");
    assertThat(shown).isEqualTo(code);
    assertThat(shown).hasSizeBetween(15, 22);
  }

  @Test
  void theReadmesExampleRuns(@TempDir Path directory) throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    EmbeddingExample.run(
        directory.resolve("store"), new PrintStream(printed, true, StandardCharsets.UTF_8));
    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("true", "blue", "pear = green");
  }

  @Test
  void ciRunsTheReadmesTestCommand() throws IOException {
    List<String> commands = between(Files.readAllLines(README), "```sh", "```");
    assertThat(commands).hasSize(2);
    String test = commands.get(1).replaceAll("#.*", "").trim();
    assertThat(Files.readString(Path.of("..", ".ci", "run"))).contains("\n" + test + "\n");
  }

  @Test
  void everyTestThatIsNamedForAPromiseIsThere() throws IOException {
    Matcher named = Pattern.compile("`(\\w+Test)\\.(\\w+)`").matcher(Files.readString(README));
    int count = 0;
    while (named.find()) {
      Path file = Path.of("src/test/java/dev/tamis/engine", named.group(1) + ".java");
      assertThat(file).exists();
      assertThat(Files.readString(file)).contains("void " + named.group(2) + "(");
      count++;
    }
    assertThat(count).isGreaterThan(25);
  }

  private static List<String> between(List<String> lines, String begin, String end) {
    int from = -1;
    for (int i = 0; i < lines.size(); i++) {
      if (from < 0 && lines.get(i).startsWith(begin)) {
        from = i + 1;
      } else if (from >= 0 && lines.get(i).startsWith(end)) {
        return lines.subList(from, i);
      }
    }
    throw new AssertionError("no block between " + begin + " and " + end);
  }
}
