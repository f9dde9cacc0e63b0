package dev.tamis.bench.run;

import com.sun.management.OperatingSystemMXBean;
import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.Progress;
import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.bench.result.Latency;
import dev.tamis.bench.result.Measurement;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Runs one benchmark after another on a store and measures what each costs. */
final class Meter {
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final RunOptions options;
  private final BenchStore store;
  private final Progress progress;
  private final PrintWriter out;
  private final Stop interrupt;
  private final List<Measurement> measurements = new ArrayList<>();

  Meter(RunOptions options, BenchStore store, Progress progress, PrintWriter out, Stop interrupt) {
    this.options = options;
    this.store = store;
    this.progress = progress;
    this.out = out;
    this.interrupt = interrupt;
  }

  /** What was measured so far. */
  List<Measurement> measurements() {
    return measurements;
  }

  /**
   * Runs a benchmark on the store as it is.
   *
   * @param seed of its random choices
   */
  void run(BenchmarkKind kind, long seed) throws IOException, InputException, WrongAnswerException {
    if (kind.access() == BenchmarkKind.Access.STEP) {
      step(kind);
    } else {
      loop(kind, seed);
    }
  }

  private void step(BenchmarkKind kind) throws IOException, InputException, WrongAnswerException {
    long readsBefore = store.engine().fileReads();
    if (kind == BenchmarkKind.OPEN) {
      store.close();
      readsBefore = 0;
    }
    try (FileGrowth growth = new FileGrowth(store.path());
        Progress.Step shown = progress.begin(kind.title(), 1)) {
      long cpuBefore = SYSTEM.getProcessCpuTime();
      long start = System.nanoTime();
      kind.step().run(store, out);
      long nanos = System.nanoTime() - start;
      long cpuNanos = SYSTEM.getProcessCpuTime() - cpuBefore;
      shown.advanceTo(1);
      if (kind != BenchmarkKind.STATS && kind != BenchmarkKind.LEVELSTATS) {
        LoopRun.Outcome outcome = new LoopRun.Outcome(1, -1, -1, -1, nanos, new Intervals(), null);
        add(kind, 1, outcome, cpuNanos, growth.bytes(), readsSince(readsBefore), null);
      }
    }
  }

  private void loop(BenchmarkKind kind, long seed) throws IOException, WrongAnswerException {
    int threads = kind.isSingleThreaded() ? 1 : options.threads();
    boolean byTime = options.durationSeconds() > 0 && kind.heedsDuration();
    long operations = byTime ? Long.MAX_VALUE : kind.operations(store.workload());
    long nanos = byTime ? TimeUnit.SECONDS.toNanos(options.durationSeconds()) : Long.MAX_VALUE;
    LoopRun.Plan plan =
        new LoopRun.Plan(kind.on(store), threads, operations, nanos, options.histogram());
    long readsBefore = store.engine().fileReads();
    try (FileGrowth growth = new FileGrowth(store.path())) {
      long cpuBefore = SYSTEM.getProcessCpuTime();
      LoopRun.Outcome outcome;
      try (Progress.Step shown = progress.begin(kind.title(), byTime ? 1 : operations * threads)) {
        outcome = new LoopRun(store, plan, interrupt, seed).run(shown);
      }
      long cpuNanos = SYSTEM.getProcessCpuTime() - cpuBefore;
      long reads = readsSince(readsBefore);
      boolean onlyWrites =
          kind.access() == BenchmarkKind.Access.FILL || kind.access() == BenchmarkKind.Access.WRITE;
      long written = onlyWrites ? growth.bytes() : -1;
      Histogram histogram = outcome.histogram();
      if (histogram == null) {
        add(kind, threads, outcome, cpuNanos, written, reads, null);
      } else {
        Latency measured = Latencies.measured(histogram);
        add(kind, threads, outcome, cpuNanos, written, reads, measured);
        Latency corrected = Latencies.corrected(histogram);
        add(kind, threads, outcome, cpuNanos, written, reads, corrected);
      }
    }
  }

  private void add(
      BenchmarkKind kind,
      int threads,
      LoopRun.Outcome outcome,
      long cpuNanos,
      long writtenBytes,
      long fileReads,
      Latency latency)
      throws IOException {
    double operations = outcome.operations();
    boolean reads =
        kind.access() == BenchmarkKind.Access.READ || kind.access() == BenchmarkKind.Access.MIXED;
    measurements.add(
        new Measurement(
            store.engineName(),
            kind.title(),
            options.repeat(),
            threads,
            outcome.operations(),
            reads ? outcome.found() : -1,
            outcome.nanos() / 1e9,
            operations == 0 ? Double.NaN : cpuNanos / operations,
            operations == 0 || outcome.allocatedBytes() < 0
                ? Double.NaN
                : outcome.allocatedBytes() / operations,
            outcome.userBytes(),
            store.filesTellBytes() ? writtenBytes : -1,
            store.filesTellBytes() ? FileGrowth.bytesIn(store.path()) : -1,
            store.liveBytes(),
            fileReads,
            latency,
            outcome.intervals().seconds(),
            outcome.intervals().operations()));
  }

  private long readsSince(long before) {
    long now = store.engine().fileReads();
    return now < 0 ? -1 : now - before;
  }
}
