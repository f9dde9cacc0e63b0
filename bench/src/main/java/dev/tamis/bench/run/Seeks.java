package dev.tamis.bench.run;

import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.bench.engine.EngineCursor;
import java.io.IOException;
import java.util.Arrays;

/** Opens a cursor at a random key and passes some entries, as db_bench does for every seek. */
final class Seeks implements Benchmark {
  private final Workload workload;
  private final Presence presence;
  private final ReadCheck check;
  private final Benchmark beside;

  /**
   * @param beside what another thread does meanwhile, or null
   */
  Seeks(BenchStore store, ReadCheck check, Benchmark beside) {
    this.workload = store.workload();
    this.presence = store.presence();
    this.check = check;
    this.beside = beside;
  }

  @Override
  public void work(Worker worker) throws IOException, WrongAnswerException {
    byte[] key = worker.key;
    while (worker.more()) {
      long number = worker.random.nextLong(workload.num());
      workload.keys().set(key, number);
      long latest = presence.firstFrom(number);
      long start = worker.begin();
      byte[] at;
      try (EngineCursor cursor = worker.session.cursor()) {
        cursor.seek(key);
        at = cursor.isValid() ? cursor.key() : null;
        pass(worker, cursor);
      }
      worker.end(start);
      check.sought(number, latest, at);
      if (at != null && Arrays.equals(at, key)) {
        worker.found(0);
      }
    }
  }

  private void pass(Worker worker, EngineCursor cursor) throws IOException, WrongAnswerException {
    for (int i = 0; i < workload.seekNexts() && cursor.isValid(); i++) {
      int bytes = cursor.touch();
      check.entry(bytes);
      worker.passed(bytes);
      if (workload.backwards()) {
        cursor.previous();
      } else {
        cursor.next();
      }
    }
  }

  @Override
  public Benchmark beside() {
    return beside;
  }
}
