package dev.tamis.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Operations in each tenth of a second, as a counter looked at from outside shows them. When there
 * are too many intervals, two become one: so a short run has fine ones and a long run not too many.
 */
final class Intervals {
  private static final int MOST = 1200;

  private long lengthNanos = TimeUnit.MILLISECONDS.toNanos(100);
  private List<Long> operations = new ArrayList<>();
  private long lastDone;

  /**
   * Says how many operations were done at a time. A look that comes late spreads its operations
   * over the intervals it missed: it can't know better, and a pause of the looker must not look
   * like one of the store.
   *
   * @param nanos since the start; not less than the last time
   */
  void look(long nanos, long done) {
    long missed = nanos / lengthNanos - operations.size();
    for (long left = missed; left > 0; left--) {
      long share = (done - lastDone) / left;
      operations.add(share);
      lastDone += share;
    }
    while (operations.size() > MOST) {
      joinPairs();
    }
  }

  private void joinPairs() {
    List<Long> joined = new ArrayList<>();
    for (int i = 0; i + 1 < operations.size(); i += 2) {
      joined.add(operations.get(i) + operations.get(i + 1));
    }
    if (operations.size() % 2 == 1) {
      // The interval that is only half over goes back to be counted with what follows.
      lastDone -= operations.get(operations.size() - 1);
    }
    operations = joined;
    lengthNanos *= 2;
  }

  double seconds() {
    return lengthNanos / 1e9;
  }

  List<Long> operations() {
    return operations;
  }
}
