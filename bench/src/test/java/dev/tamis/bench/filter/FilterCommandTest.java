package dev.tamis.bench.filter;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tamis.filter.KeyHash;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class FilterCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;

  @Test
  void tableAndBothFilesHaveTheSameFigures() throws Exception {
    Path csv = directory.resolve("filter.csv");
    Path json = directory.resolve("filter.json");
    int code = quick("--num", "500,2000", "--csv", csv.toString(), "--json", json.toString());
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    FilterResult result = FilterCsv.read(csv);
    List<FilterMeasurement> measurements = result.measurements();
    long kinds = FilterKinds.all(KeyHash.xxh64(1)).size();
    long once = measurements.stream().filter(m -> Double.isNaN(m.bitsPerKey())).count() / 2;
    assertThat(measurements).hasSize(Math.toIntExact(2 * (2 * kinds - once)));
    assertThat(result.environment().settings())
        .isEqualTo("num=500,2000 bits_per_key=8.0,12.0 rounds=1 reads=1000 probes=20000 seed=1");
    JsonObject figures = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
    for (int i = 0; i < measurements.size(); i++) {
      FilterMeasurement m = measurements.get(i);
      assertThat(out.toString()).contains("\n" + m.filter() + " ");
      JsonObject row = figures.getAsJsonArray("measurements").get(i).getAsJsonObject();
      assertThat(row.get("filter").getAsString()).isEqualTo(m.filter());
      assertThat(row.get("falsePositives").getAsLong()).isEqualTo(m.falsePositives());
      assertThat(row.get("absentNanos").getAsDouble()).isEqualTo(m.absentNanos());
      assertThat(row.get("hashedNanos").isJsonNull()).isEqualTo(Double.isNaN(m.hashedNanos()));
    }
  }

  @Test
  void ratesDependOnTheSeedAlone() throws Exception {
    Path one = directory.resolve("one.csv");
    Path same = directory.resolve("same.csv");
    Path other = directory.resolve("other.csv");
    quick("--num", "1000", "--csv", one.toString());
    quick("--num", "1000", "--csv", same.toString());
    quick("--num", "1000", "--csv", other.toString(), "--seed", "2");
    assertThat(falsePositives(same)).isEqualTo(falsePositives(one));
    assertThat(falsePositives(other)).isNotEqualTo(falsePositives(one));
  }

  @Test
  void chosenFiltersAloneAreMeasured() throws Exception {
    Path csv = directory.resolve("chosen.csv");
    assertThat(quick("--num", "1000", "--filters", "Guava,split", "--csv", csv.toString()))
        .isZero();
    FilterResult result = FilterCsv.read(csv);
    assertThat(result.measurements().stream().map(FilterMeasurement::filter).distinct())
        .containsExactly(FilterKinds.PARTITION, FilterKinds.GUAVA);
    assertThat(result.environment().settings()).endsWith(" filters=Guava,split");
    assertThat(out.toString()).contains("\nGuava / Tamis split line: absent ");
  }

  @Test
  void kindsThatCannotBeMadeOfSoFewOrManyBitsAreLeftOut() throws Exception {
    Path csv = directory.resolve("bits.csv");
    assertThat(
            run(
                "--num",
                "1000",
                "--bits_per_key",
                "1,24",
                "--rounds",
                "1",
                "--reads",
                "1000",
                "--probes",
                "1000",
                "--filters",
                "Cuckoo,Ribbon,BlockedBloom",
                "--csv",
                csv.toString()))
        .isZero();
    assertThat(FilterCsv.read(csv).measurements().stream().map(FilterMeasurement::filter))
        .containsExactly(FilterKinds.BLOCKED, FilterKinds.BLOCKED, "Tamis RibbonFilter");
  }

  @Test
  void nonsenseIsRefusedBeforeAnyWork() {
    assertRefused("--filters: actual=Xor, expected=part of one of", "--filters", "Guava,Xor");
    assertRefused("--num: actual=0, expected=1 to 200,000,000", "--num", "0");
    assertRefused("--num: actual=-5,", "--num", "1000,-5");
    assertRefused("'many' is not a long", "--num", "many");
    assertRefused("--bits_per_key: actual=0.5, expected=1 to 24", "--bits_per_key", "8,0.5");
    assertRefused("--bits_per_key: actual=NaN", "--bits_per_key", "NaN");
    assertRefused("--rounds: actual=0, expected=1 to 1,000", "--rounds", "0");
    assertRefused("--reads: actual=1, expected=1,000 to", "--reads", "1");
    assertRefused("--probes: actual=10, expected=1,000 to", "--probes", "10");
  }

  private static List<Long> falsePositives(Path csv) throws Exception {
    return FilterCsv.read(csv).measurements().stream()
        .map(FilterMeasurement::falsePositives)
        .toList();
  }

  private void assertRefused(String message, String... arguments) {
    err.getBuffer().setLength(0);
    assertThat(run(arguments)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains(message);
    assertThat(out.toString()).isEmpty();
  }

  private int quick(String... arguments) {
    String[] quick = {
      "--bits_per_key", "8,12", "--rounds", "1", "--reads", "1000", "--probes", "20000"
    };
    String[] all = Arrays.copyOf(quick, quick.length + arguments.length);
    System.arraycopy(arguments, 0, all, quick.length, arguments.length);
    return run(all);
  }

  private int run(String... arguments) {
    return new CommandLine(new FilterCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
