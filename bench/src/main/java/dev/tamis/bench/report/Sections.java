package dev.tamis.bench.report;

import dev.tamis.bench.filter.FilterMeasurement;
import dev.tamis.bench.result.Measurement;
import dev.tamis.bench.result.RunEnvironment;
import dev.tamis.bench.result.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The page's sections with their tables; a section about what was not measured is left out. */
final class Sections {
  private static final double SLOWEST = 100;

  private final Inputs inputs;
  private final String baseline;

  Sections(Inputs inputs, String baseline) {
    this.inputs = inputs;
    this.baseline = baseline;
  }

  List<Section> of(PageData data) {
    List<Section> sections = new ArrayList<>();
    if (!data.throughput().isEmpty()) {
      sections.add(throughput(data.throughput()));
    }
    if (!data.latency().isEmpty()) {
      sections.add(latency(data.latency()));
    }
    if (!data.time().isEmpty()) {
      sections.add(time(data.time()));
    }
    if (!inputs.filters().isEmpty()) {
      sections.add(filters(!data.rates().isEmpty()));
    }
    if (!inputs.samples().isEmpty()) {
      sections.add(measurements());
    }
    sections.add(environments());
    return sections;
  }

  private Section throughput(List<ThroughputChart> charts) {
    PageTable table =
        new PageTable(
            "Throughput, thousand operations per second",
            2,
            List.of(
                "Benchmark", "Engine", "Median", "Min", "Max", "Repeats", "Ratio to " + baseline));
    for (ThroughputChart chart : charts) {
      for (ThroughputChart.Bar bar : chart.bars()) {
        double ratio = bar.ratio() == null ? Double.NaN : bar.ratio();
        table.addRow(
            List.of(
                chart.benchmark(),
                bar.series(),
                Figures.significant(bar.median()),
                Figures.significant(bar.min()),
                Figures.significant(bar.max()),
                String.valueOf(bar.repeats()),
                Figures.fixed(ratio, 2)));
      }
    }
    return charted(
        "throughput",
        "Throughput",
        "Median of the repeats; the whiskers reach from the slowest to the fastest repeat. More is"
            + " better. Each benchmark has a scale of its own. In brackets: ratio to "
            + baseline
            + ".",
        table);
  }

  private static Section latency(List<LatencyChart> charts) {
    List<Double> percentiles =
        charts.stream()
            .flatMap(chart -> chart.curves().stream())
            .flatMap(curve -> curve.points().stream())
            .map(LatencyChart.Point::percentile)
            .distinct()
            .sorted()
            .toList();
    Stream<String> names =
        percentiles.stream()
            .map(p -> p == SLOWEST ? "Max" : "p" + (p % 1 == 0 ? p.longValue() : p.toString()));
    PageTable table =
        new PageTable(
            "Latency, microseconds",
            3,
            Stream.concat(Stream.of("Benchmark", "Engine", "Corrected"), names).toList());
    for (LatencyChart chart : charts) {
      for (LatencyChart.Curve curve : chart.curves()) {
        Stream<String> values = percentiles.stream().map(p -> Figures.microseconds(at(curve, p)));
        table.addRow(
            Stream.concat(
                    Stream.of(chart.benchmark(), curve.series(), curve.corrected() ? "yes" : "no"),
                    values)
                .toList());
      }
    }
    return charted(
        "latency",
        "Latency",
        "How long that share of the operations took at most, median of the repeats. Less is better."
            + " Corrected for coordinated omission: operations that had to wait for a slow one count"
            + " with their wait.",
        table);
  }

  private static double at(LatencyChart.Curve curve, double percentile) {
    return curve.points().stream()
        .filter(point -> point.percentile() == percentile)
        .mapToDouble(LatencyChart.Point::nanos)
        .findFirst()
        .orElse(Double.NaN);
  }

  private static Section time(List<TimeChart> charts) {
    PageTable table =
        new PageTable(
            "Throughput over time, thousand operations per second",
            2,
            List.of(
                "Benchmark",
                "Engine",
                "Repeat",
                "Intervals",
                "Median",
                "Slowest",
                "Fastest",
                "Stalled, s",
                "Longest stall, s"));
    for (TimeChart chart : charts) {
      for (TimeChart.Line line : chart.lines()) {
        DoubleStream rates = line.points().stream().mapToDouble(TimeChart.Point::rate);
        Spread spread = Spread.of(rates.toArray());
        table.addRow(
            List.of(
                chart.benchmark(),
                line.series(),
                String.valueOf(line.repeat()),
                String.valueOf(spread.repeats()),
                Figures.significant(spread.median()),
                Figures.significant(spread.min()),
                Figures.significant(spread.max()),
                Figures.fixed(line.stalledSeconds(), 1),
                Figures.fixed(line.longestStallSeconds(), 1)));
      }
    }
    return charted(
        "time",
        "Throughput over time",
        String.format(
            Locale.ROOT,
            "A line for each run; the first repeat is drawn stronger. A stall is an interval with less"
                + " than %.0f %% of the run's median throughput.",
            TimeChart.STALL_SHARE * 100),
        table);
  }

