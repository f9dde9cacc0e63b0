package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The tables of FORMAT.md's section "Simulation" are what the code gives. With {@code
 * -Dtamis.simulation=write} they are written first, at full scale.
 */
class SimulationTableTest {
  private static final Path DOCUMENT = Path.of("FORMAT.md");
  private static final String BEGIN = "<!-- simulation: begin, generated -->\n";
  private static final String END = "<!-- simulation: end -->\n";
  private static final String HEADING =
      """
      | type | made for | keys | bits per key | k | formula, % | measured, % | error, % of the formula |
      |---|---|---|---|---|---|---|---|
      """;
  private static final String SIZES_HEADING =
      "| rate | cuckoo | standard | blocked | ribbon, 4,096 keys |\n|---|---|---|---|---|\n";

  /** Rows with no more queries are counted again in full. */
  private static final long FEW_QUERIES = 1_000_000;

  private static final List<SimulationRow> ROWS = SimulationRow.all();

  @BeforeAll
  static void writeIfAsked() throws IOException {
    if (!"write".equals(System.getProperty("tamis.simulation"))) {
      return;
    }
    StringBuilder text = new StringBuilder(HEADING);
    for (SimulationRow row : ROWS) {
      text.append(row.line(row.count(row.queries()))).append('\n');
    }
    text.append('\n').append(sizes());
    String before = document();
    Files.writeString(
        DOCUMENT,
        before.substring(0, before.indexOf(BEGIN) + BEGIN.length())
            + text
            + before.substring(before.indexOf(END)));
  }

  @Test
  void theDocumentHasExactlyTheseRows() throws IOException {
    assertThat(table()).startsWith(HEADING).endsWith("\n" + sizes());
    assertThat(rows()).hasSameSizeAs(ROWS);
  }

  /** Sizes and formulas exactly; counts exactly where that is quick, else a smaller sample's. */
  @TestFactory
  List<DynamicTest> a2_rowsAreWhatTheCodeGives() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    List<String> written = rows();
    for (int i = 0; i < ROWS.size(); i++) {
      SimulationRow row = ROWS.get(i);
      String line = i < written.size() ? written.get(i) : "";
      tests.add(DynamicTest.dynamicTest(row.type() + ", " + row.madeFor(), () -> check(row, line)));
    }
    return tests;
  }

  /** The formula is within its error: five deviations and 1 %. */
  @TestFactory
  List<DynamicTest> a2_formulasAreWithinTheErrorOfTheCounts() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (String line : rows()) {
      String[] cells = line.split(" *\\| *", -1);
      String[] error = cells[8].split(" ± ", -1);
      tests.add(
          DynamicTest.dynamicTest(
              cells[1] + ", " + cells[2],
              () -> {
                double allowed = 5 * Double.parseDouble(error[1]) + 1;
                assertThat(Math.abs(Double.parseDouble(error[0]))).isLessThan(allowed);
              }));
    }
    return tests;
  }

  private static void check(SimulationRow row, String written) {
    long queries = row.queries();
    boolean isQuick = queries <= FEW_QUERIES;
    SimulationRow.Count count = row.count(isQuick ? queries : FEW_QUERIES);
    assertThat(written).startsWith(row.beginning(count));
    if (isQuick) {
      assertThat(written).isEqualTo(row.line(count));
    } else {
      double documented = Double.parseDouble(written.split(" *\\| *", -1)[7]) / 100;
      BinomialGate.assertFits(written, count.positives(), count.queries(), documented, 0.04);
    }
  }

  /** Bits per key that the types need for a rate. */
  private static String sizes() {
    StringBuilder text = new StringBuilder(SIZES_HEADING);
    for (double percent : new double[] {3, 1, 0.1}) {
      double rate = percent / 100;
      text.append(
          String.format(
              Locale.ROOT,
              "| %s %% | %.2f | %.2f | %.2f | %.2f |\n",
              percent == 0.1 ? "0.1" : Long.toString((long) percent),
              CuckooFilter.builder()
                      .expectedKeys(1_000_000)
                      .falsePositiveRate(rate)
                      .build()
                      .bitSize()
                  / 1e6,
              BloomSizing.standardBitsPerKey(rate),
              BloomSizing.splitLineBitsPerKey(rate),
              Math.ceil(-Math.log(rate) / Math.log(2)) * 4352 / 4096));
    }
    return text.toString();
  }

  private static List<String> rows() throws IOException {
    return table().lines().skip(2).takeWhile(line -> !line.isEmpty()).toList();
  }

  private static String table() throws IOException {
    String text = document();
    return text.substring(text.indexOf(BEGIN) + BEGIN.length(), text.indexOf(END));
  }

  private static String document() throws IOException {
    return Files.readString(DOCUMENT);
  }
}
