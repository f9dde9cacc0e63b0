package dev.tamis.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.bench.BenchProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures that can't be right are refused: one line that names the reason, exit code 2. */
class RunRefusalsTest {
  private final BenchProgram program = new BenchProgram();

  @TempDir private Path directory;

  @Test
  void helpNamesEveryBenchmarkAndFlag() {
    assertThat(program.run("run", "--help")).isZero();
    for (BenchmarkKind kind : BenchmarkKind.values()) {
      assertThat(program.out()).contains("  " + kind.title() + " ");
    }
    assertThat(program.out()).contains("--num", "--value_size", "(default: 16)", "37 %");
  }

  @Test
  void unknownNamesAreAnsweredWithTheKnownOnes() {
    assertRefused(
        "unknown: actual=readrandomly, expected one of fillseq",
        "--benchmarks=fillseq,readrandomly");
    assertRefused("--engine: unknown: actual=nosuch, expected one of ", "--engine=nosuch");
    assertRefused("Unknown option: '--nonsense=1'", "--nonsense=1");
  }

  @Test
  void keysThatNothingLoaded() {
    assertRefused(
        "readrandom works on keys that nothing has loaded", "--benchmarks=readrandom,fillseq");
    assertRefused("overwrite works on keys that nothing has loaded", "--benchmarks=overwrite");
  }

  @Test
  void aStoreThatWasEmptied() {
    assertRefused(
        "readrandom: the store is empty",
        "--num=10",
        "--warmup_seconds=0",
        "--benchmarks=fillseq,deleteseq,readrandom");
    assertThat(program.out()).as("figures so far").containsPattern("fillseq +1 +10 ");
  }

  @Test
  void sizesThatMeanNothing() {
    assertRefused("--num: actual=0, expected 1 to", "--num=0");
    assertRefused("--num", "--num=many");
    assertRefused("--reads: actual=0", "--reads=0");
    assertRefused("--key_size: too short for --num", "--key_size=1", "--num=257");
    assertRefused("--key_size: actual=0", "--key_size=0");
    assertRefused("--value_size: actual=-1", "--value_size=-1");
    assertRefused("--threads: actual=0", "--threads=0");
    assertRefused("--batch_size: actual=0", "--batch_size=0");
    assertRefused("--compression_ratio: actual=0.0", "--compression_ratio=0");
    assertRefused("--compression_type: actual=zip, expected lz4 or none", "--compression_type=zip");
    assertRefused("--bloom_bits: actual=-1.0", "--bloom_bits=-1");
    assertRefused("--mix_..._ratio", "--mix_get_ratio=-1");
    assertRefused("memtableBytes: actual=1", "--write_buffer_size=1");
  }

  @Test
  void flagsThatContradict() {
    assertRefused("--use_existing_db: needs --db", "--use_existing_db");
    assertRefused("--reads and --duration", "--reads=1", "--duration=1");
    assertRefused("--sync and --batch_size", "--sync", "--batch_size=2");
    assertRefused("--sync and fillbatch", "--sync", "--benchmarks=fillbatch");
    Path file = directory.resolve("both");
    assertRefused("--csv and --json: both name", "--csv=" + file, "--json=" + file);
  }

  @Test
  void directoriesThatHoldSomethingElse() throws IOException {
    Path foreign = Files.createDirectory(directory.resolve("foreign"));
    Path letter = Files.writeString(foreign.resolve("letter.txt"), "mine");
    assertRefused("--db: " + foreign + ": is not a store and not empty", "--db=" + foreign);
    assertRefused("--db: " + letter + ": is not a directory", "--db=" + letter);
    assertRefused("holds no store of an earlier run", "--use_existing_db", "--db=" + foreign);
    assertThat(letter).hasContent("mine");
    assertRefused("is a directory", "--csv=" + foreign);
  }

  @Test
  void anExistingStoreOfOtherSizes() {
    String db = "--db=" + directory.resolve("db");
    assertThat(program.run("run", "--num=100", "--warmup_seconds=0", "--benchmarks=fillseq", db))
        .isZero();
    String[] reading = {db, "--use_existing_db", "--benchmarks=readseq", "--warmup_seconds=0"};
    assertRefused("--value_size: actual=10, expected=100", with(reading, "--value_size=10"));
    assertRefused("--key_size: actual=8, expected=16", with(reading, "--key_size=8"));
    assertRefused("not below --num", with(reading, "--num=99"));
  }

  private static String[] with(String[] flags, String one) {
    String[] all = Arrays.copyOf(flags, flags.length + 1);
    all[flags.length] = one;
    return all;
  }

  private void assertRefused(String message, String... flags) {
    String[] arguments = new String[flags.length + 1];
    arguments[0] = "run";
    System.arraycopy(flags, 0, arguments, 1, flags.length);
    assertThat(program.run(arguments)).as(program.err()).isEqualTo(2);
    assertThat(program.err().lines()).hasSize(1);
    assertThat(program.err()).startsWith("tamis-bench: ").contains(message);
  }
}
