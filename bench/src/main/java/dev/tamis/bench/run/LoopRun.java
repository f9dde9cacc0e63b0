package dev.tamis.bench.run;

import dev.tamis.bench.console.Progress;
import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.bench.engine.EngineSession;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/**
 * Runs one benchmark's loop on some threads. The calling thread is the clock of them all: it looks
 * at their counters for progress and throughput over time, and asks them to stop when the time is
 * over or the user wants it.
 */
final class LoopRun {
  private static final long LOOK_MILLIS = 20;

  /** What is done how often. */
  record Plan(Benchmark benchmark, int threads, long operations, long nanos, boolean timed) {}

  /** What came of it; the histogram is null in a throughput run. */
  record Outcome(
      long operations,
      long found,
      long userBytes,
      long allocatedBytes,
      long nanos,
      Intervals intervals,
      Histogram histogram) {}

  private final BenchStore store;
  private final Plan plan;
  private final Stop interrupt;
  private final SplittableRandom seeds;
  private final Stop stop = new Stop();
  private final Stop stopBeside = new Stop();
  private final CountDownLatch ready;
  private final CountDownLatch start = new CountDownLatch(1);
  private final CountDownLatch finished;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final List<Runner> runners = new ArrayList<>();

  /**
   * @param interrupt the user's wish to end
   * @param seed of all random choices of this run
   */
  LoopRun(BenchStore store, Plan plan, Stop interrupt, long seed) {
    this.store = store;
    this.plan = plan;
    this.interrupt = interrupt;
    this.seeds = new SplittableRandom(seed);
    this.finished = new CountDownLatch(plan.threads());
    this.ready = new CountDownLatch(plan.threads() + (plan.benchmark().beside() == null ? 0 : 1));
  }

  /** Runs it to its end; the first failure of a thread stops all and is thrown here. */
  Outcome run(Progress.Step progress) throws IOException, WrongAnswerException {
    for (int i = 0; i < plan.threads(); i++) {
      runners.add(new Runner(i, plan.benchmark(), plan.operations(), stop, plan.timed(), finished));
    }
    List<Runner> all = new ArrayList<>(runners);
    Benchmark beside = plan.benchmark().beside();
    if (beside != null) {
      all.add(
          new Runner(
              plan.threads(), beside, Long.MAX_VALUE, stopBeside, false, new CountDownLatch(1)));
    }
    all.forEach(Thread::start);
    Intervals intervals = new Intervals();
    try {
      ready.await();
      long begin = System.nanoTime();
      start.countDown();
      boolean over = false;
      while (!over) {
        over = finished.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        long nanos = System.nanoTime() - begin;
        long done = runners.stream().mapToLong(Runner::done).sum();
        if (!over) {
          intervals.look(nanos, done);
        }
        progress.advanceTo(done);
        if (nanos >= plan.nanos() || interrupt.isRequested() || failure.get() != null) {
          stop.request();
        }
      }
      stopBeside.request();
      for (Runner runner : all) {
        runner.join();
      }
      throwFailure();
      return outcome(begin, intervals);
    } catch (InterruptedException e) {
      stop.request();
      stopBeside.request();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void throwFailure() throws IOException, WrongAnswerException {
    Throwable thrown = failure.get();
    if (thrown instanceof IOException e) {
      throw e;
    }
    if (thrown instanceof WrongAnswerException e) {
      throw e;
    }
    if (thrown instanceof Error e) {
      throw e;
    }
    if (thrown != null) {
      throw (RuntimeException) thrown;
    }
  }

  private Outcome outcome(long begin, Intervals intervals) {
    long operations = 0;
    long found = 0;
    long userBytes = 0;
    long allocatedBytes = 0;
    long last = begin;
    Histogram histogram = null;
    for (Runner runner : runners) {
      Worker worker = runner.worker;
      operations += worker.done();
      found += worker.found();
      userBytes += worker.userBytes();
      allocatedBytes += worker.allocatedBytes();
      last = Math.max(last, runner.endNanos);
      if (histogram == null) {
        histogram = worker.histogram();
      } else {
        histogram.add(worker.histogram());
      }
    }
    return new Outcome(
        operations, found, userBytes, allocatedBytes, last - begin, intervals, histogram);
  }

  private final class Runner extends Thread {
    private final int index;
    private final Benchmark benchmark;
    private final long operations;
    private final Stop ownStop;
    private final boolean timed;
    private final CountDownLatch ownEnd;
    private final SplittableRandom random = seeds.split();
    private volatile Worker worker;
    private long endNanos;

    Runner(
        int index,
        Benchmark benchmark,
        long operations,
        Stop ownStop,
        boolean timed,
        CountDownLatch ownEnd) {
      super("tamis-bench-" + index);
      this.index = index;
      this.benchmark = benchmark;
      this.operations = operations;
      this.ownStop = ownStop;
      this.timed = timed;
      this.ownEnd = ownEnd;
      setDaemon(true);
    }

    long done() {
      Worker current = worker;
      return current == null ? 0 : current.done();
    }

    @Override
    public void run() {
      try (EngineSession session = store.engine().session()) {
        // Made by the thread that uses it, so that its memory lies apart from other threads'.
        worker = new Worker(index, session, store.workload(), random, operations, ownStop, timed);
        ready.countDown();
        start.await();
        worker.beginAllocating();
        benchmark.work(worker);
        endNanos = System.nanoTime();
        worker.endAllocating();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Throwable e) {
        failure.compareAndSet(null, e);
        ready.countDown();
      } finally {
        ownEnd.countDown();
      }
    }
  }
}
