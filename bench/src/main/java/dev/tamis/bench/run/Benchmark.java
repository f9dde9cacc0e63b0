package dev.tamis.bench.run;

import dev.tamis.bench.console.WrongAnswerException;
import java.io.IOException;

/** The loop that every thread of a benchmark goes through. Used for one run and then no more. */
interface Benchmark {

  /** Does operations until the worker has no more, and checks their answers. */
  void work(Worker worker) throws IOException, WrongAnswerException;

  /** What one more thread does meanwhile, unmeasured; null for nothing. */
  default Benchmark beside() {
    return null;
  }
}
