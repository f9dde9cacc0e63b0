package dev.tamis.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * One row of FORMAT.md's simulation: a filter of one type and size, built and asked many times.
 * Everything follows from fixed seeds, so the counts are the same on every machine.
 *
 * @param type name of the class
 * @param madeFor what its builder was told
 * @param keys keys in each filter
 * @param maker makes a filter and fills it
 */
record SimulationRow(String type, String madeFor, int keys, Maker maker) {
  private static final int FILTERS = 20;
  private static final double POSITIVES = 20_000;
  private static final long MOST_QUERIES = 40_000_000;

  /** A filter, filled, seen from outside. */
  interface Filled {
    boolean mightContainHash(long hash);

    double formula();

    double bitsPerKey();

    int hashCount();
  }

  /** Makes a filter of so many random keys. */
  interface Maker {
    Filled make(int keys, SplittableRandom random);
  }

  /** What was counted. */
  record Count(double bitsPerKey, int hashCount, double formula, long queries, long positives) {
    double measured() {
      return (double) positives / queries;
    }

    /** One standard deviation of the measured rate, as a part of it. */
    double relativeDeviation() {
      return Math.sqrt((1 - measured()) / Math.max(1, positives));
    }
  }

  /** Queries of a row: about 20,000 positives, or as many queries as are worth the time. */
  long queries() {
    double rate = maker.make(keys, new SplittableRandom(0)).formula();
    long each = (long) Math.min(MOST_QUERIES, Math.ceil(POSITIVES / rate)) / FILTERS;
    return each * FILTERS;
  }

  /** Builds the filters and asks each for its part of the queries. */
  Count count(long queries) {
    SplittableRandom random = new SplittableRandom((type + madeFor).hashCode());
    long positives = 0;
    double formula = 0;
    double bits = 0;
    int hashCount = 0;
    for (int i = 0; i < FILTERS; i++) {
      Filled filter = maker.make(keys, random);
      for (long asked = 0; asked < queries / FILTERS; asked++) {
        positives += filter.mightContainHash(random.nextLong()) ? 1 : 0;
      }
      formula += filter.formula() / FILTERS;
      bits += filter.bitsPerKey() / FILTERS;
      hashCount = filter.hashCount();
    }
    return new Count(bits, hashCount, formula, queries / FILTERS * FILTERS, positives);
  }

  /** The cells of the row that do not depend on what was counted. */
  String beginning(Count count) {
    return String.format(
        Locale.ROOT,
        "| `%s` | %s | %,d | %.2f | %d | %.4f ",
        type,
        madeFor,
        keys,
        count.bitsPerKey(),
        count.hashCount(),
        100 * count.formula());
  }

  /** The whole row. */
  String line(Count count) {
    double error = count.measured() / count.formula() - 1;
    return beginning(count)
        + String.format(
            Locale.ROOT,
            "| %.4f | %+.1f ± %.1f |",
            100 * count.measured(),
            100 * error,
            100 * count.relativeDeviation());
  }

  /** All rows. */
  static List<SimulationRow> all() {
    List<SimulationRow> rows = new ArrayList<>();
    for (double bits : new double[] {6, 8, 10, 12, 14, 16, 20, 24}) {
      rows.add(row("BlockedBloomFilter", bits, () -> BlockedBloomFilter.builder()));
    }
    for (double bits : new double[] {6, 8, 10, 12, 14, 16, 20}) {
      rows.add(row("BloomFilter", bits, () -> BloomFilter.builder()));
    }
    for (int k = 4; k <= 9; k++) {
      int hashCount = k;
      rows.add(
          new SimulationRow(
              "BloomFilter",
              "10 bits, k = " + k,
              20_000,
              (keys, random) -> {
                BitArray bits = new BitArray(10L * keys, false);
                return filled(
                    new BloomFilter(KeyHash.xxh64(0), keys, hashCount, bits, 0), keys, random);
              }));
    }
    for (double bits : new double[] {24, 32, 40, 48}) {
      rows.add(row("CountingBloomFilter", bits, () -> CountingBloomFilter.builder()));
    }
    for (int growth : new int[] {1, 4, 16}) {
      rows.add(
          new SimulationRow(
              "ScalableBloomFilter",
              growth == 1 ? "1 %" : "1 %, grown " + growth + "-fold",
              20_000,
              (keys, random) ->
                  filled(
                      ScalableBloomFilter.builder()
                          .expectedKeys(keys / growth)
                          .falsePositiveRate(0.01)
                          .build(),
                      keys,
                      random)));
    }
    for (double percent : new double[] {3, 1, 0.1}) {
      rows.add(
          new SimulationRow(
              "CuckooFilter",
              number(percent) + " %",
              20_000,
              (keys, random) ->
                  filled(
                      CuckooFilter.builder()
                          .expectedKeys(keys)
                          .falsePositiveRate(percent / 100)
                          .build(),
                      keys,
                      random)));
    }
    for (int columns = 4; columns <= 10; columns += 2) {
      double rate = Math.pow(2, -columns);
      rows.add(
          new SimulationRow(
              "RibbonFilter",
              columns + " columns",
              4096,
              (keys, random) -> {
                RibbonBuilder builder = new RibbonBuilder(KeyHash.xxh64(0));
                builder.addHashes(random.longs(keys).toArray(), keys);
                return seen(builder.buildWithRate(rate), keys);
              }));
    }
    for (double percent : new double[] {3, 1}) {
      rows.add(
          new SimulationRow(
              "StableBloomFilter",
              number(percent) + " %, thirty windows",
              2000,
              (keys, random) -> stable(keys, percent / 100, random)));
    }
    return rows;
  }

  private interface Builders {
    FilterBuilder<? extends MutableFilter> builder();
  }

  private static SimulationRow row(String type, double bits, Builders builders) {
    return new SimulationRow(
        type,
        number(bits) + " bits",
        20_000,
        (keys, random) ->
            filled(builders.builder().expectedKeys(keys).bitsPerKey(bits).build(), keys, random));
  }

  private static Filled filled(MutableFilter filter, int keys, SplittableRandom random) {
    filter.addHashes(random.longs(keys).toArray(), keys);
    return seen(filter, keys);
  }

  private static Filled seen(MembershipFilter filter, int keys) {
    return new Filled() {
      @Override
      public boolean mightContainHash(long hash) {
        return filter.mightContainHash(hash);
      }

      @Override
      public double formula() {
        return filter.expectedFpr(keys);
      }

      @Override
      public double bitsPerKey() {
        return (double) filter.bitSize() / keys;
      }

      @Override
      public int hashCount() {
        return filter.hashCount();
      }
    };
  }

  private static Filled stable(int window, double rate, SplittableRandom random) {
    StableBloomFilter filter =
        StableBloomFilter.builder().expectedKeys(window).falsePositiveRate(rate).build();
    for (int i = 0; i < 30 * window; i++) {
      filter.addHash(random.nextLong());
    }
    return new Filled() {
      @Override
      public boolean mightContainHash(long hash) {
        return filter.seenLatelyHash(hash);
      }

      @Override
      public double formula() {
        return filter.expectedFpr();
      }

      @Override
      public double bitsPerKey() {
        return (double) filter.bitSize() / window;
      }

      @Override
      public int hashCount() {
        return filter.hashCount();
      }
    };
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString(Math.round(value))
        : String.format(Locale.ROOT, "%s", value);
  }
}
