package dev.tamis.bench.ycsb;

import dev.tamis.bench.compare.EngineShelf;
import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.StoreDirectory;
import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.bench.engine.EngineProvider;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One of YCSB's workloads on one engine: load, then run, each in a JVM of its own. */
@Command(
    name = "ycsb",
    description = {
      "Runs a core workload of YCSB, by YCSB's own client: loads the records, then operates on"
          + " them. Needs the peers' jar, which has YCSB in it.",
      "Exit code 1 if any operation failed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class YcsbCommand implements Callable<Integer> {
  private static final String CLIENT = "site.ycsb.Client";
  private static final String BINDING = "dev.tamis.peers.ycsb.EngineDb";
  private static final int FAILED = 1;

  @Spec private CommandSpec spec;

  @Option(
      names = "--workload",
      required = true,
      paramLabel = "a..f",
      description =
          "a: half reads, half updates; b: 95 %% reads, 5 %% updates; c: reads; d: 95 %% reads of"
              + " the latest, 5 %% inserts; e: 95 %% scans, 5 %% inserts; f: half reads, half"
              + " read-modify-writes.")
  private String workload;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      defaultValue = "tamis",
      description = "Store to run on (default: ${DEFAULT-VALUE}).")
  private String engine;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Records to load, of 10 fields of 100 bytes (default: ${DEFAULT-VALUE}).")
  private int records;

  @Option(
      names = "--operations",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Operations on them (default: ${DEFAULT-VALUE}).")
  private int operations;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Client threads (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--check-values",
      description = "Let YCSB compare every value that it reads with what it wrote.")
  private boolean checkValues;

  @Option(
      names = "--peers-jar",
      paramLabel = "FILE",
      description = "The jar with YCSB and other engines (default: where the build puts it).")
  private Path peersJar;

  @Override
  public Integer call() throws IOException, InputException, WrongAnswerException {
    YcsbWorkload chosen = chosenWorkload();
    atLeastOne("--records", records);
    atLeastOne("--operations", operations);
    atLeastOne("--threads", threads);
    EngineShelf shelf = EngineShelf.open(peersJar);
    EngineProvider provider = shelf.find("--engine", engine);
    shelf.requireClass(CLIENT);
    PrintWriter out = spec.commandLine().getOut();
    out.println(provider.name() + ": " + provider.description());
    out.println("  writes: " + provider.writeGuarantee());
    long failed = 0;
    try (StoreDirectory home = StoreDirectory.temporary()) {
      for (String phase : List.of("-load", "-t")) {
        Path export = home.path().resolve("figures" + phase);
        phase(command(shelf, provider, chosen, phase, home.path(), export));
        YcsbFigures figures = YcsbFigures.parse(Files.readAllLines(export));
        report(phase.equals("-load") ? "load" : "run", figures, out);
        failed += figures.failed();
        if (phase.equals("-load") && figures.succeeded() < records) {
          throw new WrongAnswerException(
              "ycsb load",
              "records inserted",
              String.valueOf(records),
              String.valueOf(figures.succeeded()));
        }
      }
    }
    return failed == 0 ? 0 : FAILED;
  }

  private void report(String phase, YcsbFigures figures, PrintWriter out) {
    out.println();
    out.println(
        String.format(
            Locale.ROOT,
            "workload %s, %s: %,.0f operations/s, %d failed",
            workload.toLowerCase(Locale.ROOT),
            phase,
            figures.throughput(),
            figures.failed()));
    out.print(figures.table());
    out.flush();
  }

  private List<String> command(
      EngineShelf shelf,
      EngineProvider provider,
      YcsbWorkload chosen,
      String phase,
      Path home,
      Path export) {
    List<String> command = shelf.javaCommand(provider, CLIENT);
    command.addAll(List.of(phase, "-db", BINDING, "-s"));
    command.addAll(List.of("-threads", String.valueOf(threads)));
    List<String> properties = new ArrayList<>(chosen.properties());
    properties.add("recordcount=" + records);
    properties.add("operationcount=" + operations);
    properties.add("tamis.engine=" + provider.name());
    properties.add("tamis.directory=" + home.resolve("store"));
    properties.add("measurementtype=hdrhistogram");
    properties.add("exportfile=" + export);
    properties.add("dataintegrity=" + checkValues);
    for (String property : properties) {
      command.addAll(List.of("-p", property));
    }
    return command;
  }

  /** YCSB reports its progress on the error output, which is passed on. */
  private static void phase(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Thread killer = new Thread(process::destroyForcibly, "tamis-bench-ends-ycsb");
    Runtime.getRuntime().addShutdownHook(killer);
    try {
      String said = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset());
      int exitCode = process.waitFor();
      if (exitCode != 0) {
        throw new IOException("YCSB ended with exit code " + exitCode + ": " + said);
      }
      Runtime.getRuntime().removeShutdownHook(killer);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while YCSB was running");
    } finally {
      process.destroyForcibly();
    }
  }

  private YcsbWorkload chosenWorkload() throws InputException {
    for (YcsbWorkload candidate : YcsbWorkload.values()) {
      if (candidate.name().equalsIgnoreCase(workload)) {
        return candidate;
      }
    }
    throw new InputException("--workload: actual=" + workload + ", expected a, b, c, d, e or f");
  }

  private static void atLeastOne(String option, int actual) throws InputException {
    if (actual < 1) {
      throw new InputException(option + ": actual=" + actual + ", expected 1 or more");
    }
  }
}
