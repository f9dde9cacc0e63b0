package dev.tamis.bench;

import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;

/**
 * One run of the main job for the command line: checks what the user gave before any work, does the
 * job, reports, and leaves nothing behind that was not asked for, also when it is interrupted.
 */
final class MainJobRun {
  private static final int FEWEST_LEVELS = 3;
  private static final int INTERRUPTED = 130;

  private final MainJobOptions options;
  private final PrintWriter out;
  private volatile boolean interrupted;

  MainJobRun(MainJobOptions options, PrintWriter out) {
    this.options = options;
    this.out = out;
  }

  int call() throws IOException, InputException, WrongAnswerException {
    if (options.json() != null) {
      MainJobJson.requireWritable(options.json());
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
    MainJob job = new MainJob(data, directory.path(), StoreShape.SMALL, options.seed(), progress());
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

  private Progress progress() {
    return isTerminal(System.console()) ? new TerminalProgress(out) : new PlainProgress(out);
  }

  /** Since JDK 22 there is a console also where input and output are not a terminal. */
  private static boolean isTerminal(Console console) {
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Console.isTerminal cannot be called", e);
    }
  }
}
