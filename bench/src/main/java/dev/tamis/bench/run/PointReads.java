package dev.tamis.bench.run;

import dev.tamis.bench.console.WrongAnswerException;
import java.io.IOException;

/** Reads keys one after another. */
final class PointReads implements Benchmark {
  private final Workload workload;
  private final Presence presence;
  private final NumberOrder order;
  private final ReadCheck check;
  private final Benchmark beside;

  /**
   * @param beside what another thread does meanwhile, or null
   */
  PointReads(BenchStore store, NumberOrder order, ReadCheck check, Benchmark beside) {
    this.workload = store.workload();
    this.presence = store.presence();
    this.order = order;
    this.check = check;
    this.beside = beside;
  }

  @Override
  public void work(Worker worker) throws IOException, WrongAnswerException {
    Keys keys = workload.keys();
    byte[] key = worker.key;
    while (worker.more()) {
      long number = order.next(worker, worker.done());
      keys.set(key, number);
      boolean must = presence.mustHold(number);
      long start = worker.begin();
      byte[] value = worker.session.get(key);
      worker.end(start);
      check.value(number, must, value);
      if (value != null) {
        worker.found(key.length + value.length);
      }
    }
  }

  @Override
  public Benchmark beside() {
    return beside;
  }
}
