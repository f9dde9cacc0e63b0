package dev.tamis.bench.compare;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.run.BenchmarkKind;
import dev.tamis.bench.run.BenchmarkKind.Access;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What each process runs. Benchmarks that write run in their order on stores as in db_bench. A
 * benchmark that reads has to meet the same store in every engine: one that holds every key and was
 * fully compacted. So if anything has written since, {@code filluniquerandom} and {@code compact}
 * come first; their figures are not shown.
 *
 * @param measured names of the benchmarks that were asked for
 * @param steps what a process runs, preparations included
 */
record BenchmarkPlan(List<String> measured, List<String> steps) {
  private static final List<BenchmarkKind> PREPARATION =
      List.of(BenchmarkKind.FILLUNIQUERANDOM, BenchmarkKind.COMPACT);

  BenchmarkPlan {
    measured = List.copyOf(measured);
    steps = List.copyOf(steps);
  }

  /** The plan for a comma-separated list. */
  static BenchmarkPlan of(String list) throws InputException {
    List<String> measured = new ArrayList<>();
    List<String> steps = new ArrayList<>();
    Set<BenchmarkKind> seen = new HashSet<>();
    boolean prepared = false;
    for (BenchmarkKind kind : BenchmarkKind.parse(list)) {
      if (!seen.add(kind)) {
        throw new InputException("--benchmarks: " + kind.title() + " is there twice");
      }
      boolean reads = kind.access() == Access.READ || kind.access() == Access.MIXED;
      if (reads && !prepared) {
        PREPARATION.forEach(step -> steps.add(step.title()));
        prepared = true;
      }
      measured.add(kind.title());
      steps.add(kind.title());
      prepared &= kind.access() == Access.READ || kind.access() == Access.STEP;
    }
    if (steps.size() > measured.size() && seen.contains(BenchmarkKind.FILLUNIQUERANDOM)) {
      throw new InputException(
          "--benchmarks: filluniquerandom prepares the reads here and can't be measured beside"
              + " them");
    }
    return new BenchmarkPlan(measured, steps);
  }

  /** Whether some steps are only there to prepare others. */
  boolean prepares() {
    return steps.size() > measured.size();
  }
}
