package dev.tamis.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.bench.BenchProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An engine that gives a wrong answer now and then must not get a figure. */
class LyingEngineTest {
  private final BenchProgram program = new BenchProgram();

  @ParameterizedTest
  @CsvSource({
    "LOSES_A_KEY, readrandom, actual=absent",
    "LOSES_A_KEY, readhot, actual=absent",
    "LOSES_A_KEY, readwhilewriting, actual=absent",
    "LOSES_A_KEY, readrandomwriterandom, actual=absent",
    "LOSES_A_KEY, mixgraph, actual=absent",
    "ANOTHER_VALUE, readrandom, actual=another value",
    "SHORT_VALUE, readrandom, actual=99 bytes",
    "FINDS_ALL, readmissing, expected=absent",
    "LOSES_A_KEY, multireadrandom, actual=absent",
    "ANOTHER_VALUE, multireadrandom, actual=another value",
    "FINDS_ALL, multireadmissing, expected=absent",
    "SHORT_SCAN, readseq, entries of a whole scan: actual=99",
    "SHORT_SCAN, readreverse, entries of a whole scan: actual=99",
    "SEEKS_TOO_FAR, seekrandom, seek of key number",
    "SEEKS_TOO_FAR, seekrandomwhilewriting, seek of key number"
  })
  void isCaught(LyingEngine.Lie lie, String benchmark, String message) {
    int code = run(lie, "fillseq," + benchmark);
    assertThat(program.err()).contains("wrong answer in step \"" + benchmark + "\"", message);
    assertThat(program.err().lines()).hasSize(1);
    assertThat(code).isEqualTo(1);
    assertThat(program.out()).as("figures so far").containsPattern("fillseq +1 +100 ");
  }

  @Test
  void aDeletedKeyThatIsFoundIsCaught() {
    int code = run(LyingEngine.Lie.KEEPS_DELETED, "fillseq,deleterandom,readrandom");
    assertThat(program.err()).contains("expected=absent");
    assertThat(code).isEqualTo(1);
  }

  @Test
  void problemsThatItFindsItselfAreAFailure() {
    int code = run(LyingEngine.Lie.DAMAGED, "fillseq,verify");
    assertThat(program.err()).contains("problems of the store", "block 7");
    assertThat(code).isEqualTo(1);
  }

  @Test
  void anHonestOnePassesAllOfThem() {
    int code =
        run(
            LyingEngine.Lie.NONE,
            "fillseq,readrandom,multireadrandom,multireadmissing,readhot,readwhilewriting,readrandomwriterandom,readmissing,readseq,"
                + "readreverse,seekrandom,seekrandomwhilewriting,deleterandom,readrandom,mixgraph");
    assertThat(program.err()).isEmpty();
    assertThat(code).isZero();
  }

  @Test
  void anEngineThatCannotVerifyIsRefused() {
    assertThat(run(LyingEngine.Lie.NONE, "fillseq,verify")).isEqualTo(2);
    assertThat(program.err()).contains("verify: lying-NONE cannot check itself");
  }

  @Test
  void writesWarmUpOnAStoreWithASmallMemtable() {
    LyingEngine.OPENED.clear();
    int code =
        program.run(
            "run",
            "--engine=lying-" + LyingEngine.Lie.NONE,
            "--num=100",
            "--warmup_seconds=0.01",
            "--write_buffer_size=8388608",
            "--benchmarks=fillseq,readrandom");
    assertThat(code).as(program.err()).isZero();
    assertThat(LyingEngine.OPENED).contains("store: 8388608", "warm-up: 2097152");
    assertThat(LyingEngine.OPENED).doesNotContain("store: 2097152", "warm-up: 8388608");
  }

  private int run(LyingEngine.Lie lie, String benchmarks) {
    return program.run(
        "run",
        "--engine=lying-" + lie,
        "--num=100",
        "--reads=5000",
        "--warmup_seconds=0",
        "--benchmarks=" + benchmarks);
  }
}
