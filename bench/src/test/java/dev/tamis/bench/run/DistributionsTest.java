package dev.tamis.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionsTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 64, 1000, 4097, 100_000})
  void aPermutationMeetsEveryNumberOnce(long limit) {
    Permutation permutation = new Permutation(limit, 7);
    BitSet met = new BitSet();
    long inPlace = 0;
    for (long i = 0; i < limit; i++) {
      long to = permutation.apply(i);
      assertThat(to).isBetween(0L, limit - 1);
      met.set((int) to);
      inPlace += to == i ? 1 : 0;
    }
    assertThat(met.cardinality()).isEqualTo((int) limit);
    assertThat(inPlace).as("numbers that stay").isLessThanOrEqualTo(Math.max(5, limit / 10));
  }

  @Test
  void aPermutationDependsOnItsSeed() {
    Permutation one = new Permutation(1000, 1);
    Permutation two = new Permutation(1000, 2);
    int same = 0;
    for (int i = 0; i < 1000; i++) {
      same += one.apply(i) == two.apply(i) ? 1 : 0;
    }
    assertThat(same).isLessThan(50);
  }

  @Test
  void zipfianRanksComeAsOftenAsTheLawSays() {
    int samples = 400_000;
    long n = 10_000;
    Zipf zipf = new Zipf(n, 0.99);
    SplittableRandom random = new SplittableRandom(3);
    int[] counts = new int[(int) n];
    for (int i = 0; i < samples; i++) {
      counts[(int) zipf.next(random)]++;
    }
    double zeta = Zipf.zeta(n, 0.99);
    assertThat(counts[0] * zeta / samples).isCloseTo(1, within(0.05));
    assertThat(counts[1] * zeta / samples).isCloseTo(Math.pow(2, -0.99), within(0.05));
    double topHundred = 0;
    for (int i = 0; i < 100; i++) {
      topHundred += counts[i];
    }
    assertThat(topHundred / samples)
        .isCloseTo(Zipf.zeta(100, 0.99) / zeta, Percentage.withPercentage(5));
  }

  @Test
  void theSumOfALongZipfianTailIsAnIntegral() {
    double exact = 0;
    for (long i = 1; i <= 1_000_000; i++) {
      exact += Math.pow((double) i, -0.99);
    }
    assertThat(Zipf.zeta(1_000_000, 0.99)).isCloseTo(exact, Percentage.withPercentage(1e-6));
  }

  @Test
  void oneKeyIsAlwaysTheSame() {
    assertThat(new Zipf(1, 0.99).next(new SplittableRandom(1))).isZero();
    assertThat(new Zipf(2, 0.99).next(new SplittableRandom(1))).isBetween(0L, 1L);
  }

  @Test
  void mixgraphHasTheLengthsAndHotKeysOfItsModel() {
    MixModel model =
        new MixModel(0.85, 0.14, 0.002312, 0.3467, 0.2615, 25.45, 2.517, 14.236, 1024, 10_000);
    SplittableRandom random = new SplittableRandom(4);
    int samples = 200_000;
    double valueBytes = 0;
    int shortScans = 0;
    int[] counts = new int[1000];
    for (int i = 0; i < samples; i++) {
      int bytes = model.valueBytes(random);
      assertThat(bytes).isBetween(10, 1024);
      valueBytes += bytes;
      int length = model.scanLength(random);
      assertThat(length).isBetween(0, 9_999);
      shortScans += length <= 15 ? 1 : 0;
      counts[(int) model.number(random, 1000)]++;
    }
    // The mean of the distribution is sigma / (1 - k) = 34.5; the floor of 10 adds a little.
    assertThat(valueBytes / samples).isBetween(34.0, 38.0);
    // u^-k - 1 <= 15 k / sigma for u >= 0.596.
    assertThat((double) shortScans / samples).isCloseTo(0.404, within(0.02));
    int hottest = 0;
    for (int count : counts) {
      hottest = Math.max(hottest, count);
    }
    // Rank 1 comes up for u <= a, besides the cold ranks that share its key.
    assertThat((double) hottest / samples).isBetween(0.0023, 0.006);
  }
}
