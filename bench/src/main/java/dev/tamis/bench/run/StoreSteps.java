package dev.tamis.bench.run;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.WrongAnswerException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** What is done with a store as a whole. */
final class StoreSteps {
  private StoreSteps() {}

  static void compact(BenchStore store, PrintWriter out) throws IOException {
    store.engine().compact();
  }

  static void awaitQuiet(BenchStore store, PrintWriter out) throws IOException {
    store.engine().awaitQuiet();
  }

  static void stats(BenchStore store, PrintWriter out) {
    print("stats", store.engine().stats(), out);
  }

  static void levelStats(BenchStore store, PrintWriter out) {
    print("levelstats", store.engine().levelStats(), out);
  }

  static void reopen(BenchStore store, PrintWriter out) throws IOException, InputException {
    store.open();
  }

  static void verify(BenchStore store, PrintWriter out)
      throws IOException, InputException, WrongAnswerException {
    List<String> problems;
    try {
      problems = store.engine().verify();
    } catch (UnsupportedOperationException e) {
      throw new InputException("verify: " + store.engineName() + " cannot check itself", e);
    }
    problems.forEach(out::println);
    if (!problems.isEmpty()) {
      throw new WrongAnswerException(
          "verify",
          "problems of the store",
          "none",
          problems.size() + ", first " + problems.get(0));
    }
  }

  private static void print(String name, String text, PrintWriter out) {
    out.println(
        text.isEmpty() ? name + ": this engine has none" : name + ":" + "\n" + text.strip());
    out.flush();
  }
}
