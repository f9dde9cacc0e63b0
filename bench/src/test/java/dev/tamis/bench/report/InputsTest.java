package dev.tamis.bench.report;

import static dev.tamis.bench.report.SampleInputs.environment;
import static dev.tamis.bench.report.SampleInputs.measured;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.bench.result.RunEnvironment;
import java.util.List;
import org.junit.jupiter.api.Test;

class InputsTest {
  private final Inputs inputs = new Inputs();

  @Test
  void runsOfOneEnvironmentAreRepeatsOfEachOther() {
    inputs.addRuns(environment("abc"), List.of(measured("tamis", "fillseq", 1, 100_000)));
    inputs.addRuns(
        otherClock(environment("abc")), List.of(measured("tamis", "fillseq", 1, 300_000)));
    assertThat(inputs.runEnvironments().all()).hasSize(1);
    assertThat(inputs.runEnvironments().differences()).isEmpty();
    assertThat(PageData.of(inputs, "tamis").throughput().get(0).bars())
        .containsExactly(new ThroughputChart.Bar("tamis", 200, 100, 300, 2, 1.0));
  }

  @Test
  void runsOfDifferentEnvironmentsStayApartEachWithItsOwnBaseline() {
    inputs.addRuns(
        environment("abc"),
        List.of(measured("tamis", "fillseq", 1, 100_000), measured("lmdb", "fillseq", 1, 200_000)));
    inputs.addRuns(
        environment("def"),
        List.of(measured("tamis", "fillseq", 1, 300_000), measured("lmdb", "fillseq", 1, 400_000)));
    assertThat(inputs.runEnvironments().differences()).containsExactly("commit");
    assertThat(inputs.engines()).containsExactly("tamis", "lmdb");
    assertThat(PageData.of(inputs, "lmdb").throughput().get(0).bars())
        .containsExactly(
            new ThroughputChart.Bar("tamis (A)", 100, 100, 100, 1, 0.5),
            new ThroughputChart.Bar("lmdb (A)", 200, 200, 200, 1, 1.0),
            new ThroughputChart.Bar("tamis (B)", 300, 300, 300, 1, 0.75),
            new ThroughputChart.Bar("lmdb (B)", 400, 400, 400, 1, 1.0));
  }

  @Test
  void filtersHaveOtherSettingsThanRunsAndThatIsNoDifference() {
    inputs.addRuns(environment("abc"), List.of(measured("tamis", "fillseq", 1, 100_000)));
    inputs.addFilters(environment("def"), List.of(SampleInputs.filter("line", 10, 0.01)));
    assertThat(inputs.runEnvironments().differences()).isEmpty();
    assertThat(inputs.filterEnvironments().differences()).isEmpty();
    assertThat(inputs.samples().get(0).series()).isEqualTo("tamis");
    assertThat(inputs.filters().get(0).filter()).isEqualTo("line");
  }

  @Test
  void lettersGoOnAfterTheLastOne() {
    assertThat(
            List.of(
                Environments.letter(0),
                Environments.letter(25),
                Environments.letter(26),
                Environments.letter(53)))
        .containsExactly("A", "Z", "AA", "BB");
  }

  private static RunEnvironment otherClock(RunEnvironment e) {
    return new RunEnvironment(
        e.jvm(),
        e.jvmFlags(),
        e.system(),
        e.processor(),
        e.cores(),
        e.memoryBytes(),
        e.heapBytes(),
        e.fileSystem(),
        e.commit(),
        e.nanoTimeNanos() + 1,
        e.settings());
  }
}
