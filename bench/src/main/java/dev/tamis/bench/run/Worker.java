package dev.tamis.bench.run;

import com.sun.management.ThreadMXBean;
import dev.tamis.bench.engine.EngineSession;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * One thread of a benchmark: its session, its random numbers, its buffers, and its counters. A
 * benchmark's loop is
 *
 * <pre>
 *   while (worker.more()) {
 *     ...
 *     long start = worker.begin();
 *     the operation
 *     worker.end(start);
 *     ...
 *   }
 * </pre>
 *
 * <p>Nothing in it reads a clock unless latencies are wanted: a timer thread looks at the counter
 * and asks the workers to stop. The branch on {@link #histogram} is always the same in one run.
 */
final class Worker {
  private static final VarHandle DONE;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);
  private static final int SIGNIFICANT_DIGITS = 3;

  static {
    try {
      DONE = MethodHandles.lookup().findVarHandle(Worker.class, "done", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final int index;
  final EngineSession session;
  final SplittableRandom random;
  final Values.Source values;
  final byte[] key;
  final byte[] value;

  private final long limit;
  private final Stop stop;
  private final Histogram histogram;
  private long done;
  private long found;
  private long userBytes;
  private long allocatedBefore;
  private long allocatedBytes;

  /**
   * @param index of the thread, from 0
   * @param limit of the operations
   * @param timed whether latencies are wanted
   */
  Worker(
      int index,
      EngineSession session,
      Workload workload,
      SplittableRandom random,
      long limit,
      Stop stop,
      boolean timed) {
    this.index = index;
    this.session = session;
    this.random = random;
    this.limit = limit;
    this.stop = stop;
    this.histogram = timed ? new Histogram(LONGEST_NANOS, SIGNIFICANT_DIGITS) : null;
    this.values = workload.values().source(random);
    this.key = workload.keys().buffer();
    this.value = new byte[workload.valueBytes()];
  }

  /** Whether there is another operation to do. */
  boolean more() {
    return done < limit && !stop.isRequested();
  }

  /** Whether somebody wants an end before the limit. */
  boolean isStopped() {
    return stop.isRequested();
  }

  /** Operations that are left. */
  long left() {
    return limit - done;
  }

  /** Before an operation: the time if it is wanted. */
  long begin() {
    return histogram == null ? 0 : System.nanoTime();
  }

  /** After an operation. */
  void end(long start) {
    end(start, 1);
  }

  /** After some operations that the store did as one. */
  void end(long start, long operations) {
    if (histogram != null) {
      histogram.recordValue(Math.min(LONGEST_NANOS, System.nanoTime() - start));
    }
    DONE.setOpaque(this, done + operations);
  }

  /** Counts bytes of keys and values that went in or out. */
  void passed(long bytes) {
    userBytes += bytes;
  }

  /** Counts a key that was found, or an entry that a scan passed. */
  void found(long bytes) {
    found++;
    userBytes += bytes;
  }

  void beginAllocating() {
    allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
  }

  void endAllocating() {
    allocatedBytes = THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
  }

  /** Operations so far; for any thread. */
  long done() {
    return (long) DONE.getOpaque(this);
  }

  long found() {
    return found;
  }

  long userBytes() {
    return userBytes;
  }

  long allocatedBytes() {
    return allocatedBytes;
  }

  /** Latencies, or null. */
  Histogram histogram() {
    return histogram;
  }
}
