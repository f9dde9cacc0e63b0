package dev.tamis.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tamis.bench.result.Latency;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReportPageTest {
  private static final Pattern SCRIPT = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);
  private static final Pattern DATA =
      Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>");

  @Test
  void everySectionHasItsPlaceForChartsAndItsTable() throws IOException {
    String page = everything();
    for (String id : List.of("throughput", "latency", "time", "rates")) {
      assertThat(page)
          .contains("<section id=\"" + id + "\" aria-labelledby=\"" + id + "-heading\">")
          .contains("data-charts=\"" + id + "\"")
          .contains("data-legend=\"" + id + "\"")
          .contains("<a href=\"#" + id + "\">");
    }
    assertThat(page).contains("<section id=\"measurements\"", "<section id=\"environment\"");
    assertThat(Pattern.compile("<table>").matcher(page).results()).hasSize(7);
    assertThat(Pattern.compile("<caption>").matcher(page).results()).hasSize(7);
    assertThat(page)
        .contains("<td>2.61</td>", "OpenJDK 64-Bit Server VM", "num&#x3D;1000000 key_size");
  }

  @Test
  void whatWasNotMeasuredHasNoSection() throws IOException {
    Inputs inputs = new Inputs();
    inputs.addFile("run.csv");
    inputs.addRuns(
        SampleInputs.environment("abc"),
        List.of(SampleInputs.measured("tamis", "fillseq", 1, 100_000)));
    String page = ReportPage.render(inputs, "One", "tamis");
    assertThat(page).contains("<section id=\"throughput\"");
    assertThat(page).doesNotContain("id=\"latency\"", "id=\"time\"", "id=\"rates\"");
  }

  @Test
  void dataOfTheChartsIsInThePage() throws IOException {
    JsonObject data = data(everything());
    assertThat(data.keySet())
        .contains("baseline", "series", "throughput", "latency", "time", "rates");
    assertThat(data.getAsJsonArray("throughput")).hasSize(4);
    JsonObject bar =
        data.getAsJsonArray("throughput")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("bars")
            .get(0)
            .getAsJsonObject();
    assertThat(bar.get("series").getAsString()).isEqualTo("tamis");
    assertThat(bar.get("median").getAsDouble()).isEqualTo(490);
  }

  @Test
  void pageSaysItsLanguageTitleAndSchemesAndHasAWayPastTheNavigation() throws IOException {
    assertThat(everything())
        .startsWith("<!DOCTYPE html>\n<html lang=\"en\">")
        .contains("<title>Tamis benchmarks</title>", "<meta charset=\"utf-8\">")
        .contains("name=\"viewport\"", "content=\"light dark\"")
        .contains("prefers-color-scheme: dark", "@media print")
        .contains("<a class=\"skip\" href=\"#content\">", "<main id=\"content\">", "<noscript>")
        .contains("tabindex=\"0\" role=\"region\" aria-label=\"Every measurement\"");
  }

  @Test
  void nothingIsLoadedFromAnywhere() throws IOException {
    String page = SCRIPT.matcher(everything()).replaceAll("");
    assertThat(page).doesNotContainPattern("(?i)https?://|url\\(|@import|<link rel=\"?style|<img");
    assertThat(Pattern.compile("(?i)(src|href)=\"([^\"]*)\"").matcher(page).results())
        .extracting(match -> match.group(2))
        .allMatch(target -> target.startsWith("#") || target.equals("data:,"));
    assertThat(page).contains("Content-Security-Policy\" content=\"default-src 'none'");
  }

  @Test
  void policyAllowsTheScriptsOfThePageAndNoOthers() throws Exception {
    String page = everything();
    List<MatchResult> scripts = SCRIPT.matcher(page).results().toList();
    assertThat(scripts).hasSize(3);
    StringBuilder policy = new StringBuilder("script-src");
    for (MatchResult script : scripts) {
      byte[] source = script.group(1).getBytes(StandardCharsets.UTF_8);
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(source);
      policy.append(" 'sha256-").append(Base64.getEncoder().encodeToString(sum)).append('\'');
    }
    assertThat(page).contains(policy + "\">");
  }

  @Test
  void namesThatAreMarkupStayText() throws IOException {
    String hostile = "</script><script>alert(1)</script><!--<b a=\"'&";
    Inputs inputs = new Inputs();
    inputs.addFile(hostile);
    inputs.addRuns(
        SampleInputs.environment(hostile),
        List.of(
            SampleInputs.measured(hostile, hostile, 1, 100_000),
            SampleInputs.measurement(
                hostile,
                hostile,
                1,
                100_000,
                2,
                new Latency(false, List.of(50.0), List.of(100L)),
                1,
                List.of(1L, 2L))));
    inputs.addFilters(
        SampleInputs.environment(hostile), List.of(SampleInputs.filter(hostile, 10, 0.01)));
    String page = ReportPage.render(inputs, hostile, hostile);
    assertThat(page).doesNotContain("alert(1)<", "<b a", "</script><script>a");
    assertThat(page).contains("&lt;/script&gt;&lt;script&gt;alert(1)");
    assertThat(SCRIPT.matcher(page).results()).hasSize(3);
    JsonObject data = data(page);
    assertThat(data.get("baseline").getAsString()).isEqualTo(hostile);
    assertThat(data.getAsJsonArray("series")).hasSize(1);
  }

  @Test
  void differentEnvironmentsAreSaidAtTheTop() throws IOException {
    assertThat(everything()).doesNotContain("different environments");
    Inputs inputs = SampleInputs.everything();
    inputs.addRuns(
        SampleInputs.environment("fffffff"),
        List.of(SampleInputs.measured("tamis", "fillrandom", 1, 600_000)));
    assertThat(ReportPage.render(inputs, "Two", "rocksdb"))
        .contains("come from 2 different environments", "They differ in: commit.", "tamis (B)");
  }

  private static String everything() throws IOException {
    return ReportPage.render(SampleInputs.everything(), "Tamis benchmarks", "rocksdb");
  }

  private static JsonObject data(String page) {
    MatchResult match = DATA.matcher(page).results().findFirst().orElseThrow();
    return JsonParser.parseString(match.group(1)).getAsJsonObject();
  }
}
