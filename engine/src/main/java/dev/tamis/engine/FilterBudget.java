package dev.tamis.engine;

import dev.tamis.sstable.FilterKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Decides how many filter bits per key a new table gets, so that one average over all keys of the
 * store buys the fewest wasted table reads.
 *
 * <p>A read for an absent key asks one filter in every run: each table of level 0 and each level
 * below. A wasted read costs the same wherever it happens, but a bit per key is dear in a run of
 * many keys and cheap in one of few. So the best plan makes rates proportional to the sizes of the
 * runs, p(i) = c N(i): with a size ratio of 10 and seven full levels the same memory that gives 6.7
 * wasted reads in 100 if all keys get 10 bits gives 1.4. Source: Dayan, Athanassoulis, Idreos,
 * "Monkey: Optimal Navigable Key-Value Store" (SIGMOD 2017), here on the real curve of the filter
 * and the real sizes, solved by giving out bits step by step where they help the most.
 *
 * <p>How much that is: at 10 bits a key on the line's curve, in parts of what the same bits for
 * every key waste, with so many full levels:
 *
 * <pre>
 *   size ratio      4      6      8     10
 *   4 levels     0.54   0.45   0.40   0.37
 *   5 levels     0.44   0.36   0.32   0.30
 *   7 levels     0.32   0.26   0.23   0.22
 * </pre>
 *
 * With ribbons in the deepest level 0.21, 0.12, 0.10 and 0.10 at four levels, 0.13 to 0.06 at
 * seven. Tables of level 0 count as levels of their own and help; the cap of 24 bits, beyond which
 * a line gains little, costs at most 0.01 of these.
 *
 * <p>Tables keep their bits when they move to another level as they are, sizes change, and a filter
 * is a whole number of lines. So what the filters really hold leaves the plan, and new tables make
 * up for it: the plan is solved for what the older ones have left over of the budget, or have
 * exceeded it by. Two bounds keep that sane. The correction is at most a fifth of the budget, so
 * that a tree whose old tables hold far too much does not get new ones that filter nothing. And
 * while the tables that stay are a tenth above the budget, a flushed table gets no more than the
 * average: where keys come in order, tables move down as they were flushed, and with the bits of a
 * small run each they would take twice the memory. (Rebuilding a filter without its table would
 * need all its keys again.)
 */
final class FilterBudget {
  /** How far beyond the budget tables that stay may be before flushed ones have to be modest. */
  private static final double TOLERANCE = 1.1;

  /** How much of the budget new tables get or give up at most for what older ones hold. */
  private static final double MAX_CORRECTION = 0.2;

  /**
   * The new tables of a level get the same bits as the last ones unless the plan changed by more.
   */
  private static final double HYSTERESIS_BITS = 0.1;

  private final double averageBits;
  private final FilterSpread spread;
  private final LastLevelFilter lastLevel;

  /** What was last chosen for each level. */
  private final double[] chosenBits = new double[Version.LEVELS];

  FilterBudget(Options options) {
    this.averageBits = options.filterBitsPerKey();
    this.spread = options.filterSpread();
    this.lastLevel = options.lastLevelFilter();
  }

  /** One sorted run of the tree that comes about. */
  private static final class Run {
    final int level;
    long keys;

    /** What its tables that stay really hold. */
    double keptBits;

    long keptKeys;

    Run(int level) {
      this.level = level;
    }

    void keep(TableFile table) {
      keys += table.distinctKeys();
      keptKeys += table.distinctKeys();
      keptBits += table.filterBitsPerKey() * table.distinctKeys();
    }
  }

  /** The filter of a table that is flushed to level 0. */
  FilterChoice forFlush(Version version, long keys) {
    List<Run> runs = runs(version, List.of());
    Run flushed = new Run(0);
    flushed.keys = keys;
    runs.add(flushed);
    return choose(runs, flushed);
  }

  /** The filter of the tables that a compaction writes. */
  FilterChoice forCompaction(Version version, Compaction plan) {
    List<TableFile> inputs = plan.inputs().map(TableFile.Open::file).toList();
    List<Run> runs = runs(version, inputs);
    Run output =
        runs.stream()
            .filter(run -> run.level == plan.outputLevel() && run.level > 0)
            .findFirst()
            .orElseGet(() -> new Run(plan.outputLevel()));
    if (output.keys == 0) {
      runs.remove(output);
      runs.add(output);
    }
    output.keys += inputs.stream().mapToLong(TableFile::distinctKeys).sum();
    return choose(runs, output);
  }

