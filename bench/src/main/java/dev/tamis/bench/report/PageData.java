package dev.tamis.bench.report;

import java.util.List;
import java.util.stream.Stream;

/**
 * What the script of the page draws, as JSON in the page.
 *
 * @param series all engines and filters that are drawn; the place in this list decides colour and
 *     symbol
 */
record PageData(
    String baseline,
    List<String> series,
    List<ThroughputChart> throughput,
    List<LatencyChart> latency,
    List<TimeChart> time,
    List<RateChart> rates) {

  static PageData of(Inputs inputs, String baseline) {
    List<Sample> samples = inputs.samples();
    List<Sample> runs = inputs.runs();
    List<RateChart> rates = RateChart.of(inputs.filters());
    List<String> engines = samples.stream().map(Sample::series).distinct().toList();
    List<String> series =
        Stream.concat(
                engines.stream(),
                rates.stream()
                    .flatMap(chart -> chart.curves().stream())
                    .map(RateChart.Curve::series))
            .distinct()
            .toList();
    return new PageData(
        baseline,
        series,
        ThroughputChart.of(runs, baseline),
        LatencyChart.of(samples),
        TimeChart.of(runs),
        rates);
  }
}
