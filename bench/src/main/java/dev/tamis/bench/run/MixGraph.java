package dev.tamis.bench.run;

import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.bench.engine.EngineCursor;
import java.io.IOException;

/** Gets, puts and short scans as in {@link MixModel}. */
final class MixGraph implements Benchmark {
  private final Workload workload;
  private final Presence presence;
  private final MixModel model;
  private final ReadCheck check;

  MixGraph(BenchStore store, ReadCheck check) {
    this.workload = store.workload();
    this.presence = store.presence();
    this.model = workload.mix();
    this.check = check;
    store.allowOtherValueLengths();
  }

  @Override
  public void work(Worker worker) throws IOException, WrongAnswerException {
    // One array of each length, made when it is first needed: a put takes a whole array.
    byte[][] values = new byte[model.maxValueBytes() + 1][];
    while (worker.more()) {
      long number = model.number(worker.random, workload.num());
      workload.keys().set(worker.key, number);
      double choice = worker.random.nextDouble();
      if (choice < model.getShare()) {
        get(worker, number);
      } else if (choice < model.getShare() + model.putShare()) {
        put(worker, number, values);
      } else {
        scan(worker, number);
      }
    }
  }

  private void get(Worker worker, long number) throws IOException, WrongAnswerException {
    boolean must = presence.mustHold(number);
    long start = worker.begin();
    byte[] value = worker.session.get(worker.key);
    worker.end(start);
    check.value(number, must, value);
    if (value != null) {
      worker.found(worker.key.length + value.length);
    }
  }

  private void put(Worker worker, long number, byte[][] values) throws IOException {
    int bytes = model.valueBytes(worker.random);
    if (values[bytes] == null) {
      values[bytes] = new byte[bytes];
    }
    byte[] value = values[bytes];
    worker.values.fill(value, number);
    presence.beginPut(number);
    long start = worker.begin();
    worker.session.put(worker.key, value);
    worker.end(start);
    presence.endPut(number);
    worker.passed(worker.key.length + bytes);
  }

  private void scan(Worker worker, long number) throws IOException, WrongAnswerException {
    int length = model.scanLength(worker.random);
    long latest = presence.firstFrom(number);
    long start = worker.begin();
    byte[] at;
    try (EngineCursor cursor = worker.session.cursor()) {
      cursor.seek(worker.key);
      at = cursor.isValid() ? cursor.key() : null;
      for (int i = 0; i < length && cursor.isValid(); i++) {
        int bytes = cursor.touch();
        check.entry(bytes);
        worker.passed(bytes);
        cursor.next();
      }
    }
    worker.end(start);
    check.sought(number, latest, at);
  }
}
