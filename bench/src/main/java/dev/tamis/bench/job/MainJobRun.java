package dev.tamis.bench.job;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.OutputFile;
import dev.tamis.bench.console.Progress;
import dev.tamis.bench.console.StoreDirectory;
import dev.tamis.bench.console.WrongAnswerException;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * One run of the main job for the command line: checks what the user gave before any work, does the
 * job, reports, and leaves nothing behind that was not asked for, also when it is interrupted.
 */
public final class MainJobRun {
  private static final int FEWEST_LEVELS = 3;
  private static final int INTERRUPTED = 130;

  private final MainJobOptions options;
  private final PrintWriter out;
  private volatile boolean interrupted;

  /**
   * @param out where tables and progress go
   */
  public MainJobRun(MainJobOptions options, PrintWriter out) {
    this.options = options;
    this.out = out;
  }

  /** Does the job and returns the exit code. */
  public int call() throws IOException, InputException, WrongAnswerException {
    if (options.json() != null) {
      OutputFile.requireWritable(options.json());
    }
    if (options.keep() != null) {
      StoreDirectory.requireEmptyOrMissing(options.keep());
    }
    DataSet data =
        options.load() == null
            ? UnicodeNames.load()
            : TsvFile.load(options.load(), Runtime.getRuntime().maxMemory() / 2);
    try (StoreDirectory directory =
        options.keep() == null ? StoreDirectory.temporary() : StoreDirectory.kept(options.keep())) {
      return run(data, directory);
    }
  }

  private int run(DataSet data, StoreDirectory directory) throws IOException, WrongAnswerException {
    MainJob job =
        new MainJob(data, directory.path(), StoreShape.SMALL, options.seed(), Progress.on(out));
    Thread cleanUp = new Thread(() -> cleanUp(job, directory), "tamis-bench-cleanup");
    // Stays registered: after a normal end everything it does has been done.
    Runtime.getRuntime().addShutdownHook(cleanUp);
    MainJobResult result;
    try {
      result = job.run();
    } catch (IOException | IllegalStateException e) {
      if (interrupted) {
        return INTERRUPTED;
      }
      throw e;
    }
    if (options.load() == null && result.loadedLevels() < FEWEST_LEVELS) {
      throw new WrongAnswerException(
          MainJob.LOADED,
          "levels with tables before the full compaction",
          "at least " + FEWEST_LEVELS,
          String.valueOf(result.loadedLevels()));
    }
    out.print(new MainJobReport(result).text());
    if (options.keep() != null) {
      out.println("The store stays in " + directory.path());
    }
    out.flush();
    if (options.json() != null) {
      MainJobJson.write(result, options.json());
    }
    return 0;
  }

  private void cleanUp(MainJob job, StoreDirectory directory) {
    interrupted = true;
    try (directory;
        job) {
      // Closing is all: first the store, then its directory.
    } catch (IOException e) {
      System.err.println("tamis-bench: " + directory.path() + ": cannot be cleaned up: " + e);
    }
  }
}
