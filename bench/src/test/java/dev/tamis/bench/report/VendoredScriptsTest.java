package dev.tamis.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The chart libraries are what npm has under the version that ORIGIN names. */
class VendoredScriptsTest {
  @Test
  void filesHaveTheChecksumsThatTheirOriginNames() throws Exception {
    List<String> sums =
        ReportPage.resource("ORIGIN")
            .lines()
            .filter(line -> line.matches("[0-9a-f]{64}  \\S+"))
            .toList();
    assertThat(sums).hasSize(2);
    for (String line : sums) {
      String name = line.substring(66);
      byte[] script = ReportPage.resource(name).getBytes(StandardCharsets.UTF_8);
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(script);
      assertThat(HexFormat.of().formatHex(sum)).as(name).isEqualTo(line.substring(0, 64));
    }
  }

  @Test
  void theirLicencesAreInTheJar() throws Exception {
    String licences = ReportPage.resource("/META-INF/THIRD-PARTY-LICENSES");
    assertThat(licences).contains("d3 7.9.0", "@observablehq/plot 0.6.17");
    assertThat(licences).contains("Copyright 2010-2023 Mike Bostock", "Observable, Inc.");
    assertThat(ReportPage.resource("d3.min.js")).startsWith("// https://d3js.org v7.9.0 ");
    assertThat(ReportPage.resource("plot.umd.min.js")).startsWith("// @observablehq/plot v0.6.17 ");
  }
}
