package dev.tamis.bench.job;

import java.util.ArrayList;
import java.util.List;

/** Results with invented figures, for the tests of what is shown. */
final class SampleResult {
  private static final MainJobResult.Machine MACHINE =
      new MainJobResult.Machine("17.0.15", "Some VM", "Linux amd64", 2, 4L << 30, "native");

  private SampleResult() {}

  static MainJobResult full() {
    List<LevelChange> none =
        List.of(
            level(0, 0, 0, 0, 0, 0, 0),
            level(1, 2, 8_000, 10_000, 143_924, 142_424, 1_500),
            level(2, 8, 32_000, 40_000, 143_924, 142_420, 1_504),
            level(3, 22, 103_924, 129_905, 143_924, 142_419, 1_505));
    List<LevelChange> one = List.of(level(3, 30, 143_924, 179_905, 143_924, 142_413, 1_511));
    return result(new MainJobResult.Data("names", 143_924, 0, 0, 863_544, 4_400_000, 143_924), 3)
        .with(MainJob.LOADED, none)
        .with(MainJob.COMPACTED, one)
        .build();
  }

  static MainJobResult small() {
    List<LevelChange> one = List.of(level(0, 1, 3, 0, 0, 0, 0));
    return result(new MainJobResult.Data("my.tsv", 3, 2, 1, 3, 30, 2), 1)
        .with(MainJob.LOADED, one)
        .with(MainJob.COMPACTED, one)
        .build();
  }

  private static LevelChange level(
      int level,
      int tables,
      long entries,
      long filterBytes,
      long checks,
      long negatives,
      long falsePositives) {
    double bits = filterBytes == 0 ? 0 : filterBytes * 8.0 / entries;
    double rate = filterBytes == 0 ? 0 : 0.0105;
    return new LevelChange(
        level,
        tables,
        entries * 30,
        entries,
        filterBytes,
        bits,
        rate,
        checks,
        negatives,
        0,
        falsePositives,
        0,
        falsePositives,
        0);
  }

  private static Sample result(MainJobResult.Data data, int loadedLevels) {
    return new Sample(data, loadedLevels, new ArrayList<>(), new ArrayList<>());
  }

  private record Sample(
      MainJobResult.Data data, int loadedLevels, List<StepResult> steps, List<FilterRow> filters) {

    Sample with(String stage, List<LevelChange> levels) {
      StepMeter meter = new StepMeter();
      meter.record(1_500);
      meter.record(2_500_000);
      StepMeter once = new StepMeter();
      once.record(250_000_000);
      StepResult absent = meter.result(stage, ReadRound.ABSENT, levels);
      List<LevelChange> ignored = levels.stream().map(SampleResult::ignoringFilters).toList();
      StepResult noFilters = meter.result(stage, ReadRound.ABSENT_NO_FILTERS, ignored);
      steps.add(once.result(stage, MainJob.COMPACT, List.of()));
      steps.add(meter.result(stage, ReadRound.PRESENT, levels));
      steps.add(absent);
      steps.add(noFilters);
      filters.addAll(FilterRow.of(absent, noFilters));
      return this;
    }

    MainJobResult build() {
      return new MainJobResult(1, MACHINE, data, StoreShape.SMALL, loadedLevels, steps, filters);
    }
  }

  private static LevelChange ignoringFilters(LevelChange level) {
    return new LevelChange(
        level.level(),
        level.tables(),
        level.sizeBytes(),
        level.entries(),
        level.filterBytes(),
        level.bitsPerKey(),
        level.expectedFilterRate(),
        0,
        0,
        0,
        0,
        level.filterChecks(),
        level.filterChecks(),
        0);
  }
}
