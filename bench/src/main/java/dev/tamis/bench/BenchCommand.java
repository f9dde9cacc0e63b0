package dev.tamis.bench;

import dev.tamis.bench.compare.CompareCommand;
import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.bench.damage.DamageCommand;
import dev.tamis.bench.filter.FilterCommand;
import dev.tamis.bench.job.MainJobOptions;
import dev.tamis.bench.job.MainJobRun;
import dev.tamis.bench.report.ReportCommand;
import dev.tamis.bench.run.RunCommand;
import dev.tamis.bench.ycsb.YcsbCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * The program's command line. Without a subcommand it does the main job.
 *
 * <p>Exit codes: 0 all answers were right; 1 a wrong answer or a failure of the store; 2 the
 * arguments, a file or a directory of the user's cannot be used.
 */
@Command(
    name = "tamis-bench",
    description = {
      "Loads real data into a Tamis store, reads it back in every way, compacts it fully, opens it"
          + " again, reads once more, and shows what the store and its filters did.",
      "Without arguments the data is the Unicode character names of this JDK."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:every answer was right",
      "1:a wrong answer, or the store failed",
      "2:arguments, a file or a directory that cannot be used"
    },
    mixinStandardHelpOptions = true,
    versionProvider = BenchCommand.Version.class,
    subcommands = {
      RunCommand.class,
      CompareCommand.class,
      YcsbCommand.class,
      FilterCommand.class,
      DamageCommand.class,
      ReportCommand.class
    },
    sortOptions = false)
public final class BenchCommand implements Callable<Integer> {
  private static final int FAILED = 1;
  private static final int UNUSABLE_INPUT = 2;

  @Spec private CommandSpec spec;
  @Mixin private MainJobOptions options;

  /** Starts the program and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new BenchCommand())
        .setParameterExceptionHandler(BenchCommand::unusable)
        .setExecutionExceptionHandler(BenchCommand::failed);
  }

  @Override
  public Integer call() throws IOException, InputException, WrongAnswerException {
    return new MainJobRun(options, spec.commandLine().getOut()).call();
  }

  private static int unusable(ParameterException e, String[] arguments) {
    oneLine(e.getCommandLine(), e.getMessage() + " (--help lists the options)");
    return UNUSABLE_INPUT;
  }

  private static int failed(Exception e, CommandLine commandLine, ParseResult parsed)
      throws Exception {
    if (e instanceof InputException) {
      oneLine(commandLine, e.getMessage());
      return UNUSABLE_INPUT;
    }
    if (e instanceof WrongAnswerException) {
      oneLine(commandLine, e.getMessage());
      return FAILED;
    }
    if (e instanceof IOException) {
      oneLine(commandLine, e.toString());
      return FAILED;
    }
    throw e;
  }

  private static void oneLine(CommandLine commandLine, String message) {
    PrintWriter err = commandLine.getErr();
    err.println("tamis-bench: " + message.replaceAll("\\R", " "));
    err.flush();
  }

  /** The version of the build, as the jar's manifest says. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = BenchCommand.class.getPackage().getImplementationVersion();
      return new String[] {"tamis-bench " + (version == null ? "(not from a jar)" : version)};
    }
  }
}
