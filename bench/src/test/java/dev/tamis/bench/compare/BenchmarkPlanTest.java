package dev.tamis.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.bench.console.InputException;
import org.junit.jupiter.api.Test;

final class BenchmarkPlanTest {

  @Test
  void readsMeetAStoreThatIsFullAndCompacted() throws InputException {
    BenchmarkPlan plan = BenchmarkPlan.of("fillrandom,readrandom,readseq");
    assertThat(plan.steps())
        .containsExactly("fillrandom", "filluniquerandom", "compact", "readrandom", "readseq");
    assertThat(plan.measured()).containsExactly("fillrandom", "readrandom", "readseq");
    assertThat(plan.prepares()).isTrue();
  }

  @Test
  void theStoreIsMadeAnewAfterOthersHaveWritten() throws InputException {
    assertThat(BenchmarkPlan.of("readwhilewriting,readrandom,overwrite,readseq").steps())
        .containsExactly(
            "filluniquerandom",
            "compact",
            "readwhilewriting",
            "filluniquerandom",
            "compact",
            "readrandom",
            "overwrite",
            "filluniquerandom",
            "compact",
            "readseq");
  }

  @Test
  void writesNeedNoPreparation() throws InputException {
    BenchmarkPlan plan = BenchmarkPlan.of("fillseq,overwrite");
    assertThat(plan.steps()).isEqualTo(plan.measured());
    assertThat(plan.prepares()).isFalse();
  }

  @Test
  void refusesWhatCannotBeTold() {
    assertThatThrownBy(() -> BenchmarkPlan.of("readseq,readseq"))
        .isInstanceOf(InputException.class)
        .hasMessage("--benchmarks: readseq is there twice");
    assertThatThrownBy(() -> BenchmarkPlan.of("filluniquerandom,readseq"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("filluniquerandom prepares the reads");
    assertThatThrownBy(() -> BenchmarkPlan.of("readsek")).isInstanceOf(InputException.class);
  }
}
