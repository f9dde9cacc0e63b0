package dev.tamis.bench.run;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The writer beside measured readers: overwrites random keys, at a given rate if there is one. */
final class PacedPuts implements Benchmark {
  private final Workload workload;
  private final Presence presence;

  PacedPuts(BenchStore store) {
    this.workload = store.workload();
    this.presence = store.presence();
  }

  @Override
  public void work(Worker worker) throws IOException {
    double nanosPerPut =
        workload.writeBytesPerSecond() == 0
            ? 0
            : (double) TimeUnit.SECONDS.toNanos(1)
                * workload.entryBytes()
                / workload.writeBytesPerSecond();
    long start = System.nanoTime();
    while (worker.more()) {
      if (nanosPerPut > 0) {
        long early = (long) (nanosPerPut * worker.done()) - (System.nanoTime() - start);
        if (early > 0) {
          LockSupport.parkNanos(Math.min(early, TimeUnit.MILLISECONDS.toNanos(10)));
          continue;
        }
      }
      long number = worker.random.nextLong(workload.num());
      workload.keys().set(worker.key, number);
      worker.values.fill(worker.value, number);
      presence.beginPut(number);
      worker.session.put(worker.key, worker.value);
      presence.endPut(number);
      worker.end(0);
    }
  }
}
