package dev.tamis.bench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class StepMeterTest {

  @Test
  void percentilesAreThoseOfTheCallsRecorded() {
    StepMeter meter = new StepMeter();
    for (int i = 1; i <= 10_000; i++) {
      meter.record(i * 100L);
    }
    StepResult result = meter.result("loaded", "load", List.of());
    assertThat(result.operations()).isEqualTo(10_000);
    assertThat(result.nanos()).isEqualTo(100L * 10_000 * 10_001 / 2);
    assertThat(result.operationsPerSecond()).isCloseTo(1e9 / 500_050, within(1e-6));
    assertThat((double) result.p50Nanos()).isCloseTo(500_000, within(1_000.0));
    assertThat((double) result.p99Nanos()).isCloseTo(990_000, within(2_000.0));
    assertThat((double) result.p999Nanos()).isCloseTo(999_000, within(2_000.0));
    assertThat(result.maxNanos()).isEqualTo(1_000_000);
  }

  @Test
  void callOfMoreThanAnHourCountsInFull() {
    StepMeter meter = new StepMeter();
    meter.record(2 * 3_600_000_000_000L);
    StepResult result = meter.result("loaded", "load", List.of());
    assertThat(result.nanos()).isEqualTo(7_200_000_000_000L);
    assertThat(result.operations()).isEqualTo(1);
    assertThat(result.maxNanos()).isEqualTo(result.nanos());
    assertThat(result.p50Nanos()).isLessThanOrEqualTo(result.maxNanos());
  }

  @Test
  void stepWithoutCallsHasNoRate() {
    StepResult result = new StepMeter().result("loaded", "read absent keys", List.of());
    assertThat(result.operations()).isZero();
    assertThat(result.operationsPerSecond()).isZero();
  }
}
