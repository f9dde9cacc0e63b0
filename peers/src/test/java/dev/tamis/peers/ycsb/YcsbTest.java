package dev.tamis.peers.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.bench.ycsb.YcsbCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class YcsbTest {

  @ParameterizedTest
  @CsvSource({
    "a,tamis", "b,tamis", "c,tamis", "d,tamis", "e,tamis", "f,tamis",
    "a,rocksdb", "b,rocksdb", "c,rocksdb", "d,rocksdb", "e,rocksdb", "f,rocksdb"
  })
  void noOperationFails(String workload, String engine) {
    StringWriter out = new StringWriter();
    int exitCode =
        new CommandLine(new YcsbCommand())
            .setOut(new PrintWriter(out, true))
            .execute(
                "--workload=" + workload,
                "--engine=" + engine,
                "--records=1000",
                "--operations=1000",
                "--threads=2",
                "--check-values");
    assertThat(exitCode).as(out.toString()).isZero();
    assertThat(out.toString())
        .containsPattern("load: [0-9,]+ operations/s, 0 failed")
        .containsPattern("run: [0-9,]+ operations/s, 0 failed")
        .containsPattern("INSERT +1,000 +0 ");
  }
}
