package dev.tamis.bench.report;

import dev.tamis.bench.filter.FilterMeasurement;
import dev.tamis.bench.result.Latency;
import dev.tamis.bench.result.Measurement;
import dev.tamis.bench.result.RunEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Invented results that have everything a page can show. */
final class SampleInputs {
  static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, 99.99, 100.0);

  private SampleInputs() {}

  static RunEnvironment environment(String commit) {
    return new RunEnvironment(
        "OpenJDK 64-Bit Server VM 17.0.15",
        "-Xmx4g",
        "Linux 6.1 amd64",
        "AMD EPYC",
        2,
        24L << 30,
        4L << 30,
        "ext4",
        commit,
        21.5,
        "num=1000000 key_size=16 value_size=100");
  }

  /**
   * Two engines, four benchmarks, three repeats, latencies, intervals with a stall, and filters.
   */
  static Inputs everything() {
    Inputs inputs = new Inputs();
    inputs.addFile("compare.csv");
    inputs.addFile("filter.csv");
    List<Measurement> measurements = new ArrayList<>();
    for (int repeat = 1; repeat <= 3; repeat++) {
      measurements.add(measured("tamis", "fillrandom", repeat, 450_000 + repeat * 20_000));
      measurements.add(measured("rocksdb", "fillrandom", repeat, 170_000 + repeat * 9_000));
      measurements.add(measured("tamis", "readrandom", repeat, 900_000 + repeat * 70_000));
      measurements.add(measured("rocksdb", "readrandom", repeat, 280_000 + repeat * 4_000));
      measurements.add(measured("tamis", "readseq", repeat, 21_000_000 + repeat * 300_000));
      measurements.add(measured("rocksdb", "readseq", repeat, 560_000 + repeat * 20_000));
      measurements.add(timed("tamis", "readrandom", repeat, false, 420));
      measurements.add(timed("rocksdb", "readrandom", repeat, false, 2900));
      measurements.add(overTime("tamis", repeat, 40, 21, 24));
      measurements.add(overTime("rocksdb", repeat, 55, 30, 31));
    }
    inputs.addRuns(environment("0a1b2c3"), measurements);
    List<FilterMeasurement> filters = new ArrayList<>();
    for (int bits = 6; bits <= 20; bits += 2) {
      filters.add(filter("line", bits, Math.pow(0.64, bits)));
      filters.add(filter("Guava BloomFilter", bits, Math.pow(0.6185, bits)));
    }
    inputs.addFilters(environment("0a1b2c3"), filters);
    return inputs;
  }

  static Measurement measured(String engine, String benchmark, int repeat, long perSecond) {
    return measurement(engine, benchmark, repeat, perSecond, 1, null, 0, List.of());
  }

  static Measurement timed(
      String engine, String benchmark, int repeat, boolean corrected, long p50Nanos) {
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; i < PERCENTILES.size(); i++) {
      nanos.add((long) (p50Nanos * Math.pow(2.7, i) + repeat));
    }
    Latency latency = new Latency(corrected, PERCENTILES, nanos);
    return measurement(engine, benchmark, repeat, 1_000_000, 1, latency, 0, List.of());
  }

  /** Intervals of a second; those from one to another number do almost nothing. */
  static Measurement overTime(String engine, int repeat, int seconds, int stalledFrom, int to) {
    Random random = new Random(repeat + engine.hashCode());
    List<Long> operations = new ArrayList<>();
    for (int i = 0; i < seconds; i++) {
      boolean stalled = i >= stalledFrom && i < to;
      operations.add(stalled ? 3L : 8_000_000L / seconds + random.nextInt(40_000));
    }
    return measurement(engine, "overwrite", repeat, 200_000, seconds, null, 1, operations);
  }

  static Measurement measurement(
      String engine,
      String benchmark,
      int repeat,
      long perSecond,
      double seconds,
      Latency latency,
      double intervalSeconds,
      List<Long> intervalOperations) {
    return new Measurement(
        engine,
        benchmark,
        repeat,
        1,
        (long) (perSecond * seconds),
        -1,
        seconds,
        1234.5,
        Double.NaN,
        116_000_000,
        250_000_000,
        70_000_000,
        116_000_000,
        -1,
        latency,
        intervalSeconds,
        intervalOperations);
  }

  static FilterMeasurement filter(String name, int bits, double rate) {
    long probes = 100_000;
    return new FilterMeasurement(
        name,
        1_000_000,
        bits,
        bits * 125_000L,
        19,
        12,
        9.5,
        4.5,
        3.1,
        probes,
        Math.round(probes * rate * (bits % 4 == 0 ? 0.93 : 1.04)),
        rate);
  }
}
