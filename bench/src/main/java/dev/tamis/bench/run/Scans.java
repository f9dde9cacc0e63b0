package dev.tamis.bench.run;

import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.bench.engine.EngineCursor;
import java.io.IOException;

/** Passes all entries once, in one direction; an operation is an entry. */
final class Scans implements Benchmark {
  private final boolean backwards;
  private final ReadCheck check;

  Scans(boolean backwards, ReadCheck check) {
    this.backwards = backwards;
    this.check = check;
  }

  @Override
  public void work(Worker worker) throws IOException, WrongAnswerException {
    try (EngineCursor cursor = worker.session.cursor()) {
      long start = worker.begin();
      if (backwards) {
        cursor.seekToLast();
      } else {
        cursor.seekToFirst();
      }
      while (worker.more() && cursor.isValid()) {
        int bytes = cursor.touch();
        if (backwards) {
          cursor.previous();
        } else {
          cursor.next();
        }
        worker.end(start);
        check.entry(bytes);
        worker.found(bytes);
        start = worker.begin();
      }
      if (!cursor.isValid()) {
        check.scanned(worker.done());
      }
    }
  }
}