  private Section filters(boolean charted) {
    PageTable table =
        new PageTable(
            "Filters, CPU nanoseconds per key",
            1,
            List.of(
                "Filter",
                "Keys",
                "Bits per key, asked",
                "Bits per key, taken",
                "Build",
                "Present",
                "Absent",
                "Absent, hash known",
                "Same, 32 at once",
                "False positives",
                "Of absent keys",
                "Rate",
                "95 % interval",
                "Theory"));
    for (FilterMeasurement filter : inputs.filters()) {
      table.addRow(
          List.of(
              filter.filter(),
              Figures.count(filter.keys()),
              Figures.significant(filter.bitsPerKey()),
              Figures.fixed(filter.actualBitsPerKey(), 2),
              Figures.significant(filter.buildNanos()),
              Figures.significant(filter.presentNanos()),
              Figures.significant(filter.absentNanos()),
              Figures.significant(filter.hashedNanos()),
              Figures.significant(filter.batchNanos()),
              Figures.count(filter.falsePositives()),
              Figures.count(filter.probes()),
              Figures.percent(filter.rate()),
              Figures.percent(filter.lowestRate()) + " to " + Figures.percent(filter.highestRate()),
              Figures.percent(filter.expectedRate())));
    }
    List<String> notes =
        List.of(
            "How often a filter says \"maybe\" for a key that was never added, against what its theory"
                + " says. Less is better; a filter's symbols have to lie on its dashed line. The whiskers are about this one filter; with few"
                + " keys, another one may be luckier.");
    return new Section(
        "rates", "Filters: false positives against theory", notes, charted, false, List.of(table));
  }

  private Section measurements() {
    PageTable table =
        new PageTable(
            "Every measurement",
            2,
            List.of(
                "Engine",
                "Benchmark",
                "Repeat",
                "Threads",
                "Operations",
                "Found",
                "Seconds",
                "Thousand operations per second",
                "CPU, ns per operation",
                "Allocated, bytes per operation",
                "Write amplification",
                "Space amplification",
                "File reads",
                "Every operation timed"));
    for (Sample sample : inputs.runs()) {
      Measurement m = sample.measurement();
      table.addRow(
          List.of(
              sample.series(),
              m.benchmark(),
              String.valueOf(m.repeat()),
              String.valueOf(m.threads()),
              Figures.count(m.operations()),
              Figures.count(m.found()),
              Figures.fixed(m.seconds(), 3),
              Figures.significant(m.operationsPerSecond() / 1e3),
              Figures.significant(m.cpuNanosPerOperation()),
              Figures.significant(m.allocatedBytesPerOperation()),
              Figures.fixed(m.writeAmplification(), 2),
              Figures.fixed(m.spaceAmplification(), 2),
              Figures.count(m.fileReads()),
              sample.timed() ? "yes" : "no"));
    }
    return new Section("measurements", "All measurements", List.of(), false, false, List.of(table));
  }

  private Section environments() {
    List<PageTable> tables = new ArrayList<>();
    if (!inputs.samples().isEmpty()) {
      tables.add(environments("Environment and settings of the runs", inputs.runEnvironments()));
    }
    if (!inputs.filters().isEmpty()) {
      tables.add(
          environments("Environment and settings of the filters", inputs.filterEnvironments()));
    }
    return new Section("environment", "Environment and settings", List.of(), false, true, tables);
  }

  private static PageTable environments(String caption, Environments environments) {
    List<RunEnvironment> all = environments.all();
    List<String> headings = new ArrayList<>(List.of("Of the machine or the run"));
    for (int i = 0; i < all.size(); i++) {
      headings.add(environments.lettered("Value", i));
    }
    PageTable table = new PageTable(caption, headings.size(), headings);
    for (Environments.Field field : Environments.fields()) {
      table.addRow(
          Stream.concat(Stream.of(field.name()), all.stream().map(field.value())).toList());
    }
    return table.addRow(
        Stream.concat(
                Stream.of("reading the clock, ns"),
                all.stream().map(e -> Figures.significant(e.nanoTimeNanos())))
            .toList());
  }

  private static Section charted(String id, String heading, String note, PageTable table) {
    return new Section(id, heading, List.of(note), true, false, List.of(table));
  }
}
