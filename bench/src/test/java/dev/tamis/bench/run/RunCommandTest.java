package dev.tamis.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.bench.BenchProgram;
import dev.tamis.bench.result.Measurement;
import dev.tamis.bench.result.ResultCsv;
import dev.tamis.bench.result.ResultJson;
import dev.tamis.bench.result.RunResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs on Tamis, small. */
class RunCommandTest {
  private static final int NUM = 2000;

  private final BenchProgram program = new BenchProgram();

  @TempDir private Path directory;

  @Test
  void fillsWriteTheirKeysAndReadsFindThem() throws Exception {
    List<Measurement> all =
        run(
            "fillseq,readseq,readreverse,readtocache,readrandom,readmissing,readhot,seekrandom,"
                + "fillbatch,readseq,filluniquerandom,readseq,fillrandom,readseq,filluniquerandom,"
                + "multireadrandom,multireadmissing",
            "--seek_nexts=3");
    for (int i : new int[] {0, 8, 10, 12}) {
      Measurement fill = all.get(i);
      assertThat(fill.operations()).as(fill.benchmark()).isEqualTo(NUM);
      assertThat(fill.userBytes()).as(fill.benchmark()).isEqualTo(NUM * 116L);
      assertThat(fill.writeAmplification()).as(fill.benchmark()).isBetween(1.0, 3.0);
      assertThat(fill.spaceAmplification()).as(fill.benchmark()).isBetween(0.5, 3.0);
      assertThat(fill.found()).as(fill.benchmark()).isEqualTo(-1);
    }
    for (int i : new int[] {1, 2, 3, 4, 6, 7, 9, 11}) {
      Measurement read = all.get(i);
      assertThat(read.operations()).as(read.benchmark()).isEqualTo(NUM);
      assertThat(read.found()).as(read.benchmark()).isEqualTo(NUM);
      assertThat(read.liveBytes()).as(read.benchmark()).isEqualTo(NUM * 116L);
      assertThat(read.writtenBytes()).as(read.benchmark()).isEqualTo(-1);
    }
    assertThat(all.get(5).operations()).isEqualTo(NUM);
    assertThat(all.get(5).found()).isZero();
    assertThat(all.get(7).userBytes())
        .as("entries behind a seek")
        .isBetween(2L * NUM * 116, 3L * NUM * 116);
    // With replacement: about 1 - 1/e of the keys.
    assertThat(all.get(13).operations()).isBetween(1100L, 1400L);
    assertThat(all.get(15).operations()).isEqualTo(NUM);
    assertThat(all.get(15).found()).isEqualTo(NUM);
    assertThat(all.get(16).operations()).isEqualTo(NUM);
    assertThat(all.get(16).found()).isZero();
  }

  @Test
  void writesOverAndDeletesOfWhatIsThere() throws Exception {
    List<Measurement> all =
        run(
            "fillseq,overwrite,readseq,readwhilewriting,seekrandomwhilewriting,"
                + "readrandomwriterandom,readseq,deleterandom,readseq,deleteseq,compact",
            "--batch_size=1",
            "--threads=2");
    assertThat(all.get(1).operations()).as("each thread does them").isEqualTo(2 * NUM);
    assertThat(all.get(2).operations()).isEqualTo(2 * NUM);
    assertThat(all.get(3).found()).isEqualTo(2 * NUM);
    assertThat(all.get(5).found()).as("90 %").isEqualTo(2 * NUM * 9 / 10);
    assertThat(all.get(8).found()).as("e^-2 are left, for each").isBetween(300L, 800L);
    assertThat(all.get(9).liveBytes()).isZero();
    assertThat(all.get(10).operations()).isEqualTo(1);
    assertThat(all.get(10).seconds()).isPositive();
  }

  @Test
  void mixgraphChangesLengthsAndIsRightAfterwards() throws Exception {
    List<Measurement> all = run("fillseq,mixgraph,readrandom,readseq,verify");
    Measurement mix = all.get(1);
    assertThat(mix.operations()).isEqualTo(NUM);
    assertThat(mix.found()).as("85 %").isBetween(1600L, 1800L);
    assertThat(mix.liveBytes()).isNotEqualTo(NUM * 116L).isPositive();
    assertThat(all.get(3).userBytes()).isEqualTo(mix.liveBytes());
    assertThat(all.get(3).found()).isEqualTo(NUM);
  }

  @Test
  void stepsWithTheStoreAsAWhole() throws Exception {
    List<Measurement> all = run("fillsync,stats,levelstats,waitforcompaction,verify,open,readseq");
    assertThat(all)
        .extracting(Measurement::benchmark)
        .containsExactly("fillsync", "waitforcompaction", "verify", "open", "readseq");
    assertThat(all.get(0).operations()).as("num / 1000").isEqualTo(2);
    assertThat(program.out()).contains("logSyncs=", "filter checks");
  }

