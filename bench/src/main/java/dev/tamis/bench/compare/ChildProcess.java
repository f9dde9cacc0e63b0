package dev.tamis.bench.compare;

import dev.tamis.bench.BenchCommand;
import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.StoreDirectory;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.result.ResultJson;
import dev.tamis.bench.run.Stop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Measures an engine in a fresh JVM, whose lines about finished benchmarks are passed on. */
final class ChildProcess implements Comparison.Child {
  private static final int FAILED = 1;
  private static final long POLL_MILLIS = 100;
  private static final long GRACE_SECONDS = 15;

  private final EngineShelf shelf;
  private final BenchmarkPlan plan;
  private final RunFlags flags;
  private final Path directory;
  private final PrintWriter out;
  private final Stop stop;

  /**
   * @param directory for stores and result files
   */
  ChildProcess(
      EngineShelf shelf,
      BenchmarkPlan plan,
      RunFlags flags,
      Path directory,
      PrintWriter out,
      Stop stop) {
    this.shelf = shelf;
    this.plan = plan;
    this.flags = flags;
    this.directory = directory;
    this.out = out;
    this.stop = stop;
  }

  @Override
  public Outcome run(EngineProvider engine, int repeat) throws IOException {
    Path store = directory.resolve("store");
    Path json = directory.resolve("result.json");
    Path errors = directory.resolve("errors.txt");
    try {
      Process process =
          new ProcessBuilder(command(engine, repeat, store, json))
              .redirectError(errors.toFile())
              .start();
      int exitCode = await(process);
      return outcome(exitCode, lastLine(errors), json);
    } finally {
      StoreDirectory.deleteTree(store);
      Files.deleteIfExists(json);
      Files.deleteIfExists(errors);
    }
  }

  private List<String> command(EngineProvider engine, int repeat, Path store, Path json) {
    List<String> command = shelf.javaCommand(engine, BenchCommand.class.getName());
    command.add("run");
    command.add("--engine=" + engine.name());
    command.add("--benchmarks=" + String.join(",", plan.steps()));
    command.add("--repeat=" + repeat);
    command.add("--db=" + store);
    command.add("--json=" + json);
    command.addAll(flags.flags());
    return command;
  }

  private int await(Process process) throws IOException {
    CountDownLatch over = new CountDownLatch(1);
    Thread watcher = new Thread(() -> endWhenAsked(process, over), "tamis-bench-watches-child");
    watcher.setDaemon(true);
    watcher.start();
    try (BufferedReader lines = process.inputReader(Charset.defaultCharset())) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (plan.steps().contains(line.split(":", 2)[0])) {
          out.println("  " + line);
          out.flush();
        }
      }
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    } finally {
      over.countDown();
      process.destroyForcibly();
    }
  }

  /** Asks it to end in good order, so that it tells what it has measured; then insists. */
  private void endWhenAsked(Process process, CountDownLatch over) {
    try {
      while (!over.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        if (stop.isRequested()) {
          // Not Process.destroy: that closes the stream that is being read.
          process.toHandle().destroy();
          if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
            process.toHandle().destroyForcibly();
          }
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }

  private static String lastLine(Path errors) throws IOException {
    List<String> lines = Files.readAllLines(errors, Charset.defaultCharset());
    // A stack trace's first line says more than its last.
    return lines.stream()
        .filter(line -> line.startsWith("tamis-bench: ") || line.contains("Exception"))
        .reduce((first, second) -> first.startsWith("tamis-bench: ") ? second : first)
        .orElse(lines.isEmpty() ? "" : lines.get(lines.size() - 1));
  }

  /** A process that died has left no file, or a part of one; one that did not has to have one. */
  static Outcome outcome(int exitCode, String error, Path json) {
    try {
      return new Outcome(exitCode, error, ResultJson.read(json));
    } catch (InputException e) {
      return exitCode == 0
          ? new Outcome(FAILED, "no figures: " + e.getMessage(), null)
          : new Outcome(exitCode, error, null);
    }
  }
}
