package dev.tamis.bench.run;

import dev.tamis.bench.console.WrongAnswerException;
import java.io.IOException;

/** Asks for many random keys in one call. The latency is that of a call. */
final class MultiReads implements Benchmark {
  private final Workload workload;
  private final Presence presence;
  private final ReadCheck check;
  private final boolean missing;

  /**
   * @param missing whether to ask for absent keys that lie between present ones
   */
  MultiReads(BenchStore store, ReadCheck check, boolean missing) {
    this.workload = store.workload();
    this.presence = store.presence();
    this.check = check;
    this.missing = missing;
  }

  @Override
  public void work(Worker worker) throws IOException, WrongAnswerException {
    int most = workload.batchSizeOfMultiReads();
    byte[][] keys = new byte[most][];
    byte[][] values = new byte[most][];
    long[] numbers = new long[most];
    boolean[] must = new boolean[most];
    for (int i = 0; i < most; i++) {
      keys[i] = missing ? workload.keys().missingBuffer() : workload.keys().buffer();
    }
    while (worker.more()) {
      int count = (int) Math.min(most, worker.left());
      for (int i = 0; i < count; i++) {
        numbers[i] = worker.random.nextLong(workload.num());
        workload.keys().set(keys[i], numbers[i]);
        must[i] = presence.mustHold(numbers[i]);
      }
      long start = worker.begin();
      worker.session.multiGet(keys, count, values);
      worker.end(start, count);
      for (int i = 0; i < count; i++) {
        check(worker, numbers[i], must[i], values[i]);
      }
    }
  }

  private void check(Worker worker, long number, boolean must, byte[] value)
      throws WrongAnswerException {
    if (missing) {
      check.missing(number, value);
      return;
    }
    check.value(number, must, value);
    if (value != null) {
      worker.found(workload.keys().keyBytes() + value.length);
    }
  }
}
