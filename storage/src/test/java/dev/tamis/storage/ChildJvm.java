package dev.tamis.storage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another JVM with the class path of this one. Killed (SIGKILL) when it is closed. */
public final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private ChildJvm(Process process) {
    this.process = process;
    this.output = process.inputReader(UTF_8);
  }

  /** Starts the main method of a class. */
  public static ChildJvm start(Class<?> main, String... arguments) throws IOException {
    return start(List.of(), main, arguments);
  }

  /** The same behind a command, such as {@code strace}. */
  public static ChildJvm start(List<String> before, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new ChildJvm(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** The next line it prints; null if it ended. */
  public String line() throws IOException {
    return output.readLine();
  }

  /** Whether something it printed can be read without waiting. */
  public boolean hasOutput() throws IOException {
    return output.ready();
  }

  /** Sends a line to its standard input. */
  public void send(String line) throws IOException {
    Writer input = process.outputWriter(UTF_8);
    input.write(line + '\n');
    input.flush();
  }

  /** Kills it as {@code kill -9} does and returns when it is dead; its output can still be read. */
  public void kill() {
    // Process.destroyForcibly would close our end of the pipes and with it what is unread.
    process.toHandle().destroyForcibly();
    process.onExit().join();
  }

  /** Waits for its end; 137 is that of a kill. */
  public int exitCode() {
    return process.onExit().join().exitValue();
  }

  public long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    kill();
  }
}
