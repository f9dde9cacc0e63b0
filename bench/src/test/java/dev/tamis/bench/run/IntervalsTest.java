package dev.tamis.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IntervalsTest {
  private static final long MILLI = 1_000_000;
  private final Intervals intervals = new Intervals();

  @Test
  void eachTenthOfASecondHasItsOperations() {
    intervals.look(50 * MILLI, 5);
    intervals.look(100 * MILLI, 10);
    intervals.look(210 * MILLI, 10);
    intervals.look(305 * MILLI, 40);
    assertThat(intervals.seconds()).isEqualTo(0.1);
    assertThat(intervals.operations()).containsExactly(10L, 0L, 30L);
  }

  @Test
  void aLateLookSpreadsWhatItMissed() {
    intervals.look(400 * MILLI, 43);
    assertThat(intervals.operations()).containsExactly(10L, 11L, 11L, 11L);
  }

  @Test
  void longRunsHaveFewerAndLongerIntervals() {
    for (int i = 1; i <= 3001; i++) {
      intervals.look(100L * i * MILLI, 7L * i);
    }
    assertThat(intervals.seconds()).isEqualTo(0.4);
    assertThat(intervals.operations()).hasSize(750).containsOnly(28L);
  }
}
