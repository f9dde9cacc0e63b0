package dev.tamis.bench.run;

import dev.tamis.bench.console.WrongAnswerException;
import java.io.IOException;

/** Every thread reads and writes random keys, in the given proportion: each hundred operations. */
final class ReadsAndPuts implements Benchmark {
  private static final int ROUND = 100;

  private final Workload workload;
  private final Presence presence;
  private final ReadCheck check;

  ReadsAndPuts(BenchStore store, ReadCheck check) {
    this.workload = store.workload();
    this.presence = store.presence();
    this.check = check;
  }

  @Override
  public void work(Worker worker) throws IOException, WrongAnswerException {
    byte[] key = worker.key;
    byte[] value = worker.value;
    while (worker.more()) {
      long number = worker.random.nextLong(workload.num());
      workload.keys().set(key, number);
      if (worker.done() % ROUND < workload.readPercent()) {
        boolean must = presence.mustHold(number);
        long start = worker.begin();
        byte[] read = worker.session.get(key);
        worker.end(start);
        check.value(number, must, read);
        if (read != null) {
          worker.found(key.length + read.length);
        }
      } else {
        worker.values.fill(value, number);
        presence.beginPut(number);
        long start = worker.begin();
        worker.session.put(key, value);
        worker.end(start);
        presence.endPut(number);
        worker.passed(workload.entryBytes());
      }
    }
  }
}
