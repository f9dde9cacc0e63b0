package dev.tamis.bench.report;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.OutputFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tamis-bench report}. */
@Command(
    name = "report",
    description = {
      "Draws result files on one HTML page that holds everything it needs: charts of throughput,"
          + " latency, throughput over time and false-positive rates, and all figures as tables.",
      "Files are those of --csv of the other commands. Several are taken together; where they come"
          + " from different machines, settings or commits, their figures stay apart, marked A, B"
          + " and so on."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE.csv", arity = "1..*", description = "Result files.")
  private List<Path> files;

  @Option(
      names = "--output",
      paramLabel = "FILE.html",
      defaultValue = "report.html",
      description = "The page; replaced where it exists (default: ${DEFAULT-VALUE}).")
  private Path output;

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      defaultValue = "Tamis benchmarks",
      description = "Heading of the page (default: ${DEFAULT-VALUE}).")
  private String title;

  @Option(
      names = "--baseline",
      paramLabel = "ENGINE",
      description = "Whose throughput is 1 in the ratios (default: the first engine).")
  private String baseline;

  @Override
  public Integer call() throws InputException, IOException {
    OutputFile.requireWritable(output);
    Inputs inputs = ResultFiles.read(files);
    for (Path file : files) {
      if (Files.exists(output) && Files.isSameFile(file, output)) {
        throw new InputException(output + ": would be replaced by the page about it");
      }
    }
    Files.writeString(output, ReportPage.render(inputs, title, chosenBaseline(inputs.engines())));
    PrintWriter out = spec.commandLine().getOut();
    out.println("The page is " + output);
    out.flush();
    return 0;
  }

  private String chosenBaseline(Set<String> engines) throws InputException {
    if (baseline == null) {
      return engines.stream().findFirst().orElse("");
    }
    if (!engines.contains(baseline)) {
      throw new InputException(
          "--baseline: actual="
              + baseline
              + ", expected=one of the engines measured: "
              + String.join(", ", engines));
    }
    return baseline;
  }
}
