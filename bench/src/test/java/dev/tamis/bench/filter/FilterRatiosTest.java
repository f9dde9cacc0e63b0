package dev.tamis.bench.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FilterRatiosTest {
  private static final double NONE = Double.NaN;

  @Test
  void ratiosInCacheAreToTheHashAndToGuava() {
    List<FilterRatios.Ratio> ratios = FilterRatios.of(all(10_000, 12_544));
    assertThat(ratio(ratios, "Tamis BlockedBloomFilter: absent, hashed / hash of a key"))
        .isEqualTo(ratio(12.0 / (13 - 3), 1.5, false));
    assertThat(ratio(ratios, "Guava / Tamis BlockedBloomFilter: absent"))
        .isEqualTo(ratio(60.0 / 25, 3, true));
    assertThat(ratio(ratios, "Tamis BlockedBloomFilter: build / hash of a key"))
        .isEqualTo(ratio(70.0 / 10, NONE, false));
    assertThat(ratio(ratios, "Tamis BlockedBloomFilter: batch of 32 / 32 lines read"))
        .isEqualTo(ratio(9.0 / 4, NONE, false));
    assertThat(ratios.stream().filter(FilterRatios.Ratio::isMet).map(FilterRatios.Ratio::goal))
        .containsExactly(1.5);
  }

  @Test
  void goalsDependOnTheSize() {
    assertThat(goals(1_000_000, 1_250_048)).containsExactly(NONE, 5.0, NONE, NONE);
    assertThat(goals(53_687_091, 67_108_928)).containsExactly(NONE, NONE, NONE, 2.5);
    assertThat(goals(178_956_970, 536_870_912)).containsExactly(NONE, NONE, 1.5, 2.5);
  }

  @Test
  void aGoalIsMetOnItsOwnSide() {
    String table = FilterRatios.render(FilterRatios.of(all(10_000, 12_544)));
    assertThat(table)
        .containsPattern("hashed / hash of a key +10,000 +12,544 +1.20 +at most 1.5 +yes")
        .containsPattern(
            "Guava / Tamis BlockedBloomFilter: absent +10,000 +12,544 +2.40 +at least 3.0 +no")
        .containsPattern("build / hash of a key +10,000 +12,544 +7.00 +- +-");
  }

  @Test
  void whatWasNotMeasuredHasNoRatio() {
    assertThat(
            FilterRatios.of(List.of(measurement(FilterKinds.BLOCKED, 1000, 10, 1280, 1, 1, 1, 1))))
        .isEmpty();
    assertThat(FilterRatios.of(List.of(measurement(FilterKinds.GUAVA, 1000, 10, 1280, 1, 1, 1, 1))))
        .isEmpty();
  }

  private static List<Double> goals(long keys, long bytes) {
    return FilterRatios.of(all(keys, bytes)).stream().map(FilterRatios.Ratio::goal).toList();
  }

  private static FilterRatios.Ratio ratio(List<FilterRatios.Ratio> ratios, String what) {
    FilterRatios.Ratio found =
        ratios.stream().filter(r -> r.what().equals(what)).findFirst().orElseThrow();
    return ratio(found.value(), found.goal(), found.higherIsBetter());
  }

  private static FilterRatios.Ratio ratio(double value, double goal, boolean higherIsBetter) {
    return new FilterRatios.Ratio("", 0, 0, value, goal, higherIsBetter);
  }

  private static List<FilterMeasurement> all(long keys, long bytes) {
    return List.of(
        measurement(FilterKinds.KEY, keys, NONE, 0, 1, 3, NONE, NONE),
        measurement(FilterKinds.HASH, keys, NONE, 0, 10, 13, NONE, NONE),
        measurement(FilterKinds.LINE, keys, 10, bytes, 1, 15, 5, 4),
        measurement(FilterKinds.BLOCKED, keys, 10, bytes, 70, 25, 12, 9),
        measurement(FilterKinds.GUAVA, keys, 10, bytes, 100, 60, NONE, NONE));
  }

  private static FilterMeasurement measurement(
      String filter,
      long keys,
      double bits,
      long bytes,
      double build,
      double absent,
      double hashed,
      double batch) {
    return new FilterMeasurement(
        filter, keys, bits, bytes, build, 1, absent, hashed, batch, 1000, 10, 0.01);
  }
}
