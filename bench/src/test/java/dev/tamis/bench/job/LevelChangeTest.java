package dev.tamis.bench.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.engine.LevelInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class LevelChangeTest {

  @Test
  void countersAreDifferencesAndTheShapeIsTheLaterOne() {
    LevelInfo earlier = level(1, 3, 100, 90, 4, 6, 7, 8, 9);
    LevelInfo later = level(1, 5, 1100, 1080, 9, 11, 27, 38, 49);
    LevelChange change = LevelChange.between(List.of(earlier), List.of(later)).get(0);
    assertThat(change)
        .isEqualTo(new LevelChange(1, 5, 5_000, 50, 500, 10.5, 0.01, 1_000, 990, 5, 5, 20, 30, 40));
  }

  @Test
  void levelThatIsNewBeganAtZeroAndLevelsArePairedByNumber() {
    LevelInfo one = level(1, 1, 10, 5, 3, 2, 0, 0, 0);
    LevelInfo two = level(2, 1, 20, 15, 3, 2, 1, 1, 1);
    List<LevelChange> changes = LevelChange.between(List.of(two), List.of(one, two));
    assertThat(changes).extracting(LevelChange::filterChecks).containsExactly(10L, 0L);
  }

  @Test
  void ratesThatAreNotNumbersBecomeZero() {
    LevelInfo empty =
        new LevelInfo(0, 0, 0, 0, 0, Double.NaN, Double.NaN, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    LevelChange change = LevelChange.between(List.of(), List.of(empty)).get(0);
    assertThat(change.bitsPerKey()).isZero();
    assertThat(change.expectedFilterRate()).isZero();
  }

  private static LevelInfo level(
      int level,
      int tables,
      long checks,
      long negatives,
      long truePositives,
      long falsePositives,
      long noFilter,
      long searches,
      long reads) {
    return new LevelInfo(
        level,
        tables,
        tables * 1_000L,
        tables * 10L,
        tables * 100L,
        10.5,
        0.01,
        checks,
        negatives,
        truePositives,
        0,
        0,
        falsePositives,
        noFilter,
        0,
        0,
        0,
        searches,
        reads);
  }
}
