package dev.tamis.bench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainJobJsonTest {
  @TempDir private Path directory;

  @Test
  void namesOfTheFieldsStayAsTheyAre() throws IOException {
    JsonObject json = written(SampleResult.full());
    assertThat(json.keySet())
        .containsExactly("seed", "machine", "data", "shape", "loadedLevels", "steps", "filters");
    assertThat(json.getAsJsonObject("machine").keySet())
        .containsExactly("javaVersion", "jvm", "system", "cores", "maxHeapBytes", "lz4");
    assertThat(json.getAsJsonObject("data").keySet())
        .containsExactly(
            "source",
            "entries",
            "overwrites",
            "blankLines",
            "keyBytes",
            "valueBytes",
            "absentKeys");
    assertThat(json.getAsJsonArray("steps").get(1).getAsJsonObject().keySet())
        .containsExactly(
            "stage",
            "step",
            "operations",
            "nanos",
            "operationsPerSecond",
            "p50Nanos",
            "p99Nanos",
            "p999Nanos",
            "maxNanos",
            "levels");
    assertThat(json.getAsJsonArray("filters").get(0).getAsJsonObject().keySet())
        .containsExactly(
            "stage",
            "level",
            "tables",
            "entries",
            "filterBytes",
            "bitsPerKey",
            "checks",
            "negatives",
            "falsePositives",
            "expectedRate",
            "measuredRate",
            "blocksWithFilters",
            "blocksWithoutFilters");
  }

  @Test
  void figuresAreThoseOfTheResult() throws IOException {
    JsonObject json = written(SampleResult.full());
    JsonObject level2 = json.getAsJsonArray("filters").get(1).getAsJsonObject();
    assertThat(level2.get("level").getAsInt()).isEqualTo(2);
    assertThat(level2.get("falsePositives").getAsLong()).isEqualTo(1_504);
    assertThat(level2.get("measuredRate").getAsDouble()).isEqualTo(1_504 / 143_924.0);
    assertThat(json.getAsJsonObject("machine").get("lz4").getAsString()).isEqualTo("native");
    assertThat(json.getAsJsonObject("shape").get("memtableBytes").getAsInt()).isEqualTo(262_144);
  }

  @Test
  void rateThatDoesNotExistIsNull() throws IOException {
    JsonObject level =
        written(SampleResult.small()).getAsJsonArray("filters").get(0).getAsJsonObject();
    assertThat(level.get("measuredRate").isJsonNull()).isTrue();
    assertThat(level.get("expectedRate").isJsonNull()).isTrue();
  }

  @Test
  void placesWhereNoFileCanBeWrittenAreRefused() {
    assertThatThrownBy(() -> OutputFile.requireWritable(directory))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(directory + ": is a directory");
    Path orphan = directory.resolve("missing").resolve("out.json");
    assertThatThrownBy(() -> OutputFile.requireWritable(orphan))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(orphan + ": there is no directory");
  }

  private JsonObject written(MainJobResult result) throws IOException {
    Path file = directory.resolve("figures.json");
    MainJobJson.write(result, file);
    return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
  }
}
