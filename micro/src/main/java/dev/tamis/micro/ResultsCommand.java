package dev.tamis.micro;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.result.EnvironmentProbe;
import dev.tamis.bench.result.RunEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Turns a result file of JMH into the page of results, on the machine that was measured. */
@Command(
    name = "results",
    description =
        "Writes the page of results from JMH's JSON; exit code 2 if a file cannot be used.")
public final class ResultsCommand implements Callable<Integer> {
  private static final int CANNOT_USE = 2;

  @Parameters(index = "0", paramLabel = "JSON", description = "what -rf json -rff JSON wrote")
  private Path json;

  @Parameters(
      index = "1",
      paramLabel = "PAGE",
      description = "Markdown file; its section between the marks of compare is kept")
  private Path page;

  public static void main(String[] args) {
    System.exit(new CommandLine(new ResultsCommand()).execute(args));
  }

  @Override
  public Integer call() {
    try {
      write();
      return 0;
    } catch (InputException e) {
      System.err.println(e.getMessage());
    } catch (IOException e) {
      System.err.println("a file cannot be read or written: " + e);
    }
    return CANNOT_USE;
  }

  private void write() throws IOException, InputException {
    KeptSection kept = KeptSection.of(page);
    RunEnvironment environment = EnvironmentProbe.probe(Path.of("."), "");
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    String figures = new ResultsPage(environment, today, JmhRun.read(json)).render();
    Files.writeString(page, figures + kept.render());
  }
}