  private FilterChoice choose(List<Run> runs, Run written) {
    if (averageBits == 0) {
      return FilterChoice.ofLines(0);
    }
    int deepest = runs.stream().mapToInt(run -> run.level).max().orElse(0);
    if (lastLevel == LastLevelFilter.NONE && deepest > 0) {
      if (written.level == deepest) {
        return FilterChoice.ofLines(0);
      }
      runs.removeIf(run -> run.level == deepest);
    }
    double bits = spread == FilterSpread.UNIFORM ? averageBits : planned(runs, written, deepest);
    return new FilterChoice(kind(written, deepest), bits);
  }

  private FilterKind kind(Run run, int deepest) {
    return lastLevel == LastLevelFilter.RIBBON && run.level == deepest && deepest > 0
        ? FilterKind.RIBBON
        : FilterKind.LINES;
  }

  private double planned(List<Run> runs, Run written, int deepest) {
    long[] keys = runs.stream().mapToLong(run -> run.keys).toArray();
    FilterCurve[] curves =
        runs.stream().map(run -> FilterCurve.of(kind(run, deepest))).toArray(FilterCurve[]::new);
    double budgetBits = averageBits * Arrays.stream(keys).sum();
    double[] plan = solve(keys, curves, budgetBits);
    double kept = 0;
    double excess = 0;
    for (int i = 0; i < plan.length; i++) {
      Run run = runs.get(i);
      kept += run.keptBits;
      excess += run.keptBits - plan[i] * run.keptKeys;
    }
    double most = MAX_CORRECTION * budgetBits;
    double correction = Math.max(-most, Math.min(most, excess));
    double bits = solve(keys, curves, budgetBits - correction)[runs.indexOf(written)];
    if (written.level > 0) {
      return steady(written.level, bits);
    }
    return kept + bits * written.keys > TOLERANCE * budgetBits ? Math.min(bits, averageBits) : bits;
  }

  /** Only compactions choose for levels from 1 on, and one runs at a time. */
  private double steady(int level, double bits) {
    if (Math.abs(chosenBits[level] - bits) > HYSTERESIS_BITS) {
      chosenBits[level] = bits;
    }
    return chosenBits[level];
  }

  private static List<Run> runs(Version version, List<TableFile> without) {
    List<Run> runs = new ArrayList<>();
    for (int level = 0; level < Version.LEVELS; level++) {
      Run run = new Run(level);
      for (TableFile.Open open : version.tables(level)) {
        if (!without.contains(open.file())) {
          run.keep(open.file());
          if (level == 0) {
            runs.add(run);
            run = new Run(0);
          }
        }
      }
      if (run.keys > 0) {
        runs.add(run);
      }
    }
    return runs;
  }

  /** A step of a run's curve, and what it is worth. */
  private record Step(int run, double bits, double worth) {}

  /**
   * The bits per key of each run that make the sum of all rates the smallest.
   *
   * @param keys of each run
   * @param curves of the filter of each run
   * @param budgetBits for all filters together
   */
  static double[] solve(long[] keys, FilterCurve[] curves, double budgetBits) {
    List<Step> steps = new ArrayList<>();
    for (int run = 0; run < keys.length; run++) {
      FilterCurve curve = curves[run];
      for (int i = 0; i < curve.steps() && keys[run] > 0; i++) {
        steps.add(new Step(run, curve.width(i), curve.fall(i) / keys[run]));
      }
    }
    // Stable, and within a run each step is worth less than the one before: their order is kept.
    steps.sort(Comparator.comparingDouble(Step::worth).reversed());
    double[] bits = new double[keys.length];
    boolean[] ended = new boolean[keys.length];
    double left = budgetBits;
    for (Step step : steps) {
      double cost = step.bits * keys[step.run];
      double part = Math.min(1, left / cost);
      if (part < 1 && !curves[step.run].isDivisible()) {
        ended[step.run] = true;
      }
      if (!ended[step.run]) {
        bits[step.run] += part * step.bits;
        left -= part * cost;
      }
    }
    return bits;
  }
}