  @Test
  void latencyRunsGiveTwoMeasurementsThatDifferInTheirLatency() throws Exception {
    List<Measurement> all = run("fillseq,readrandom", "--histogram");
    assertThat(all).hasSize(4);
    Measurement measured = all.get(2);
    Measurement corrected = all.get(3);
    assertThat(measured.latency().corrected()).isFalse();
    assertThat(corrected.latency().corrected()).isTrue();
    assertThat(measured.latency().nanos()).isSorted().allMatch(nanos -> nanos > 0);
    for (int i = 0; i < measured.latency().nanos().size(); i++) {
      assertThat(corrected.latency().nanos().get(i))
          .isGreaterThanOrEqualTo(measured.latency().nanos().get(i));
    }
    assertThat(measured.operationsPerSecond()).isEqualTo(corrected.operationsPerSecond());
    assertThat(program.out())
        .contains("readrandom, as measured", "readrandom, corrected", "p99.99");
  }

  @Test
  void bothFilesHoldTheSameAndTheTableItsRows() throws Exception {
    Path json = directory.resolve("run.json");
    run("fillseq,readrandom", "--json=" + json);
    RunResult fromCsv = ResultCsv.read(directory.resolve("run.csv"));
    assertThat(ResultJson.read(json)).isEqualTo(fromCsv);
    assertThat(fromCsv.environment().settings()).contains("num=2000", "seed=1", "engine=tamis");
    assertThat(program.out())
        .contains("commit: ", "nano_time_ns: ", "write_guarantee: survives a killed", "space amp")
        .containsPattern("readrandom +1 +2,000 +2,000 ");
  }

  @Test
  void theSeedDecidesWhatIsWrittenAndRead() throws Exception {
    List<Long> found = new ArrayList<>();
    for (String seed : List.of("7", "7", "8")) {
      found.add(run("fillrandom,readrandom", "--seed=" + seed).get(1).found());
    }
    assertThat(found.get(0)).isEqualTo(found.get(1)).isNotEqualTo(found.get(2));
  }

  @Test
  void aDurationEndsWhatWouldGoOn() throws Exception {
    List<Measurement> all = run("fillseq,readrandom", "--duration=1");
    assertThat(all.get(0).operations()).isEqualTo(NUM);
    assertThat(all.get(1).operations()).isPositive();
    assertThat(all.get(1).seconds()).isGreaterThanOrEqualTo(1);
    assertThat(all.get(1).intervalOperations()).isNotEmpty();
    assertThat(all.get(1).intervalOperations().stream().mapToLong(Long::longValue).sum())
        .isLessThanOrEqualTo(all.get(1).operations());
  }

  @Test
  void warmUpLeavesTheStoreAlone() throws Exception {
    List<Measurement> all =
        run("fillseq,overwrite,deleteseq,fillseq,readseq", "--warmup_seconds=0.05");
    assertThat(all.get(0).operations()).isEqualTo(NUM);
    assertThat(all.get(4).found()).isEqualTo(NUM);
  }

  @Test
  void aGetOfAnAbsentKeyAllocatesNothingAndOfAPresentOneItsValue() throws Exception {
    List<Measurement> all =
        run(
            "filluniquerandom,compact,readmissing,readrandom",
            "--reads=200000",
            "--warmup_seconds=1",
            "--cache_size=67108864");
    assertThat(all.get(2).allocatedBytesPerOperation()).as("absent").isLessThan(1);
    // 100 bytes and the array's head, rounded up to 120.
    assertThat(all.get(3).allocatedBytesPerOperation()).as("present").isBetween(116.0, 130.0);
    assertThat(all.get(3).fileReads()).as("all is cached").isZero();
  }

  @Test
  void anExistingStoreIsCountedAndUsed() throws Exception {
    Path db = directory.resolve("db");
    run("fillrandom", "--db=" + db);
    List<Measurement> all =
        run("readseq,readrandom,fillseq,readseq", "--db=" + db, "--use_existing_db=1");
    assertThat(all.get(0).operations()).isBetween(1100L, 1400L);
    assertThat(all.get(3).found()).isEqualTo(NUM);
    assertThat(db.toFile().list()).containsExactlyInAnyOrder("store", StoreHome.MARK);
  }

  private List<Measurement> run(String benchmarks, String... flags) throws Exception {
    Path csv = directory.resolve("run.csv");
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("run", "--num=" + NUM, "--warmup_seconds=0", "--csv", csv.toString()));
    arguments.addAll(List.of("--benchmarks", benchmarks));
    for (String flag : flags) {
      if (flag.startsWith("--warmup_seconds")) {
        arguments.remove("--warmup_seconds=0");
      }
      arguments.add(flag);
    }
    assertThat(program.run(arguments.toArray(String[]::new))).as(program.err()).isZero();
    assertThat(program.err()).isEmpty();
    return ResultCsv.read(csv).measurements();
  }
}
