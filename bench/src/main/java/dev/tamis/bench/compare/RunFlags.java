package dev.tamis.bench.compare;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.run.RunCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The flags of {@code run} that every process gets: the user's, and defaults of a comparison. */
record RunFlags(List<String> flags) {
  /** These are the comparison's own business. */
  private static final List<String> NOT_FOR_USERS =
      List.of("--engine", "--repeat", "--use_existing_db", "--help", "--version");

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "--cache_size", String.valueOf(256 << 20),
          "--seek_nexts", "10",
          // 50,000 puts of 116 bytes a second: a load for the reader beside it, the same for all
          "--benchmark_write_rate_limit", "5800000");

  private static final Map<String, String> QUICK = Map.of("--num", "100000");

  RunFlags {
    flags = List.copyOf(flags);
  }

  /** Checks what the user gave and adds what the user did not. */
  static RunFlags of(List<String> given, boolean quick) throws InputException {
    ParseResult parsed;
    try {
      parsed = new CommandLine(new RunCommand()).parseArgs(given.toArray(String[]::new));
    } catch (ParameterException e) {
      throw new InputException(e.getMessage() + " (run --help lists the flags of the runs)", e);
    }
    for (String flag : NOT_FOR_USERS) {
      if (parsed.hasMatchedOption(flag)) {
        throw new InputException(flag + ": is set by compare itself");
      }
    }
    List<String> flags = new ArrayList<>(given);
    addMissing(DEFAULTS, parsed, flags);
    if (quick) {
      addMissing(QUICK, parsed, flags);
    }
    return new RunFlags(flags);
  }

  private static void addMissing(
      Map<String, String> defaults, ParseResult parsed, List<String> flags) {
    defaults.forEach(
        (flag, value) -> {
          if (!parsed.hasMatchedOption(flag)) {
            flags.add(flag + "=" + value);
          }
        });
  }
}
