package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScalableBloomFilterTest {
  @ParameterizedTest
  @CsvSource({"2, 0.5, 10", "2, 0.9, 10", "4, 0.5, 6", "10, 0.8, 4"})
  void a12_theRateStaysBelowItsBoundWhenItGrowsAThousandfold(
      int growth, double tightening, int slices) {
    double bound = 0.02;
    int first = 1000; // its slice, half of the rate, has a standard deviation of 5 %
    ScalableBloomFilter filter =
        ScalableBloomFilter.builder(growth, tightening)
            .expectedKeys(first)
            .falsePositiveRate(bound)
            .build();
    assertThat(filter.falsePositiveBound()).isBetween(bound * 0.999, bound * 1.001);
    SplittableRandom random = new SplittableRandom(growth);
    while (filter.keyCount() < 1000L * first) {
      filter.addHash(random.nextLong());
    }
    assertThat(filter.sliceCount()).isEqualTo(slices);
    assertThat(filter.overfilled()).isFalse();
    int queries = 1_000_000;
    long positives = 0;
    for (int i = 0; i < queries; i++) {
      positives += filter.mightContainHash(random.nextLong()) ? 1 : 0;
    }
    BinomialGate.assertFits("bits", positives, queries, filter.currentFpr(), 0.01);
    assertThat((double) positives / queries)
        .isLessThan(bound + BinomialGate.tolerance(bound, queries, 0.08));
    assertThat(filter.expectedFpr(filter.keyCount()) / filter.currentFpr()).isBetween(0.92, 1.08);
  }

  @Test
  void a12_slicesGrowAndTightenByTheirFactors() {
    ScalableBloomFilter filter =
        ScalableBloomFilter.builder(3, 0.5).expectedKeys(100).falsePositiveRate(0.01).build();
    long lastSize = 0;
    long last = 0;
    SplittableRandom random = new SplittableRandom(1);
    for (int slices = 1; slices <= 5; slices++) {
      while (filter.sliceCount() < slices) {
        last = filter.keyCount();
        filter.addHash(random.nextLong());
      }
      long keys = Math.round(100 * Math.pow(3, slices - 1.0));
      double bits = BloomSizing.standardBitsPerKey(0.005 * Math.pow(0.5, slices - 1.0));
      assertThat(filter.bitSize() - lastSize).isEqualTo((long) Math.ceil(keys * bits));
      assertThat(last)
          .as("keys before slice %s", slices)
          .isEqualTo(Math.round(100 * (Math.pow(3, slices - 1.0) - 1) / 2));
      lastSize = filter.bitSize();
    }
  }

  @Test
  void aKeyThatTestsPositiveTakesNoRoom() {
    ScalableBloomFilter filter =
        ScalableBloomFilter.builder().expectedKeys(10).bitsPerKey(12).build();
    assertThat(filter.add("key")).isTrue();
    for (int i = 0; i < 1000; i++) {
      assertThat(filter.add("key")).isFalse();
    }
    assertThat(filter.keyCount()).isEqualTo(1);
    assertThat(filter.sliceCount()).isEqualTo(1);
  }

  @Test
  void whenSlicesRunOutTheLastOneTakesTheRest() {
    ScalableBloomFilter filter =
        ScalableBloomFilter.builder(1, 0.99).expectedKeys(1).falsePositiveRate(0.5).build();
    long[] hashes = MembershipContractTest.randomHashes(2000, 1);
    filter.addHashes(hashes, hashes.length);
    assertThat(filter.sliceCount()).isEqualTo(64);
    assertThat(filter.overfilled()).isTrue();
    assertThat(Arrays.stream(hashes)).allMatch(filter::mightContainHash);
  }

  @Test
  void factorsThatDoNotBoundTheRateAreRefused() {
    assertThatThrownBy(() -> ScalableBloomFilter.builder(0, 0.5)).hasMessageContaining("0 and 0.5");
    assertThatThrownBy(() -> ScalableBloomFilter.builder(17, 0.5)).hasMessageContaining("17");
    for (double tightening : new double[] {0, 1, Double.NaN}) {
      assertThatThrownBy(() -> ScalableBloomFilter.builder(2, tightening))
          .hasMessageContaining("" + tightening);
    }
  }
}
