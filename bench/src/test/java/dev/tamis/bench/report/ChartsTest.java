package dev.tamis.bench.report;

import static dev.tamis.bench.report.SampleInputs.environment;
import static dev.tamis.bench.report.SampleInputs.measured;
import static dev.tamis.bench.report.SampleInputs.timed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tamis.bench.report.ThroughputChart.Bar;
import dev.tamis.bench.result.Measurement;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChartsTest {
  private final Inputs inputs = new Inputs();

  private PageData data(String baseline, Measurement... measurements) {
    inputs.addRuns(environment("abc"), List.of(measurements));
    return PageData.of(inputs, baseline);
  }

  @Test
  void barIsTheMedianOfTheRepeatsWithWhiskersAndRatio() {
    PageData data =
        data(
            "rocksdb",
            measured("tamis", "fillseq", 1, 500_000),
            measured("rocksdb", "fillseq", 1, 300_000),
            measured("tamis", "fillseq", 2, 700_000),
            measured("rocksdb", "fillseq", 2, 200_000),
            measured("tamis", "fillseq", 3, 600_000));
    ThroughputChart chart = data.throughput().get(0);
    assertThat(chart.benchmark()).isEqualTo("fillseq");
    assertThat(chart.logarithmic()).isFalse();
    assertThat(chart.bars())
        .containsExactly(
            new Bar("tamis", 600, 500, 700, 3, 2.4), new Bar("rocksdb", 250, 200, 300, 2, 1.0));
  }

  @Test
  void withoutTheBaselineThereIsNoRatio() {
    PageData data = data("lmdb", measured("tamis", "fillseq", 1, 500_000));
    assertThat(data.throughput().get(0).bars().get(0).ratio()).isNull();
  }

  @Test
  void valuesFarApartGetALogarithmicScale() {
    PageData data =
        data(
            "slow",
            measured("fast", "readseq", 1, 31_000_000),
            measured("slow", "readseq", 1, 1_000_000));
    assertThat(data.throughput().get(0).logarithmic()).isTrue();
  }

  @Test
  void differentThreadsAreDifferentCharts() {
    Measurement one = measured("tamis", "readrandom", 1, 100_000);
    Measurement two =
        new Measurement(
            "tamis", "readrandom", 1, 2, 180_000, -1, 1, 0, 0, 0, 0, 0, 0, 0, null, 0, List.of());
    assertThat(data("tamis", one, two).throughput())
        .extracting(ThroughputChart::benchmark)
        .containsExactly("readrandom", "readrandom, 2 threads");
  }

  @Test
  void timedRunsGiveLatenciesAndNoThroughputWhereThereIsABetterOne() {
    PageData data =
        data(
            "tamis",
            measured("tamis", "readrandom", 1, 900_000),
            timed("tamis", "readrandom", 1, false, 400),
            timed("tamis", "readmissing", 1, false, 300));
    assertThat(data.throughput())
        .extracting(ThroughputChart::benchmark)
        .containsExactly("readrandom", "readmissing, every operation timed");
    assertThat(data.throughput().get(0).bars().get(0).repeats()).isEqualTo(1);
    assertThat(data.latency())
        .extracting(LatencyChart::benchmark)
        .containsExactly("readrandom", "readmissing");
  }

  @Test
  void correctedTwinOfARunIsACurveOfItsOwnButNoSecondRepeat() {
    PageData data =
        data(
            "tamis",
            timed("tamis", "readrandom", 1, false, 400),
            timed("tamis", "readrandom", 1, true, 500));
    assertThat(data.throughput().get(0).bars().get(0).repeats()).isEqualTo(1);
    assertThat(data.latency().get(0).curves())
        .extracting(LatencyChart.Curve::corrected)
        .containsExactly(false, true);
  }

  @Test
  void latencyIsTheMedianOfTheRepeatsAtEachPercentile() {
    PageData data =
        data(
            "tamis",
            timed("tamis", "readrandom", 1, false, 1000),
            timed("tamis", "readrandom", 2, false, 3000),
            timed("tamis", "readrandom", 3, false, 2000));
    LatencyChart.Curve curve = data.latency().get(0).curves().get(0);
    assertThat(curve.points())
        .extracting(LatencyChart.Point::percentile)
        .containsExactlyElementsOf(SampleInputs.PERCENTILES);
    assertThat(curve.points().get(0).nanos()).isEqualTo(2003);
  }

  @Test
  void stallsAreFoundAndMeasured() {
    PageData data = data("tamis", SampleInputs.overTime("tamis", 1, 40, 21, 24));
    TimeChart.Line line = data.time().get(0).lines().get(0);
    assertThat(line.points()).hasSize(40);
    assertThat(line.points().get(0).second()).isEqualTo(0.5);
    assertThat(line.points())
        .filteredOn(TimeChart.Point::stalled)
        .extracting(TimeChart.Point::second)
        .containsExactly(21.5, 22.5, 23.5);
    assertThat(line.stalledSeconds()).isEqualTo(3);
    assertThat(line.longestStallSeconds()).isEqualTo(3);
  }

  @Test
  void lastIntervalCountsForItsOwnLengthOrNotAtAll() {
    List<Long> operations = List.of(1000L, 1000L, 1000L, 500L);
    PageData half = data("tamis", overTime(3.5, operations));
    assertThat(half.time().get(0).lines().get(0).points())
        .extracting(TimeChart.Point::rate)
        .containsExactly(1.0, 1.0, 1.0, 1.0);
    List<Sample> tiny = List.of(new Sample(0, "tamis", overTime(3.1, operations)));
    assertThat(TimeChart.of(tiny).get(0).lines().get(0).points()).hasSize(3);
  }

  private static Measurement overTime(double seconds, List<Long> operations) {
    return SampleInputs.measurement("tamis", "fill", 1, 1000, seconds, null, 1, operations);
  }

  @Test
  void ratesAreSortedByBitsAndHaveTheirTheory() {
    inputs.addFilters(
        environment("abc"),
        List.of(
            SampleInputs.filter("line", 12, 0.004),
            SampleInputs.filter("line", 8, 0.03),
            SampleInputs.filter("exact", 500, 0)));
    List<RateChart> charts = PageData.of(inputs, "tamis").rates();
    assertThat(charts).hasSize(1);
    assertThat(charts.get(0).keys()).isEqualTo(1_000_000);
    assertThat(charts.get(0).curves()).extracting(RateChart.Curve::series).containsExactly("line");
    List<RateChart.Point> points = charts.get(0).curves().get(0).points();
    assertThat(points).extracting(RateChart.Point::bitsPerKey).containsExactly(8.0, 12.0);
    RateChart.Point point = points.get(0);
    assertThat(point.expected()).isEqualTo(0.03);
    assertThat(point.measured()).isCloseTo(0.0279, within(1e-9));
    assertThat(point.low()).isLessThan(point.measured());
    assertThat(point.high()).isGreaterThan(point.measured());
  }
}
