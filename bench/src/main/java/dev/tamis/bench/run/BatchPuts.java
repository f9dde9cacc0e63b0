package dev.tamis.bench.run;

import java.io.IOException;

/** Writes keys in batches. The latency is that of a batch. */
final class BatchPuts implements Benchmark {
  private final Workload workload;
  private final Presence presence;
  private final NumberOrder order;
  private final int batchSize;

  BatchPuts(BenchStore store, NumberOrder order, int batchSize) {
    this.workload = store.workload();
    this.presence = store.presence();
    this.order = order;
    this.batchSize = batchSize;
  }

  @Override
  public void work(Worker worker) throws IOException {
    byte[][] keys = new byte[batchSize][];
    byte[][] values = new byte[batchSize][];
    long[] numbers = new long[batchSize];
    for (int i = 0; i < batchSize; i++) {
      keys[i] = workload.keys().buffer();
      values[i] = new byte[workload.valueBytes()];
    }
    while (worker.more()) {
      int count = (int) Math.min(batchSize, worker.left());
      for (int i = 0; i < count; i++) {
        numbers[i] = order.next(worker, worker.done() + i);
        workload.keys().set(keys[i], numbers[i]);
        worker.values.fill(values[i], numbers[i]);
        presence.beginPut(numbers[i]);
      }
      long start = worker.begin();
      worker.session.putBatch(keys, values, count);
      worker.end(start, count);
      for (int i = 0; i < count; i++) {
        presence.endPut(numbers[i]);
      }
      worker.passed((long) count * workload.entryBytes());
    }
  }
}
