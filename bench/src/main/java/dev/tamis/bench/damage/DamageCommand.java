package dev.tamis.bench.damage;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.Progress;
import dev.tamis.bench.console.ReportTable;
import dev.tamis.bench.console.StoreDirectory;
import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.bench.engine.EngineCatalog;
import dev.tamis.bench.engine.EngineProvider;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tamis-bench damage}. */
@Command(
    name = "damage",
    description = {
      "Makes a small store of synced keys, closes it, and damages copies of it: every bit of every"
          + " file flipped, every file cut to every length, missing, or that of another store. Each"
          + " copy is opened and read; the table counts what was noticed.",
      "Ends with exit code 1 if a copy gave a wrong answer without an error, hung, or failed with"
          + " an error that does not say that bytes are wrong."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class DamageCommand implements Callable<Integer> {
  private static final int MOST_KEYS = 1000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      defaultValue = "tamis",
      description = "Store to damage (default: ${DEFAULT-VALUE}).")
  private String engine;

  @Option(
      names = "--num",
      paramLabel = "N",
      defaultValue = "20",
      description = "Number of keys (default: ${DEFAULT-VALUE}).")
  private int keys;

  @Option(
      names = "--stride",
      paramLabel = "N",
      defaultValue = "1",
      description = "Only every Nth bit and length (default: ${DEFAULT-VALUE}).")
  private int stride;

  @Override
  public Integer call() throws IOException, InputException, WrongAnswerException {
    require("--num", keys, MOST_KEYS);
    require("--stride", stride, 1 << 20);
    EngineProvider provider = EngineCatalog.find(engine);
    PrintWriter out = spec.commandLine().getOut();
    try (StoreDirectory home = StoreDirectory.temporary()) {
      SmallStore store = create(provider, home, "store");
      SmallStore sibling = create(provider, home, "sibling");
      Path scratch = Files.createDirectory(home.path().resolve("copies"));
      Map<DamageRun.Group, EnumMap<Outcome, Long>> counts =
          new DamageRun(store, sibling, scratch).run(stride, Progress.on(out));
      out.println();
      out.print(table(counts).render());
      out.flush();
      return check(counts);
    }
  }

  private SmallStore create(EngineProvider provider, StoreDirectory home, String name)
      throws IOException {
    return SmallStore.create(provider, keys, Files.createDirectory(home.path().resolve(name)));
  }

  private static ReportTable table(Map<DamageRun.Group, EnumMap<Outcome, Long>> counts) {
    List<String> headings = new ArrayList<>(List.of("file", "damage", "copies"));
    for (Outcome outcome : Outcome.values()) {
      headings.add(outcome.title());
    }
    ReportTable table = new ReportTable(headings.toArray(String[]::new));
    counts.forEach(
        (group, outcomes) -> {
          long copies = outcomes.values().stream().mapToLong(Long::longValue).sum();
          List<String> cells = new ArrayList<>();
          cells.addAll(List.of(group.fileKind(), group.damage(), ReportTable.count(copies)));
          for (Outcome outcome : Outcome.values()) {
            cells.add(ReportTable.count(outcomes.getOrDefault(outcome, 0L)));
          }
          table.addRow(cells.toArray(String[]::new));
        });
    return table;
  }

  private int check(Map<DamageRun.Group, EnumMap<Outcome, Long>> counts)
      throws WrongAnswerException {
    long failures =
        counts.values().stream()
            .flatMap(outcomes -> outcomes.entrySet().stream())
            .filter(entry -> entry.getKey().isFailure())
            .mapToLong(Map.Entry::getValue)
            .sum();
    if (failures > 0) {
      throw new WrongAnswerException(
          "damage", engine, "every damage noticed or harmless", failures + " that were not");
    }
    return 0;
  }

  private void require(String option, int actual, int most) {
    if (actual < 1 || actual > most) {
      throw new ParameterException(
          spec.commandLine(), option + ": actual=" + actual + ", expected=1 to " + most);
    }
  }
}
