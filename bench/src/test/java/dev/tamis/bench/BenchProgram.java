package dev.tamis.bench;

import java.io.PrintWriter;
import java.io.StringWriter;

/** The program, started in this JVM. */
public final class BenchProgram {
  private StringWriter out = new StringWriter();
  private StringWriter err = new StringWriter();

  /** Runs it and returns its exit code; what it said before is forgotten. */
  public int run(String... arguments) {
    out = new StringWriter();
    err = new StringWriter();
    return BenchCommand.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  public String out() {
    return out.toString();
  }

  public String err() {
    return err.toString();
  }
}
