package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BloomFilterTest {
  private static final KeyHash HASH = KeyHash.xxh64(21);

  @ParameterizedTest
  @CsvSource({"4, 5", "6, 5", "8, 10", "10, 30", "12, 60", "16, 200"})
  void a2_theMeasuredRateIsTheFormula(double bitsPerKey, int thousandQueriesEach) {
    int filters = 50;
    int keys = 20_000;
    SplittableRandom random = new SplittableRandom((long) bitsPerKey);
    long positives = 0;
    double expected = 0;
    double ofBits = 0;
    for (int f = 0; f < filters; f++) {
      BloomFilter filter = filter(keys, bitsPerKey);
      add(filter, random, keys);
      positives += positives(filter, random, thousandQueriesEach * 1000);
      expected += filter.expectedFpr() / filters;
      ofBits += filter.currentFpr() / filters;
    }
    long queries = filters * 1000L * thousandQueriesEach;
    BinomialGate.assertFits("formula", positives, queries, expected, 0.02);
    BinomialGate.assertFits("a3: of the bits", positives, queries, ofBits, 0.005);
  }

  @Test
  void a2_filtersOfAFewKeysAreNoWorseThanTheirBits() {
    // Constant steps would be wrong 2.6 times as often here.
    SplittableRandom random = new SplittableRandom(64);
    long positives = 0;
    double ofBits = 0;
    int filters = 2000;
    for (int f = 0; f < filters; f++) {
      BloomFilter filter = filter(100, 14.4);
      add(filter, random, 100);
      positives += positives(filter, random, 1000);
      ofBits += filter.currentFpr() / filters;
    }
    BinomialGate.assertFits("100 keys", positives, filters * 1000L, ofBits, 0.03);
  }

  @ParameterizedTest
  @CsvSource({"2, 15.7", "4, 67.9"})
  void a4_anOverfilledFilterFollowsTheFormula(int times, double percent) {
    int keys = 50_000;
    BloomFilter filter =
        BloomFilter.builder().hash(HASH).expectedKeys(keys).falsePositiveRate(0.01).build();
    SplittableRandom random = new SplittableRandom(17);
    add(filter, random, times * keys);
    assertThat(filter.overfilled()).isTrue();
    assertThat(100 * filter.expectedFpr((long) times * keys))
        .isBetween(percent * 0.99, percent * 1.01);
    assertThat(100 * filter.currentFpr()).isBetween(percent * 0.97, percent * 1.03);
    long positives = positives(filter, random, 200_000);
    BinomialGate.assertFits("overfilled", positives, 200_000, filter.currentFpr(), 0.005);
  }

  @ParameterizedTest
  @CsvSource({"1, 1.0", "2, 15.7", "4, 67.9"})
  void a4_twiceAndFourTimesTheKeysGiveTheRateThatIsSaid(int times, double percent) {
    int keys = 100_000;
    BloomFilter filter =
        BloomFilter.builder().hash(HASH).expectedKeys(keys).falsePositiveRate(0.01).build();
    add(filter, new SplittableRandom(16), times * keys);
    assertThat(filter.overfilled()).isEqualTo(times > 1);
    assertThat(100 * filter.currentFpr()).isBetween(percent * 0.97, percent * 1.03);
    SplittableRandom random = new SplittableRandom(17);
    int queries = 300_000;
    int positives = 0;
    for (int i = 0; i < queries; i++) {
      positives += filter.mightContainHash(random.nextLong()) ? 1 : 0;
    }
    BinomialGate.assertFits(
        times + " times", positives, queries, filter.expectedFpr(times * (long) keys), 0.02);
  }

  @Test
  void a4_theRateOnlyGrows() {
    BloomFilter filter = filter(100, 10);
    SplittableRandom random = new SplittableRandom(2);
    double last = 0;
    double lastFill = 0;
    for (int i = 0; i < 3000; i++) {
      filter.addHash(random.nextLong());
      assertThat(filter.currentFpr()).isBetween(last, 1.0);
      assertThat(filter.fillRatio()).isBetween(lastFill, 1.0);
      last = filter.currentFpr();
      lastFill = filter.fillRatio();
    }
    assertThat(last).isEqualTo(1);
    assertThat(filter.cardinality().saturated()).isTrue();
    assertThat(filter.cardinality().keys()).isGreaterThan(500);
  }

  @Test
  void a6_atItsBestHalfOfTheBitsAreSet() {
    BloomFilter filter =
        BloomFilter.builder().hash(HASH).expectedKeys(100_000).falsePositiveRate(0.001).build();
    add(filter, new SplittableRandom(6), 100_000);
    assertThat(filter.fillRatio()).isBetween(0.495, 0.505);
  }

  @Test
  void a6_aUnionIsTheFilterOfAllKeysBitForBit() {
    long[] a = MembershipContractTest.randomHashes(3000, 1);
    long[] b = MembershipContractTest.randomHashes(5000, 2);
    long[] c = MembershipContractTest.randomHashes(100, 3);
    BloomFilter all = filter(10_000, 9);
    all.addHashes(a, a.length);
    all.addHashes(b, b.length);
    BloomFilter fa = of(a);
    BloomFilter fb = of(b);
    BloomFilter fc = of(c);
    assertThat(payload(fa.union(fb))).isEqualTo(payload(all));
    assertThat(payload(fb.union(fa))).isEqualTo(payload(all));
    assertThat(payload(fa.union(fb).union(fc))).isEqualTo(payload(fa.union(fb.union(fc))));
    assertThat(payload(fa.union(fa))).isEqualTo(payload(fa));
    assertThat(payload(fa.union(filter(10_000, 9)))).isEqualTo(payload(fa));
    assertThat(fa.union(fb).keyCount()).isEqualTo(8000);
    assertThat(payload(fa)).as("left alone").isEqualTo(payload(of(a)));
  }

  @Test
  void a6_filtersThatDifferInAnythingAreNotUnited() {
    BloomFilter filter = filter(1000, 10);
    BloomFilter[] others = {
      filter(1001, 10),
      filter(1000, 11),
      BloomFilter.builder().hash(KeyHash.xxh64(22)).expectedKeys(1000).bitsPerKey(10).build(),
      BloomFilter.builder().hash(KeyHash.sipHash13(21, 0)).expectedKeys(1000).bitsPerKey(10).build()
    };
    assertThat(filter.isCompatible(filter(1000, 10))).isTrue();
    for (BloomFilter other : others) {
      assertThat(filter.isCompatible(other)).isFalse();
      assertThatThrownBy(() -> filter.union(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("10000 bits, 7 positions, XXH64");
      assertThatThrownBy(() -> filter.intersectionEstimate(other))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void a5_intersectionsAreEstimatedWithinTheirErrorBars() {
    int withinOne = 0;
    int withinThree = 0;
    int trials = 200;
    for (int trial = 0; trial < trials; trial++) {
      SplittableRandom random = new SplittableRandom(trial);
      BloomFilter a = filter(10_000, 10);
      BloomFilter b = filter(10_000, 10);
      int common = trial * 20;
      for (int i = 0; i < 5000; i++) {
        long hash = random.nextLong();
        a.addHash(hash);
        b.addHash(i < common ? hash : random.nextLong());
      }
      Cardinality estimate = a.intersectionEstimate(b);
      double errors = Math.abs(estimate.keys() - common) / estimate.standardError();
      withinOne += errors <= 1 ? 1 : 0;
      withinThree += errors <= 3 ? 1 : 0;
      assertThat(estimate.standardError()).isLessThan(200);
    }
    assertThat(withinOne).isGreaterThan(trials * 6 / 10);
    assertThat(withinThree).isGreaterThan(trials * 98 / 100);
  }

  @Test
  void a5_theErrorBarOfACountIsRight() {
    double sum = 0;
    int trials = 400;
    for (int trial = 0; trial < trials; trial++) {
      BloomFilter filter = filter(2000, 10);
      add(filter, new SplittableRandom(trial), 2000);
      Cardinality estimate = filter.cardinality();
      double errors = (estimate.keys() - 2000) / estimate.standardError();
      sum += errors * errors;
    }
    assertThat(Math.sqrt(sum / trials)).as("deviation in error bars").isBetween(0.85, 1.15);
  }

  @Test
  void a7_noBitPastTheLastOneIsEverSet() {
    for (int bits = 1; bits < 200; bits++) {
      BloomFilter filter = filter(bits, 1);
      add(filter, new SplittableRandom(bits), 5000);
      assertThat(filter.bitSize()).isEqualTo(bits);
      assertThat(filter.fillRatio()).as("%s bits", bits).isEqualTo(1);
      byte[] payload = payload(filter);
      for (int i = 0; i < payload.length * 8; i++) {
        assertThat((payload[i / 8] >>> (i % 8)) & 1).isEqualTo(i < bits ? 1 : 0);
      }
    }
  }

  @Test
  void stepsAreOddAndPlacesAreWithinTheCells() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 100_000; i++) {
      long hash = i < 3 ? i - 1 : random.nextLong();
      assertThat(Probes.firstStep(hash) & 1).isEqualTo(1);
      long cells = 1 + (random.nextLong() >>> 30);
      assertThat(Probes.place(random.nextLong(), cells)).isBetween(0L, cells - 1);
    }
    assertThat(Probes.place(-1, 12)).isEqualTo(11);
    assertThat(Probes.place(0, 12)).isZero();
    assertThat(Probes.place(Long.MIN_VALUE, 12)).isEqualTo(6);
  }

  private static BloomFilter filter(int keys, double bitsPerKey) {
    return BloomFilter.builder().hash(HASH).expectedKeys(keys).bitsPerKey(bitsPerKey).build();
  }

  private static BloomFilter of(long[] hashes) {
    BloomFilter filter = filter(10_000, 9);
    filter.addHashes(hashes, hashes.length);
    return filter;
  }

  private static void add(BloomFilter filter, SplittableRandom random, int keys) {
    for (int i = 0; i < keys; i++) {
      filter.addHash(random.nextLong());
    }
  }

  private static long positives(BloomFilter filter, SplittableRandom random, int queries) {
    long positives = 0;
    for (int i = 0; i < queries; i++) {
      positives += filter.mightContainHash(random.nextLong()) ? 1 : 0;
    }
    return positives;
  }

  private static byte[] payload(BloomFilter filter) {
    byte[] bytes = filter.toBytes();
    return Arrays.copyOfRange(bytes, FilterHeader.BYTES, bytes.length);
  }
}
