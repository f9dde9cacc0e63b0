package dev.tamis.bench.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.List;
import org.junit.jupiter.api.Test;

final class YcsbFiguresTest {
  private static final List<String> LINES =
      List.of(
          "[OVERALL], Throughput(ops/sec), 1718.2",
          "[READ], Operations, 477",
          "[READ], AverageLatency(us), 86.8",
          "[READ], Return=OK, 475",
          "[READ], Return=NOT_FOUND, 2",
          "[CLEANUP], Operations, 1",
          "something else");

  @Test
  void countsWhatDidNotReturnOk() {
    YcsbFigures figures = YcsbFigures.parse(LINES);
    assertThat(figures.failed()).isEqualTo(2);
    assertThat(figures.succeeded()).isEqualTo(475);
    assertThat(figures.throughput()).isEqualTo(1718.2);
    assertThat(figures.table().lines()).hasSize(2);
    assertThat(figures.table()).containsPattern("READ +477 +2 +86\\.8");
  }

  @Test
  void everyWorkloadsProportionsMakeAWhole() {
    for (YcsbWorkload workload : YcsbWorkload.values()) {
      double sum =
          workload.properties().stream()
              .filter(property -> property.contains("proportion="))
              .mapToDouble(property -> Double.parseDouble(property.split("=", -1)[1]))
              .sum();
      assertThat(sum).as(workload.name()).isCloseTo(1, offset(1e-9));
    }
  }
}
