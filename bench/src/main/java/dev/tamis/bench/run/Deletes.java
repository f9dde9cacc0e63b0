package dev.tamis.bench.run;

import java.io.IOException;

/** Deletes keys, one after another or in batches; the latency is that of a batch. */
final class Deletes implements Benchmark {
  private final Workload workload;
  private final Presence presence;
  private final NumberOrder order;

  Deletes(BenchStore store, NumberOrder order) {
    this.workload = store.workload();
    this.presence = store.presence();
    this.order = order;
  }

  @Override
  public void work(Worker worker) throws IOException {
    int batchSize = workload.batchSize();
    byte[][] keys = new byte[batchSize][];
    long[] numbers = new long[batchSize];
    for (int i = 0; i < batchSize; i++) {
      keys[i] = workload.keys().buffer();
    }
    while (worker.more()) {
      int count = (int) Math.min(batchSize, worker.left());
      for (int i = 0; i < count; i++) {
        numbers[i] = order.next(worker, worker.done() + i);
        workload.keys().set(keys[i], numbers[i]);
        presence.beginDelete(numbers[i]);
      }
      long start = worker.begin();
      if (count == 1) {
        worker.session.delete(keys[0]);
      } else {
        worker.session.deleteBatch(keys, count);
      }
      worker.end(start, count);
      for (int i = 0; i < count; i++) {
        presence.endDelete(numbers[i]);
      }
      worker.passed((long) count * workload.keys().keyBytes());
    }
  }
}
