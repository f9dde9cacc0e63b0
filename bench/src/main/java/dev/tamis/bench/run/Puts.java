package dev.tamis.bench.run;

import java.io.IOException;

/** Writes one key after another. */
final class Puts implements Benchmark {
  private final Workload workload;
  private final Presence presence;
  private final NumberOrder order;
  private final boolean sync;

  Puts(BenchStore store, NumberOrder order, boolean sync) {
    this.workload = store.workload();
    this.presence = store.presence();
    this.order = order;
    this.sync = sync;
  }

  @Override
  public void work(Worker worker) throws IOException {
    Keys keys = workload.keys();
    byte[] key = worker.key;
    byte[] value = worker.value;
    while (worker.more()) {
      long number = order.next(worker, worker.done());
      keys.set(key, number);
      worker.values.fill(value, number);
      presence.beginPut(number);
      long start = worker.begin();
      if (sync) {
        worker.session.putSync(key, value);
      } else {
        worker.session.put(key, value);
      }
      worker.end(start);
      presence.endPut(number);
      worker.passed(workload.entryBytes());
    }
  }
}
