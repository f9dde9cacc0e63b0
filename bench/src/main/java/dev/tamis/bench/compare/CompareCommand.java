package dev.tamis.bench.compare;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.OutputFile;
import dev.tamis.bench.console.StoreDirectory;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.result.EnvironmentLines;
import dev.tamis.bench.result.Measurement;
import dev.tamis.bench.result.ResultCsv;
import dev.tamis.bench.result.ResultJson;
import dev.tamis.bench.result.RunEnvironment;
import dev.tamis.bench.result.RunResult;
import dev.tamis.bench.run.Interruption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Engines side by side. */
@Command(
    name = "compare",
    description = {
      "Runs the same benchmarks on several engines, every run in a fresh JVM, the engines in turn,"
          + " and shows medians, spread and ratios.",
      "Before the first benchmark that reads, and again after others have written, each store is"
          + " loaded with every key (filluniquerandom) and compacted; that is not shown.",
      "Any flag of run may be given, too, and goes to every run (run --help). Defaults that differ"
          + " from run's: --cache_size=268435456 --seek_nexts=10"
          + " --benchmark_write_rate_limit=5800000."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class CompareCommand implements Callable<Integer> {
  private static final int FAILED = 1;
  private static final int REPEATS = 3;

  @Spec private CommandSpec spec;

  @Option(
      names = "--engines",
      split = ",",
      paramLabel = "NAME",
      defaultValue = "tamis,rocksdb,lmdb",
      description =
          "Engines to compare: tamis, and of the peers rocksdb rocksdb-partitioned leveldb-java"
              + " leveldb-jni lmdb mvstore (default: ${DEFAULT-VALUE}).")
  private List<String> engines;

  @Option(
      names = "--benchmarks",
      paramLabel = "NAME,...",
      defaultValue =
          "fillseq,fillrandom,overwrite,readrandom,readmissing,readseq,seekrandom,readwhilewriting",
      description = "What to run, as in run (default: ${DEFAULT-VALUE}).")
  private String benchmarks;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "Runs of each engine (default: 3, and 1 with --quick).")
  private Integer repeats;

  @Option(
      names = "--baseline",
      paramLabel = "NAME",
      description =
          "The engine that ratios refer to (default: rocksdb if it is there, else the" + " first).")
  private String baseline;

  @Option(
      names = "--quick",
      description = "A short look: --num=100000 unless given, and one repeat.")
  private boolean quick;

  @Option(
      names = "--peers-jar",
      paramLabel = "FILE",
      description = "The jar of the other engines (default: where the build puts it).")
  private Path peersJar;

  @Option(
      names = "--db",
      paramLabel = "DIR",
      description =
          "A new or empty directory for the stores, which do not stay (default: a"
              + " temporary one).")
  private Path directory;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write the figures of every run to this file, too.")
  private Path csv;

  @Option(names = "--json", paramLabel = "FILE", description = "The same as JSON.")
  private Path json;

  @Unmatched private List<String> given = new ArrayList<>();

  @Override
  public Integer call() throws IOException, InputException {
    RunFlags flags = RunFlags.of(given, quick);
    BenchmarkPlan plan = BenchmarkPlan.of(benchmarks);
    EngineShelf shelf = EngineShelf.open(peersJar);
    List<EngineProvider> chosen = chosen(shelf);
    String base = baseline();
    for (Path file : new Path[] {csv, json}) {
      if (file != null) {
        OutputFile.requireWritable(file);
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(CompareReport.engines(chosen));
    out.println("each run: " + String.join(" ", plan.steps()));
    if (plan.prepares()) {
      out.println("of these, filluniquerandom and compact only prepare the reads: not shown");
    }
    Interruption interruption = new Interruption();
    try (interruption;
        StoreDirectory home =
            directory == null ? StoreDirectory.temporary() : StoreDirectory.kept(directory)) {
      ChildProcess child =
          new ChildProcess(shelf, plan, flags, home.path(), out, interruption.stop());
      Comparison comparison = new Comparison(chosen, repeats(), child, out, interruption.stop());
      comparison.run();
      report(comparison, plan, chosen, base, out);
      if (interruption.stop().isRequested()) {
        out.println("interrupted: the table has what was measured until then");
        out.flush();
      }
      return comparison.failures().isEmpty() ? 0 : FAILED;
    }
  }

  private void report(
      Comparison comparison,
      BenchmarkPlan plan,
      List<EngineProvider> chosen,
      String base,
      PrintWriter out)
      throws IOException {
    List<Measurement> shown =
        comparison.measurements().stream()
            .filter(m -> plan.measured().contains(m.benchmark()))
            .toList();
    if (comparison.environment() != null) {
      RunEnvironment environment = ofAll(comparison.environment(), chosen);
      out.println();
      EnvironmentLines.of(environment).forEach(out::println);
      out.println();
      out.print(CompareReport.table(plan.measured(), chosen, base, shown));
      RunResult result = new RunResult(environment, shown);
      if (csv != null) {
        ResultCsv.write(result, csv);
      }
      if (json != null) {
        ResultJson.write(result, json);
      }
    }
    comparison.failures().forEach(out::println);
    out.flush();
  }

  /** The settings name one engine, but all of them had the same. */
  private static RunEnvironment ofAll(RunEnvironment first, List<EngineProvider> chosen) {
    String names =
        chosen.stream().map(EngineProvider::name).collect(Collectors.joining(",", "engines=", " "));
    return new RunEnvironment(
        first.jvm(),
        first.jvmFlags(),
        first.system(),
        first.processor(),
        first.cores(),
        first.memoryBytes(),
        first.heapBytes(),
        first.fileSystem(),
        first.commit(),
        first.nanoTimeNanos(),
        first.settings().replaceFirst("^engine=\\S+ ", names));
  }

  private List<EngineProvider> chosen(EngineShelf shelf) throws InputException {
    List<EngineProvider> chosen = new ArrayList<>();
    for (String name : engines) {
      EngineProvider provider = shelf.find("--engines", name);
      if (chosen.contains(provider)) {
        throw new InputException("--engines: " + name + " is there twice");
      }
      chosen.add(provider);
    }
    return chosen;
  }

  private String baseline() throws InputException {
    if (baseline == null) {
      return engines.contains("rocksdb") ? "rocksdb" : engines.get(0);
    }
    if (!engines.contains(baseline)) {
      throw new InputException(
          "--baseline: actual="
              + baseline
              + ", expected one of --engines: "
              + String.join(" ", engines));
    }
    return baseline;
  }

  private int repeats() throws InputException {
    if (repeats == null) {
      return quick ? 1 : REPEATS;
    }
    if (repeats < 1) {
      throw new InputException("--repeats: actual=" + repeats + ", expected 1 or more");
    }
    return repeats;
  }
}
