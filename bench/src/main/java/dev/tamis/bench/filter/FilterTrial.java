package dev.tamis.bench.filter;

import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.bench.result.Spread;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * One kind of filter at one size, measured in rounds.
 *
 * <p>Times are CPU time of this thread, so other work on the machine disturbs them only through the
 * caches. Every round builds the filter anew; the first one only warms up.
 */
final class FilterTrial {
  static final int BATCH = 32;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final FilterKind kind;
  private final ProbeLoop loop;
  private final ProbeKeys keys;
  private final double bitsPerKey;
  private final long[] hashes;
  private final int reads;
  private final double[] build;
  private final double[] present;
  private final double[] absent;
  private final double[] hashed;
  private final double[] batched;
  private BuiltFilter filter;
  private int round = -1;

  /**
   * A trial without a round.
   *
   * @param hashes of absent keys; a timed loop asks as many questions, and a timed build adds at
   *     least as many keys
   */
  FilterTrial(
      FilterKind kind,
      ProbeLoop loop,
      ProbeKeys keys,
      long[] hashes,
      double bitsPerKey,
      int rounds) {
    this.kind = kind;
    this.loop = loop;
    this.keys = keys;
    this.hashes = hashes;
    this.reads = hashes.length;
    this.bitsPerKey = bitsPerKey;
    this.build = new double[rounds];
    this.present = new double[rounds];
    this.absent = new double[rounds];
    this.hashed = new double[rounds];
    this.batched = new double[rounds];
  }

  /** One round: builds and asks. */
  void round() throws WrongAnswerException {
    int builds = (int) Math.max(1, reads / keys.count());
    double buildNanos = nanos(builds * keys.count(), () -> build(builds));
    long[] found = new long[1];
    double presentNanos = nanos(reads, () -> found[0] = loop.present(filter, keys, 0, reads));
    if (found[0] != reads) {
      throw new WrongAnswerException(
          kind.name(),
          reads + " keys that were added",
          String.valueOf(reads),
          String.valueOf(found[0]));
    }
    double absentNanos = nanos(reads, () -> loop.absent(filter, keys, 0, reads));
    double hashedNanos =
        filter.takesHashes() ? nanos(reads, () -> loop.hashed(filter, hashes)) : Double.NaN;
    double batchNanos =
        filter.takesBatches()
            ? nanos(reads, () -> loop.batched(filter, hashes, BATCH))
            : Double.NaN;
    if (round >= 0) {
      build[round] = buildNanos;
      present[round] = presentNanos;
      absent[round] = absentNanos;
      hashed[round] = hashedNanos;
      batched[round] = batchNanos;
    }
    round++;
  }

  /**
   * What all rounds say, and the last filter's rate, found with other absent keys than the times.
   */
  FilterMeasurement result(long probes) {
    boolean isFilter = !Double.isNaN(filter.expectedRate());
    long asked = isFilter ? probes : 0;
    long positives = loop.absent(filter, keys, reads, reads + asked);
    return new FilterMeasurement(
        kind.name(),
        keys.count(),
        kind.dependsOnBits() ? bitsPerKey : Double.NaN,
        filter.bytes(),
        median(build),
        median(present),
        median(absent),
        median(hashed),
        median(batched),
        asked,
        positives,
        filter.expectedRate());
  }

  /** Lets the filter go: the next one needs the memory. */
  void release() {
    filter = null;
  }

  private long build(int times) {
    for (int i = 0; i < times; i++) {
      filter = kind.build(keys, bitsPerKey);
    }
    return times;
  }

  /** CPU time per operation; the answer is looked at, so that no compiler leaves the work out. */
  private static double nanos(long operations, LongSupplier work) {
    long start = THREADS.getCurrentThreadCpuTime();
    if (work.getAsLong() < 0) {
      throw new IllegalStateException("a count below zero");
    }
    return (double) (THREADS.getCurrentThreadCpuTime() - start) / operations;
  }

  private static double median(double[] values) {
    return Spread.of(values).median();
  }
}
