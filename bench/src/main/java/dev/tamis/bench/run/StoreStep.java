package dev.tamis.bench.run;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.WrongAnswerException;
import java.io.IOException;
import java.io.PrintWriter;

/** Something that is done with a store once. */
@FunctionalInterface
interface StoreStep {
  /**
   * Does it.
   *
   * @param out for what there is to say
   */
  void run(BenchStore store, PrintWriter out)
      throws IOException, InputException, WrongAnswerException;
}
