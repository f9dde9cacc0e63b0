package dev.tamis.micro;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.bench.result.RunEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsPageTest {
  private static final RunEnvironment MACHINE =
      new RunEnvironment(
          "a JVM",
          "",
          "Linux 1.2.3-name amd64",
          "a processor",
          2,
          8L << 30,
          1 << 30,
          "ext4",
          "abc123",
          20,
          "");

  @TempDir Path temp;

  @Test
  void aPageHasTheMachineAndARowOfMedianFastestAndSlowestForEachRun() throws Exception {
    String page =
        page(
            run(
                "dev.tamis.filter.KeyHashBenchmark.keyHash",
                "\"keyBytes\":\"16\"",
                "[[6.25,7],[5]]"),
            run(
                "dev.tamis.filter.KeyHashBenchmark.keyHash",
                "\"keyBytes\":\"8\"",
                "[[123.4,99.96,1e4]]"));

    assertThat(page)
        .contains("| processor | a processor, 2 cores |", "| memory | 8 GiB |")
        .contains("| JVM | Test VM 17.0.1 |", "| commit | abc123 |", "| date | 2026-12-01 |")
        .contains("| JVM flags | `-Xmx1g` |")
        .contains(
            "| settings | JMH 1.37; 2 JVMs, each 1 x 500 ms of warm-up and 3 x 1 s measured |")
        .contains("### Key hash\n")
        .contains(
            "| | key bytes | ns | fastest | slowest | CPU ns | bytes |\n|---|---:|---:|---:|---:|---:|---:|\n")
        .contains(
            "| key hash | 8 | 123 | 100.0 | 10,000 | 5.50 | 1,024 |\n| key hash | 16 | 6.25 | 5.00 | 7.00 | 5.50 | 1,024 |\n");
    assertThat(page).doesNotContain("1.2.3-name").doesNotContain("/some/where");
  }

  @Test
  void chaptersHaveTheirOrderAndBatchesThatOfTheirSizes() throws Exception {
    String page =
        page(
            run("dev.tamis.wal.LogAppendBenchmark.by100", "", "[[1]]"),
            run("dev.tamis.wal.LogAppendBenchmark.by10", "", "[[1]]"),
            run("dev.tamis.wal.LogAppendBenchmark.alone", "", "[[1]]"),
            run(
                "dev.tamis.engine.MemTableBenchmark.missInTree",
                "\"entries\":\"500000\"",
                "[[1]]"));

    assertThat(page)
        .containsSubsequence(
            "### Memtable",
            "| miss in tree | 500,000 |",
            "### Log",
            "| alone",
            "| by 10 ",
            "| by 100 ");
  }

  private String page(String... runs) throws Exception {
    Path json = Files.writeString(temp.resolve("r.json"), "[" + String.join(",", runs) + "]");
    return new ResultsPage(MACHINE, LocalDate.of(2026, 12, 1), JmhRun.read(json)).render();
  }

  private static String run(String benchmark, String params, String rawData) {
    return """
        {"jmhVersion":"1.37","benchmark":"%s","mode":"avgt","threads":1,"forks":2,"jvm":"/some/where",
        "jvmArgs":["-Xmx1g"],"vmName":"Test VM","vmVersion":"17.0.1","warmupIterations":1,
        "warmupTime":"500 ms","measurementIterations":3,"measurementTime":"1 s","params":{%s},
        "primaryMetric":{"score":1,"scoreError":"NaN","scoreUnit":"ns/op","rawData":%s},
        "secondaryMetrics":{"gc.alloc.rate.norm":{"scoreUnit":"B/op","rawData":[[1023.9,1024.1,7e6]]},
        "cpu":{"scoreUnit":"ns/op","rawData":[[5,6]]}}}"""
        .formatted(benchmark, params, rawData);
  }
}
