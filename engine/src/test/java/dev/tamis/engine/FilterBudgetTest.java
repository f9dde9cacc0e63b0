package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tamis.filter.BloomMath;
import dev.tamis.filter.RibbonPartitionBuilder;
import dev.tamis.sstable.FilterKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class FilterBudgetTest {
  private static final double RATIO = 10;

  @Test
  void aLoneRunGetsTheAverage() {
    for (double average : new double[] {1, 3, 4.9, 8, 10, 13.3, 23.9, 24}) {
      assertThat(solve(average, 1_000_000)[0]).isCloseTo(average, within(1e-9));
    }
  }

  @Test
  void bitsAddUpToTheBudget() {
    long[] keys = {10_000, 9_000, 100_000, 1_000_000, 10_000_000};
    double[] bits = solve(10, keys);
    double spent = 0;
    for (int i = 0; i < keys.length; i++) {
      spent += bits[i] * keys[i];
    }
    assertThat(spent).isCloseTo(10.0 * Arrays.stream(keys).sum(), within(1.0));
  }

  @Test
  void smallerRunsGetAtLeastAsManyBitsAndNoneMoreThanALineCanUse() {
    double[] bits = solve(12, 1_000, 10_000, 100_000, 1_000_000);
    assertThat(bits).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(bits[0]).isEqualTo(Options.MAX_FILTER_BITS_PER_KEY);
  }

  @Test
  void moreMemoryThanLinesCanUseIsNotSpent() {
    assertThat(solve(100, 1_000, 1_000_000)).containsOnly(Options.MAX_FILTER_BITS_PER_KEY);
  }

  @Test
  void noMemoryIsNoFilter() {
    assertThat(solve(0, 1_000, 1_000_000)).containsOnly(0);
  }

  @Test
  void emptyRunsTakeNothing() {
    assertThat(solve(10, 0, 1_000)).containsExactly(0, 10);
  }

  /** filters.md's table: 6.70 against 1.39 wasted reads in 100 at seven levels and 10 bits. */
  @Test
  void sevenFullLevelsWasteAQuarterOfWhatTheSameBitsForAllWaste() {
    assertThat(gain(4)).isLessThan(0.40);
    assertThat(gain(5)).isLessThan(0.33);
    assertThat(gain(7)).isLessThan(0.25);
  }

  /** No other division of the same memory between two runs is better. */
  @Test
  void solutionIsTheBestOfAll() {
    long[] keys = {30_000, 200_000};
    double[] bits = solve(9, keys);
    double best = Double.MAX_VALUE;
    for (double first = 0.25; first <= 24; first += 0.05) {
      double second = (9.0 * (keys[0] + keys[1]) - first * keys[0]) / keys[1];
      if (second >= 0.25 && second <= 24) {
        best = Math.min(best, rate(first) + rate(second));
      }
    }
    assertThat(rate(bits[0]) + rate(bits[1])).isCloseTo(best, within(1e-4));
  }

  @Test
  void curveIsConvexAndEndsAtItsLargest() {
    FilterCurve curve = FilterCurve.LINES;
    double bits = 0;
    double rate = 1;
    for (int i = 0; i < curve.steps(); i++) {
      assertThat(curve.width(i)).isPositive();
      assertThat(curve.fall(i)).isPositive();
      if (i > 0) {
        assertThat(curve.fall(i)).isLessThan(curve.fall(i - 1));
      }
      bits += curve.width(i);
      rate -= curve.width(i) * curve.fall(i);
    }
    assertThat(bits).isCloseTo(24, within(1e-9));
    assertThat(rate).isCloseTo(rate(24), within(1e-9));
  }

  @Test
  void everyTableOfLevel0IsARunOfItsOwn() {
    FilterBudget budget = budget(Options.builder());
    VersionEdit edit = tables(1, 1_000_000, 10).add(0, table(2, 100, 24)).add(0, table(3, 100, 24));
    assertThat(flushBits(budget, version(edit), 100)).isEqualTo(24);
    // As one run of 20,000 keys they would get fewer.
    VersionEdit many = tables(1, 1_000_000, 9);
    for (int i = 0; i < 19; i++) {
      many.add(0, table(2 + i, 1_000, 24));
    }
    double[] plan = solve(10, 20_000, 1_000_000);
    assertThat(flushBits(budget, version(many), 1_000)).isGreaterThan(plan[0] + 1);
  }

  @Test
  void newTablesMakeUpForWhatOlderOnesHoldTooMuchOrTooLittle() {
    double asPlanned = bitsIntoLevel2(planFor(100_000));
    assertThat(asPlanned).isCloseTo(planFor(100_000), within(0.1));
    double afterTooMuch = bitsIntoLevel2(planFor(100_000) + 1);
    double afterTooLittle = bitsIntoLevel2(planFor(100_000) - 1);
    assertThat(afterTooMuch).isBetween(asPlanned - 1, asPlanned - 0.2);
    assertThat(afterTooLittle).isBetween(asPlanned + 0.2, asPlanned + 1);
    // A fifth of the budget at most.
    assertThat(bitsIntoLevel2(24)).isGreaterThan(6.5);
  }

  /** Half of level 2 is rewritten, the other half holds so many bits a key. */
  private static double bitsIntoLevel2(double keptBits) {
    VersionEdit edit =
        new VersionEdit()
            .add(1, table(1, 10_000, 15))
            .add(2, table(2, 50_000, keptBits))
            .add(2, table(3, 50_000, keptBits));
    Version version = version(edit);
    Compaction plan = new Compaction(2, 2, version.tables(2).subList(1, 2), List.of());
    return compactionBits(budget(Options.builder()), version, plan);
  }

  /** For level 2 of so many keys below a level 1 of a tenth. */
  private static double planFor(long keys) {
    return solve(10, keys / 10, keys)[1];
  }

  @Test
  void smallChangesOfThePlanLeaveALevelAsItIs() {
    FilterBudget budget = budget(Options.builder());
    double first = rewriteLevel2(budget, 100_000);
    assertThat(rewriteLevel2(budget, 101_000)).isEqualTo(first);
    assertThat(rewriteLevel2(budget, 60_000)).isNotEqualTo(first);
  }

  private static double rewriteLevel2(FilterBudget budget, long keys) {
    Version version =
        version(new VersionEdit().add(1, table(1, 20_000, 13)).add(2, table(2, keys, 10)));
    return compactionBits(budget, version, new Compaction(2, 2, version.tables(2), List.of()));
  }

  @Test
  void whileTheTablesHoldTooMuchAFlushGetsTheAverage() {
    FilterBudget budget = budget(Options.builder());
    assertThat(flushBits(budget, version(tables(1, 1_000_000, 10.5)), 1_000)).isEqualTo(24);
    assertThat(flushBits(budget, version(tables(1, 1_000_000, 11.5)), 1_000)).isEqualTo(10);
  }

  @Test
  void uniformBitsAreTheSameForAll() {
    FilterBudget budget = budget(Options.builder().filterSpread(FilterSpread.UNIFORM));
    Version version = version(tables(1, 1_000_000, 24).add(2, table(2, 5_000_000, 24)));
    assertThat(flushBits(budget, version, 10)).isEqualTo(10);
    assertThat(compactionBits(budget, version, down(version))).isEqualTo(10);
  }

  @Test
  void theLastLevelCanGoWithoutAndTheBudgetIsForTheOthers() {
    Options.Builder options = Options.builder().lastLevelFilter(LastLevelFilter.NONE);
    double[] plan = solve(10, 1_000, 10_000);
    Version version = version(tables(1, 10_000, plan[1]).add(2, table(2, 1_000_000, 0)));
    assertThat(compactionBits(budget(options), version, down(version))).isZero();
    assertThat(flushBits(budget(options), version, 1_000)).isCloseTo(plan[0], within(0.01));
    assertThat(flushBits(budget(options), Version.empty(), 1_000)).isEqualTo(10);
    options.filterSpread(FilterSpread.UNIFORM);
    assertThat(compactionBits(budget(options), version, down(version))).isZero();
    assertThat(flushBits(budget(options), version, 1_000)).isEqualTo(10);
  }

  @Test
  void noBitsAreNoFilters() {
    FilterBudget budget = budget(Options.builder().filterBitsPerKey(0));
    Version version = version(tables(1, 1_000_000, 10));
    assertThat(flushBits(budget, version, 10)).isZero();
    assertThat(compactionBits(budget, version, down(version))).isZero();
  }

  @Test
  void onlyTheDeepestLevelGetsRibbons() {
    FilterBudget budget = budget(Options.builder().lastLevelFilter(LastLevelFilter.RIBBON));
    Version version = version(tables(1, 100_000, 10).add(2, table(2, 1_000_000, 8.56)));
    FilterChoice last = budget.forCompaction(version, down(version));
    assertThat(last.kind()).isEqualTo(FilterKind.RIBBON);
    double columns = last.bitsPerKey() / RibbonPartitionBuilder.SLOTS_PER_KEY;
    assertThat(columns).as("whole columns").isCloseTo(Math.rint(columns), within(1e-9));
    assertThat(budget.forFlush(version, 1_000).kind()).isEqualTo(FilterKind.LINES);
    assertThat(budget.forFlush(Version.empty(), 1_000)).isEqualTo(FilterChoice.ofLines(10));
    Version oneLevel = version(tables(1, 100_000, 10));
    Compaction rewrite = new Compaction(1, 1, oneLevel.tables(1), List.of());
    assertThat(budget.forCompaction(oneLevel, rewrite).kind()).isEqualTo(FilterKind.RIBBON);
  }

  /** What ribbons leave over is spent above, and all is spent: whole columns may leave a rest. */
  @Test
  void ribbonsOnTheLastLevelWasteAtMostAnEighthAtFourLevels() {
    for (double ratio : new double[] {8, 10}) {
      for (int levels : new int[] {4, 5, 7}) {
        long[] keys = new long[levels];
        FilterCurve[] curves = new FilterCurve[levels];
        for (int i = 0; i < levels; i++) {
          keys[i] = (long) (1_000 * Math.pow(ratio, i));
          curves[i] = i < levels - 1 ? FilterCurve.LINES : FilterCurve.RIBBONS;
        }
        double budget = 10.0 * Arrays.stream(keys).sum();
        double[] bits = FilterBudget.solve(keys, curves, budget);
        double spent = 0;
        double wasted = Math.pow(2, -bits[levels - 1] / RibbonPartitionBuilder.SLOTS_PER_KEY);
        for (int i = 0; i < levels; i++) {
          spent += bits[i] * keys[i];
          wasted += i < levels - 1 ? rate(bits[i]) : 0;
        }
        assertThat(wasted / (levels * rate(10))).isLessThan(0.125);
        assertThat(spent).isBetween(0.95 * budget, budget + 1);
      }
    }
  }

  /** Level 1 as a whole one level down. */
  private static Compaction down(Version version) {
    return CompactionPicker.down(version, 1, null, null);
  }

  private static FilterBudget budget(Options.Builder options) {
    return new FilterBudget(options.build());
  }

  private static double flushBits(FilterBudget budget, Version version, long keys) {
    return budget.forFlush(version, keys).bitsPerKey();
  }

  private static double compactionBits(FilterBudget budget, Version version, Compaction plan) {
    return budget.forCompaction(version, plan).bitsPerKey();
  }

  private static Version version(VersionEdit edit) {
    return Version.empty().apply(edit, new HashMap<>());
  }

  private static VersionEdit tables(int level, long keys, double bits) {
    return new VersionEdit().add(level, table(1, keys, bits));
  }

  private static TableFile table(long number, long keys, double bits) {
    byte[] key = StoreFixture.k(number);
    return new TableFile(number, number, 1, key, key, 1, 1, keys, 0, keys, 0, bits, 0.01);
  }

  private static double gain(int levels) {
    long[] keys = new long[levels];
    for (int i = 0; i < levels; i++) {
      keys[i] = (long) (1_000 * Math.pow(RATIO, i));
    }
    double spread = Arrays.stream(solve(10, keys)).map(FilterBudgetTest::rate).sum();
    return spread / (levels * rate(10));
  }

  private static double rate(double bits) {
    return BloomMath.splitLineRate(bits);
  }

  private static double[] solve(double averageBits, long... keys) {
    FilterCurve[] curves = new FilterCurve[keys.length];
    Arrays.fill(curves, FilterCurve.LINES);
    return FilterBudget.solve(keys, curves, averageBits * Arrays.stream(keys).sum());
  }
}
