package dev.tamis.micro;

import static dev.tamis.bench.console.ReportTable.number;

import dev.tamis.bench.result.RunEnvironment;
import dev.tamis.bench.result.Spread;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The page of results in Markdown. */
final class ResultsPage {
  private static final String INTRODUCTION =
      """
      # Results

      `scripts/results.sh` runs the micro-benchmarks and writes this page anew (`--quick`: faster and rougher).
      [README.md](README.md#micro-benchmarks) says how they are made; the class of each has an essay.
      Absolute figures move from machine to machine and with whatever else runs there.

      """;

  private static final String READING =
      """
      ## Inner pieces

      Nanoseconds for one operation, one thread: the median of all measured iterations, and the fastest and the
      slowest of them; then processor time of the whole JVM and bytes allocated, for one operation too. Where CPU
      time is far below the time, other programs had the processor meanwhile.
      """;

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private final RunEnvironment environment;
  private final LocalDate date;
  private final List<JmhRun> runs;
  private final StringBuilder out = new StringBuilder();

  ResultsPage(RunEnvironment environment, LocalDate date, List<JmhRun> runs) {
    this.environment = environment;
    this.date = date;
    this.runs = runs;
  }

  /** The page up to the section that is kept. */
  String render() {
    out.append(INTRODUCTION);
    addEnvironment();
    out.append(READING);
    Map<Integer, List<JmhRun>> chapters =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    run -> chapter(run).order(), TreeMap::new, Collectors.toList()));
    chapters.values().forEach(this::addChapter);
    return out.toString();
  }

  private void addEnvironment() {
    JmhRun any = runs.get(0);
    // The release of the kernel and paths among the flags of some runs say nothing here.
    String system = environment.system().split(" ", 2)[0];
    addRow("", "");
    addRule(2, 0);
    addRow("processor", environment.processor() + ", " + environment.cores() + " cores");
    addRow("memory", number("%.0f GiB", environment.memoryBytes() / (double) (1 << 30)));
    addRow("system", system + " " + System.getProperty("os.arch"));
    addRow("JVM", any.vmName() + " " + any.vmVersion());
    addRow("JVM flags", flagsOfAll());
    addRow("settings", any.settings());
    addRow("commit", environment.commit());
    addRow("date", date.toString());
    out.append('\n');
  }

  /** Flags that every run had; a benchmark that needs others says so in its essay. */
  private String flagsOfAll() {
    List<String> common = new ArrayList<>(runs.get(0).jvmArgs());
    runs.forEach(run -> common.retainAll(run.jvmArgs()));
    return common.isEmpty() ? "none" : "`" + String.join(" ", common) + "`";
  }

  private void addChapter(List<JmhRun> ofOneClass) {
    Chapter chapter = chapter(ofOneClass.get(0));
    List<String> parameters =
        ofOneClass.stream()
            .flatMap(run -> run.parameters().keySet().stream())
            .distinct()
            .sorted()
            .toList();
    out.append("\n### ").append(chapter.title()).append("\n\n");
    out.append(chapter.operation()).append("\n\n");
    List<String> head = new ArrayList<>();
    head.add("");
    parameters.forEach(name -> head.add(words(name)));
    head.addAll(List.of("ns", "fastest", "slowest", "CPU ns", "bytes"));
    addRow(head.toArray(String[]::new));
    addRule(1, head.size() - 1);
    ofOneClass.stream()
        .sorted(Comparator.comparing(run -> inNumberOrder(run, parameters)))
        .forEach(run -> addFigures(run, parameters));
  }

  private void addFigures(JmhRun run, List<String> parameters) {
    Spread nanos = run.nanos();
    List<String> cells = new ArrayList<>();
    cells.add(words(run.method()));
    for (String name : parameters) {
      cells.add(grouped(run.parameters().getOrDefault(name, "")));
    }
    cells.add(nanoCell(nanos.median()));
    cells.add(nanoCell(nanos.min()));
    cells.add(nanoCell(nanos.max()));
    cells.add(nanoCell(run.cpuNanos()));
    cells.add(number("%,.0f", run.allocatedBytes()));
    addRow(cells.toArray(String[]::new));
  }

  private void addRow(String... cells) {
    for (String cell : cells) {
      out.append("| ").append(cell).append(cell.isEmpty() ? "" : " ");
    }
    out.append("|\n");
  }

  private void addRule(int left, int right) {
    out.append("|---".repeat(left)).append("|---:".repeat(right)).append("|\n");
  }

  /** Three digits that count, no more than two of them behind the point. */
  private static String nanoCell(double nanos) {
    return number(nanos < 10 ? "%.2f" : nanos < 100 ? "%.1f" : "%,.0f", nanos);
  }

  private static String grouped(String value) {
    return value.matches("\\d{1,18}")
        ? String.format(Locale.ROOT, "%,d", Long.parseLong(value))
        : value;
  }

  /** {@code missInTree} as "miss in tree"; digits stay with the word before or get a space. */
  static String words(String camelCase) {
    return camelCase
        .replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=By|by)(?=\\d)", " ")
        .toLowerCase(Locale.ROOT);
  }

  /** Method and parameters in an order in which 8 comes before 32. */
  private static String inNumberOrder(JmhRun run, List<String> parameters) {
    String values =
        parameters.stream()
            .map(name -> run.parameters().getOrDefault(name, ""))
            .collect(Collectors.joining(" "));
    return NUMBER
        .matcher(run.method() + " " + values)
        .replaceAll(
            number -> "0".repeat(Math.max(0, 18 - number.group().length())) + number.group());
  }

  private static Chapter chapter(JmhRun run) {
    try {
      Chapter chapter = Class.forName(run.className()).getAnnotation(Chapter.class);
      if (chapter == null) {
        throw new IllegalStateException(run.className() + " is in no chapter");
      }
      return chapter;
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(run.className() + " is not in this jar", e);
    }
  }
}
