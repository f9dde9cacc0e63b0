package dev.tamis.bench.run;

import dev.tamis.bench.console.WrongAnswerException;
import java.io.IOException;

/** Reads keys that are in no store and lie between those that are. */
final class MissingReads implements Benchmark {
  private final Workload workload;
  private final ReadCheck check;

  MissingReads(BenchStore store, ReadCheck check) {
    this.workload = store.workload();
    this.check = check;
  }

  @Override
  public void work(Worker worker) throws IOException, WrongAnswerException {
    Keys keys = workload.keys();
    byte[] key = keys.missingBuffer();
    while (worker.more()) {
      long number = worker.random.nextLong(workload.num());
      keys.set(key, number);
      long start = worker.begin();
      byte[] value = worker.session.get(key);
      worker.end(start);
      check.missing(number, value);
    }
  }
}
