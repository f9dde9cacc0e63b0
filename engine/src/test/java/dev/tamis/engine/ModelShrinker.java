package dev.tamis.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Makes a failing script small, in the manner of delta debugging: leaves out runs of lines, from
 * half of them down to single ones, as long as the rest still fails; then words of batches and
 * moves in the same way. The first line, which opens the store, stays.
 */
final class ModelShrinker {
  private static final int FIRST_OPTIONAL_WORD = 2;

  private final Predicate<List<String>> fails;
  private int tries;

  /**
   * @param fails whether a script still shows the failure
   * @param tries how often to ask that at most
   */
  ModelShrinker(Predicate<List<String>> fails, int tries) {
    this.fails = fails;
    this.tries = tries;
  }

  List<String> shrink(List<String> script) {
    List<String> smallest = leaveOut(script, 1, this::stillFails);
    for (int i = 1; i < smallest.size(); i++) {
      String line = smallest.get(i);
      if (line.startsWith("batch ") || line.startsWith("move ")) {
        int number = i;
        List<String> lines = smallest;
        List<String> words =
            leaveOut(
                Arrays.asList(line.split(" ", -1)),
                FIRST_OPTIONAL_WORD,
                shorter -> stillFails(replaced(lines, number, shorter)));
        smallest = replaced(smallest, i, words);
      }
    }
    return smallest;
  }

  private boolean stillFails(List<String> script) {
    return tries-- > 0 && fails.test(script);
  }

  private static List<String> replaced(List<String> script, int line, List<String> words) {
    List<String> copy = new ArrayList<>(script);
    copy.set(line, String.join(" ", words));
    return copy;
  }

  private static List<String> leaveOut(
      List<String> whole, int first, Predicate<List<String>> stillFails) {
    List<String> smallest = whole;
    int length = Math.max(1, (smallest.size() - first) / 2);
    while (true) {
      boolean shorter = false;
      // From the end: what comes after the failure goes first.
      for (int end = smallest.size(); end > first; end -= length) {
        int start = Math.max(first, end - length);
        List<String> candidate = new ArrayList<>(smallest.subList(0, start));
        candidate.addAll(smallest.subList(end, smallest.size()));
        if (stillFails.test(candidate)) {
          smallest = candidate;
          shorter = true;
        }
      }
      if (length == 1 && !shorter) {
        return smallest;
      }
      length = Math.max(1, length / 2);
    }
  }
}
