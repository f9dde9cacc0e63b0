package dev.tamis.bench.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Reference values of Wilson's interval: Newcombe, "Two-sided confidence intervals" (1998). */
class FilterMeasurementTest {
  @Test
  void intervalIsWilsons() {
    assertInterval(81, 263, 0.2553, 0.3662);
    assertInterval(15, 148, 0.0624, 0.1605);
    assertInterval(1, 29, 0.0061, 0.1718);
  }

  @Test
  void noFalsePositiveStillLeavesRoomAboveZero() {
    assertInterval(0, 20, 0, 0.1611);
  }

  @Test
  void bitsPerKeyComeFromTheMemory() {
    assertThat(measurement(1, 100).actualBitsPerKey()).isEqualTo(10);
  }

  private static void assertInterval(long positives, long probes, double low, double high) {
    FilterMeasurement measurement = measurement(positives, probes);
    assertThat(measurement.rate()).isEqualTo((double) positives / probes);
    assertThat(measurement.lowestRate()).isCloseTo(low, within(5e-5));
    assertThat(measurement.highestRate()).isCloseTo(high, within(5e-5));
  }

  private static FilterMeasurement measurement(long positives, long probes) {
    return new FilterMeasurement("f", 800, 10, 1000, 1, 1, 1, 1, 1, probes, positives, 0.01);
  }
}
