package dev.tamis.bench.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MainJobReportTest {

  @Test
  void reportIsTheGoldenOne() throws IOException {
    assertThat(new MainJobReport(SampleResult.full()).text()).isEqualTo(resource("report.txt"));
  }

  @Test
  void reportOfSmallAndMessyDataIsTheGoldenOne() throws IOException {
    assertThat(new MainJobReport(SampleResult.small()).text())
        .isEqualTo(resource("report-small.txt"));
  }

  @Test
  void reportFits120AsciiColumns() {
    String text = new MainJobReport(SampleResult.full()).text();
    assertThat(text.lines()).allMatch(line -> line.length() <= 120);
    assertThat(text).isASCII();
  }

  @Test
  void lineOfAllLevelsAddsThemUp() {
    List<FilterRow> rows = new ArrayList<>(SampleResult.full().filters());
    rows.removeIf(row -> !row.stage().equals(MainJob.LOADED));
    FilterRow all = rows.remove(rows.size() - 1);
    assertThat(all.level()).isEqualTo(FilterRow.ALL_LEVELS);
    assertThat(all.checks()).isEqualTo(rows.stream().mapToLong(FilterRow::checks).sum());
    assertThat(all.negatives()).isEqualTo(rows.stream().mapToLong(FilterRow::negatives).sum());
    assertThat(all.measuredRate())
        .isEqualTo((double) all.falsePositives() / (all.falsePositives() + all.negatives()));
    assertThat(all.blocksWithoutFilters())
        .isEqualTo(rows.stream().mapToLong(FilterRow::blocksWithoutFilters).sum());
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = MainJobReportTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
