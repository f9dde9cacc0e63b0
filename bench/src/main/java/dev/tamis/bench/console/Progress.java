package dev.tamis.bench.console;

import java.io.Console;
import java.io.PrintWriter;

/** Shows how far a long task is. */
public interface Progress {

  /** A bar where the program talks to a terminal, lines where it talks to a file or a pipe. */
  static Progress on(PrintWriter out) {
    return isTerminal(System.console()) ? new TerminalProgress(out) : new PlainProgress(out);
  }

  /**
   * Begins a step.
   *
   * @param total how many operations it will have, or 1 where it cannot be known
   */
  Step begin(String name, long total);

  /** One step; closing it says that it is over, whether it went well or not. */
  interface Step extends AutoCloseable {
    /** Says how many operations are done; one thread at a time. */
    void advanceTo(long done);

    @Override
    void close();
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
