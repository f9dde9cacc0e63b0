package dev.tamis.bench.run;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.PlainProgress;
import dev.tamis.bench.console.Progress;
import dev.tamis.bench.console.StoreDirectory;
import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.engine.EngineSettings;
import dev.tamis.bench.result.Measurement;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The benchmarks of a run, one after another on one store, each after its warm-up. */
final class BenchRun implements Closeable {
  /** Keys that a store for warming up holds when a benchmark needs some. */
  private static final long SCRATCH_KEYS = 20_000;

  /**
   * Its memtable is at most this large, so that flushes and merges run dozens of times before the
   * measured part begins: with 64 MiB their code would be compiled in it.
   */
  private static final long SCRATCH_WRITE_BUFFER_BYTES = 2 << 20;

  private static final Progress.Step NO_PROGRESS =
      new Progress.Step() {
        @Override
        public void advanceTo(long done) {}

        @Override
        public void close() {}
      };

  private final RunOptions options;
  private final Workload workload;
  private final EngineProvider provider;
  private final EngineSettings settings;
  private final StoreHome home;
  private final Progress progress;
  private final Stop interrupt;
  private final BenchStore store;
  private final Meter meter;

  BenchRun(
      RunOptions options,
      Workload workload,
      EngineProvider provider,
      EngineSettings settings,
      StoreHome home,
      PrintWriter out,
      Stop interrupt)
      throws IOException, InputException {
    this.options = options;
    this.workload = workload;
    this.provider = provider;
    this.settings = settings;
    this.home = home;
    this.interrupt = interrupt;
    this.progress =
        options.statsIntervalSeconds() > 0
            ? new PlainProgress(out, options.statsIntervalSeconds())
            : Progress.on(out);
    this.store = new BenchStore(provider, settings, workload, home.store());
    this.meter = new Meter(options, store, progress, out, interrupt);
  }

  /** What was measured so far. */
  List<Measurement> measurements() {
    return meter.measurements();
  }

  /** Runs the benchmarks in their order, until the last or until the user wants an end. */
  void run(List<BenchmarkKind> kinds) throws IOException, InputException, WrongAnswerException {
    if (options.store().useExisting()) {
      store.takeStock(progress);
    }
    for (int i = 0; i < kinds.size() && !interrupt.isRequested(); i++) {
      BenchmarkKind kind = kinds.get(i);
      // Else a benchmark would meet the keys in the order in which the one before it left them.
      long seed = workload.seed() * 1_000_003 + i;
      if (kind.access() == BenchmarkKind.Access.FILL && !options.store().useExisting()) {
        store.startAfresh();
      }
      if (kind.needsKeys() && store.presence().count() == 0) {
        throw new InputException(
            kind.title() + ": the store is empty, there is nothing to measure");
      }
      warmUp(kind, seed);
      if (!interrupt.isRequested()) {
        meter.run(kind, seed);
      }
    }
  }

  private void warmUp(BenchmarkKind kind, long seed)
      throws IOException, InputException, WrongAnswerException {
    long nanos = (long) (options.warmupSeconds() * TimeUnit.SECONDS.toNanos(1));
    if (nanos == 0 || kind.access() == BenchmarkKind.Access.STEP) {
      return;
    }
    if (kind.access() == BenchmarkKind.Access.READ) {
      warmUp(kind, store, seed, nanos);
      return;
    }
    EngineSettings small =
        settings.withWriteBufferBytes(
            Math.min(settings.writeBufferBytes(), SCRATCH_WRITE_BUFFER_BYTES));
    try (BenchStore scratch = new BenchStore(provider, small, workload, home.scratch())) {
      if (kind.needsKeys()) {
        Benchmark fill = new Puts(scratch, NumberOrder.ascending(workload), false);
        long keys = Math.min(SCRATCH_KEYS, workload.num());
        LoopRun.Plan plan = new LoopRun.Plan(fill, 1, keys, Long.MAX_VALUE, false);
        new LoopRun(scratch, plan, interrupt, seed).run(NO_PROGRESS);
      }
      warmUp(kind, scratch, seed, nanos);
    } finally {
      StoreDirectory.deleteTree(home.scratch());
    }
  }

  /**
   * Again and again until the time is over: few operations would leave the loop uncompiled. With
   * other random numbers than the measured run, so that it does not read the same keys.
   */
  private void warmUp(BenchmarkKind kind, BenchStore on, long seed, long nanos)
      throws IOException, WrongAnswerException {
    int threads = kind.isSingleThreaded() ? 1 : options.threads();
    long operations = kind.operations(workload);
    long start = System.nanoTime();
    long left = nanos;
    for (long round = 0; left > 0 && !interrupt.isRequested(); round++) {
      LoopRun.Plan plan =
          new LoopRun.Plan(kind.on(on), threads, operations, left, options.histogram());
      new LoopRun(on, plan, interrupt, ~seed + round).run(NO_PROGRESS);
      left = nanos - (System.nanoTime() - start);
    }
  }

  @Override
  public void close() throws IOException {
    store.close();
  }
}
