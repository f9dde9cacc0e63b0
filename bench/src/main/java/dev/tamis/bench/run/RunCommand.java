package dev.tamis.bench.run;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.bench.engine.EngineCatalog;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.engine.EngineSettings;
import dev.tamis.bench.result.EnvironmentProbe;
import dev.tamis.bench.result.ResultCsv;
import dev.tamis.bench.result.ResultJson;
import dev.tamis.bench.result.RunEnvironment;
import dev.tamis.bench.result.RunResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Benchmarks in db_bench's names and meaning. */
@Command(
    name = "run",
    description = "Runs benchmarks in db_bench's names and meaning on one store.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nBenchmarks:%n")
public final class RunCommand implements Callable<Integer> {
  /** As in db_bench. */
  private static final int FILLBATCH_SIZE = 1000;

  private static final int MULTI_READ_SIZE = 32;

  private CommandSpec spec;
  @Mixin private RunOptions options;
  @Mixin private MixOptions mix;

  @Spec
  void setSpec(CommandSpec value) {
    spec = value;
    spec.usageMessage().footer(BenchmarkKind.helpLines());
  }

  @Override
  public Integer call() throws IOException, InputException, WrongAnswerException {
    List<BenchmarkKind> kinds = BenchmarkKind.parse(options.benchmarks());
    EngineProvider provider = EngineCatalog.find(options.engine());
    new RunChecks(options, mix).check(kinds);
    PrintWriter out = spec.commandLine().getOut();
    Interruption interruption = new Interruption();
    try (interruption;
        StoreHome home = StoreHome.open(options)) {
      RunEnvironment environment = EnvironmentProbe.probe(home.path(), settingsText(provider));
      out.print(RunReport.head(environment, provider));
      out.flush();
      EngineSettings settings = engineSettings(kinds);
      try (BenchRun run =
          new BenchRun(options, workload(), provider, settings, home, out, interruption.stop())) {
        try {
          run.run(kinds);
        } finally {
          report(new RunResult(environment, run.measurements()), out);
        }
      }
    }
    return 0;
  }

  private void report(RunResult result, PrintWriter out) throws IOException {
    out.print(RunReport.tables(result.measurements()));
    if (options.store().db() != null) {
      out.println("The store stays in " + options.store().db());
    }
    out.flush();
    if (options.csv() != null) {
      ResultCsv.write(result, options.csv());
    }
    if (options.json() != null) {
      ResultJson.write(result, options.json());
    }
  }

  private Workload workload() {
    int largest = Math.max(options.valueBytes(), mix.maxValueBytes());
    return new Workload(
        options.num(),
        options.reads(),
        new Keys(options.keyBytes()),
        new Values(largest, options.compressionRatio(), options.seed()),
        options.valueBytes(),
        options.batchSize(1),
        options.batchSize(FILLBATCH_SIZE),
        options.batchSize(MULTI_READ_SIZE),
        options.sync(),
        options.seekNexts(),
        options.backwards(),
        options.readPercent(),
        options.writeBytesPerSecond(),
        mix.model(),
        options.seed());
  }

  private EngineSettings engineSettings(List<BenchmarkKind> kinds) {
    int largestValue =
        kinds.contains(BenchmarkKind.MIXGRAPH)
            ? Math.max(options.valueBytes(), mix.maxValueBytes())
            : options.valueBytes();
    return options
        .store()
        .settings((long) ((double) options.num() * (options.keyBytes() + largestValue)));
  }

  private String settingsText(EngineProvider provider) {
    return String.format(
        Locale.ROOT,
        "engine=%s num=%d reads=%d key_size=%d value_size=%d compression_ratio=%s threads=%d"
            + " duration=%d batch_size=%d sync=%b seek_nexts=%d cache_size=%d write_buffer_size=%d"
            + " block_size=%d bloom_bits=%s compression_type=%s warmup_seconds=%s histogram=%b"
            + " seed=%d",
        provider.name(),
        options.num(),
        options.reads(),
        options.keyBytes(),
        options.valueBytes(),
        options.compressionRatio(),
        options.threads(),
        options.durationSeconds(),
        options.batchSize(1),
        options.sync(),
        options.seekNexts(),
        options.store().cacheBytes(),
        options.store().writeBufferBytes(),
        options.store().blockBytes(),
        options.store().bloomBits(),
        options.store().compressionType(),
        options.warmupSeconds(),
        options.histogram(),
        options.seed());
  }
}
