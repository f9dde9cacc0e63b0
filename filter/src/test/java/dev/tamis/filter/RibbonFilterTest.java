package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RibbonFilterTest {
  private static final KeyHash HASH = KeyHash.xxh64(14);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 7, 8, 10})
  void a2_theRateIsAPowerOfTwo(int columns) {
    SplittableRandom random = new SplittableRandom(columns);
    int queriesEach = Math.min(200_000, 4000 << columns);
    int filters = 10;
    long positives = 0;
    for (int f = 0; f < filters; f++) {
      RibbonFilter filter = (RibbonFilter) builder(random, 4096).buildWithRate(rate(columns));
      assertThat(filter.columns()).isEqualTo(columns);
      for (int i = 0; i < queriesEach; i++) {
        positives += filter.mightContainHash(random.nextLong()) ? 1 : 0;
      }
    }
    BinomialGate.assertFits(
        columns + " columns", positives, (long) filters * queriesEach, rate(columns), 0.01);
  }

  @ParameterizedTest
  @CsvSource({"2000, 1.07", "3277, 1.07", "4096, 1.07", "8000, 1.07", "60000, 1.09"})
  void a14_aFewSlotsAreWasted(int keys, double most) {
    for (int seed = 0; seed < 5; seed++) {
      RibbonFilter filter =
          (RibbonFilter) builder(new SplittableRandom(seed), keys).buildWithRate(rate(8));
      assertThat(filter.bitSize() / 8.0 / keys).isBetween(1.03, most);
      assertThat(filter.bitSize() % (8 * 64)).as("whole lines").isZero();
    }
  }

  @Test
  void a14_everySizeHoldsAllItsKeys() {
    for (int keys = 0; keys < 400; keys++) {
      RibbonBuilder builder = builder(new SplittableRandom(keys), keys);
      MembershipFilter filter = builder.buildWithRate(0.01);
      assertThat(filter).isInstanceOf(RibbonFilter.class);
      assertThat(Arrays.stream(MembershipContractTest.randomHashes(keys, keys)))
          .as("%s keys", keys)
          .allMatch(filter::mightContainHash);
    }
  }

  @Test
  void a14_ifNoAttemptSucceedsThereIsABloomFilterWithAllKeys() {
    RibbonBuilder builder = new RibbonBuilder(HASH, 0.9); // fewer slots than keys
    long[] hashes = MembershipContractTest.randomHashes(5000, 3);
    builder.addHashes(hashes, hashes.length);
    MembershipFilter filter = builder.buildWithRate(0.01);
    assertThat(filter).isInstanceOf(BloomFilter.class);
    assertThat(Arrays.stream(hashes)).allMatch(filter::mightContainHash);
    assertThat(filter.expectedFpr()).isBetween(rate(7) * 0.95, rate(7) * 1.02);
    assertThat(filter.hash()).isEqualTo(HASH);
    assertThat(filter.keyCount()).isEqualTo(5000);
  }

  @Test
  void a14_repeatedKeysAreAccepted() {
    RibbonBuilder builder = new RibbonBuilder(HASH);
    long[] hashes = MembershipContractTest.randomHashes(1000, 3);
    for (int round = 0; round < 3; round++) {
      builder.addHashes(hashes, hashes.length);
    }
    builder.addHash(hashes[999]);
    assertThat(builder.keyCount()).as("equal neighbours count once").isEqualTo(3000);
    MembershipFilter filter = builder.buildWithRate(0.001);
    assertThat(filter).isInstanceOf(RibbonFilter.class);
    assertThat(Arrays.stream(hashes)).allMatch(filter::mightContainHash);
  }

  @Test
  void a14_memoryOfABuildIsBoundedReportedAndReused() {
    RibbonBuilder builder = builder(new SplittableRandom(1), 100_000);
    assertThat(builder.buildWithRate(rate(8))).isInstanceOf(RibbonFilter.class);
    long bytes = builder.workingBytes();
    assertThat(bytes).isBetween(100_000L * 20, 100_000L * 30);
    builder.reset();
    builder.add("one");
    builder.add(new byte[] {2});
    MembershipFilter small = builder.buildWithRate(rate(8));
    assertThat(small.mightContain("one")).isTrue();
    assertThat(small.keyCount()).isEqualTo(2);
    assertThat(builder.workingBytes()).isEqualTo(bytes);
  }

  @Test
  void bitsPerKeyBuyTheBestRateThatFits() {
    RibbonBuilder builder = builder(new SplittableRandom(1), 4096);
    for (double bits : new double[] {1.1, 5, 8.4, 8.6, 12, 30}) {
      RibbonFilter filter = (RibbonFilter) builder.buildWithBitsPerKey(bits);
      assertThat(filter.bitSize() / 4096.0).isBetween(bits - 1.07, bits);
    }
    assertThat(((RibbonFilter) builder.buildWithBitsPerKey(90)).columns()).isEqualTo(32);
    assertThatThrownBy(() -> builder.buildWithBitsPerKey(1))
        .hasMessageContaining("actual=1.0, expected=at least 1.06");
  }

  @ParameterizedTest
  @CsvSource({"0.5, 1", "0.25, 2", "0.26, 2", "0.24, 3", "0.01, 7", "0.0078125, 7", "0.001, 10"})
  void ratesAreRoundedDownToPowersOfTwo(double asked, int columns) {
    RibbonFilter filter = (RibbonFilter) builder(new SplittableRandom(1), 100).buildWithRate(asked);
    assertThat(filter.columns()).isEqualTo(columns);
    assertThat(filter.expectedFpr()).isLessThanOrEqualTo(asked);
  }

  @Test
  void ratesOutOfRangeAreRefused() {
    RibbonBuilder builder = new RibbonBuilder(HASH);
    for (double rate : new double[] {0.51, 0, -1, Double.NaN, 0x1p-33}) {
      assertThatThrownBy(() -> builder.buildWithRate(rate))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** The rows of a key, at every start within a block, against the definition. */
  @Test
  void aLookUpIsTheXorOfTheKeysRows() {
    SplittableRandom random = new SplittableRandom(6);
    RibbonFilter filter = (RibbonFilter) builder(random, 1000).buildWithRate(rate(5));
    byte[] bytes = filter.toBytes();
    int attempt = bytes[FilterHeader.PARAMETER_OFFSET];
    int blocks = (int) (filter.bitSize() / 5 / 64);
    boolean[] starts = new boolean[64];
    for (int i = 0; i < 20_000; i++) {
      long hash = random.nextLong();
      long mixed = RibbonEquation.mix(hash, attempt);
      int start = RibbonEquation.start(mixed, blocks);
      starts[start % 64] = true;
      int xor = 0;
      for (int row = 0; row < 64; row++) {
        if (((RibbonEquation.coefficients(mixed) >>> row) & 1) != 0) {
          xor ^= row(bytes, start + row);
        }
      }
      assertThat(filter.mightContainHash(hash))
          .isEqualTo(xor == RibbonEquation.fingerprint(mixed, 5));
    }
    assertThat(starts).doesNotContain(false);
  }

  @Test
  void a15_itIsImmutable() {
    assertThat(Arrays.stream(RibbonFilter.class.getDeclaredFields()))
        .allMatch(field -> Modifier.isFinal(field.getModifiers()));
  }

  private static int row(byte[] bytes, int row) {
    int value = 0;
    for (int column = 0; column < 5; column++) {
      int at = FilterHeader.BYTES + 8 * (row / 64 * 5 + column) + row % 64 / 8;
      value |= ((bytes[at] >>> (row % 8)) & 1) << column;
    }
    return value;
  }

  private static RibbonBuilder builder(SplittableRandom random, int keys) {
    RibbonBuilder builder = new RibbonBuilder(HASH);
    for (int i = 0; i < keys; i++) {
      builder.addHash(random.nextLong());
    }
    return builder;
  }

  private static double rate(int columns) {
    return Math.pow(2, -columns);
  }
}
