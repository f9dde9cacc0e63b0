package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** What is said about Bloom filters everywhere, checked against ours. */
class FieldStatementsTest {
  private static final double BITS_PER_MIB = 8.0 * 1024 * 1024;

  @Test
  void tenMillionKeysAtOnePercentNeedElevenPointFourMebibytes() {
    double bits = 1e7 * BloomSizing.standardBitsPerKey(0.01);
    assertThat(bits / 1e6).isCloseTo(95.9, within(0.06));
    assertThat(bits / BITS_PER_MIB).isCloseTo(11.4, within(0.05));
    assertThat(BloomSizing.standardHashCount(BloomSizing.standardBitsPerKey(0.01))).isEqualTo(7);
  }

  @Test
  void aTenthOfAPercentNeedsSeventeenPointOneMebibytes() {
    double bitsPerKey = BloomSizing.standardBitsPerKey(0.001);
    assertThat(1e7 * bitsPerKey / BITS_PER_MIB).isCloseTo(17.1, within(0.05));
    assertThat(BloomSizing.standardHashCount(bitsPerKey)).isEqualTo(10);
  }

  @Test
  void aTenfoldLowerRateCosts4Point79Bits() {
    for (double rate : new double[] {0.1, 0.01, 0.001, 0.0001}) {
      double bits = BloomSizing.standardBitsPerKey(rate);
      assertThat(BloomSizing.standardBitsPerKey(rate / 10) - bits).isCloseTo(4.79, within(0.005));
    }
    assertThat(BloomSizing.standardBitsPerKey(0.01)).isCloseTo(9.59, within(0.006));
  }

  @Test
  void fourteenAndTwentyBitsGiveAboutATenthAndAHundredthOfAPercent() {
    assertThat(100 * standard(14)).isCloseTo(0.12, within(0.005));
    assertThat(100 * standard(20)).isCloseTo(0.0067, within(0.0002));
    assertThat(100 * BloomMath.splitLineRate(14)).isCloseTo(0.188, within(0.001));
    assertThat(100 * BloomMath.splitLineRate(20)).isCloseTo(0.026, within(0.0005));
  }

  @Test
  void ofTenThousandAbsentKeysAboutAHundredReachTheStore() {
    BloomFilter filter =
        BloomFilter.builder().expectedKeys(100_000).falsePositiveRate(0.01).build();
    for (int i = 0; i < 100_000; i++) {
      filter.add("present-" + i);
    }
    int reach = 0;
    for (int i = 0; i < 10_000; i++) {
      reach += filter.mightContain("absent-" + i) ? 1 : 0;
    }
    assertThat(reach).isBetween(50, 150); // five standard deviations
  }

  @Test
  void twiceAndFourTimesTheLoad() {
    long bits = BloomSizing.bits(1_000_000, BloomSizing.standardBitsPerKey(0.01));
    assertThat(100 * BloomSizing.standardRate(bits, 7, 2_000_000)).isCloseTo(15.7, within(0.1));
    assertThat(100 * BloomSizing.standardRate(bits, 7, 4_000_000)).isCloseTo(67.9, within(0.1));
    assertThat(100 * BloomMath.splitLineRate(5)).isCloseTo(17.2, within(0.1));
    assertThat(100 * BloomMath.splitLineRate(2.5)).isCloseTo(71.9, within(0.1));
    assertThat(100 * freePositionsRate(5, 6)).isCloseTo(11.9, within(0.1));
    assertThat(100 * freePositionsRate(2.5, 6)).isCloseTo(56.4, within(0.1));
  }

  /** Twelve positions, two of a key; clearing a bit to delete one key makes another vanish. */
  @Test
  void aToyFilterShowsPositivesNegativesAndWhyPlainFiltersDoNotDelete() {
    int[] cat = {2, 7};
    int[] dog = {7, 10};
    int[] fox = {2, 10};
    int[] owl = {1, 9};
    BitArray bits = new BitArray(12, false);
    CellArray counters = new CellArray(12, 4);
    BitSet plain = new BitSet();
    for (int[] key : new int[][] {cat, dog}) {
      for (int place : key) {
        bits.set(place);
        plain.set(place);
        counters.set(place, counters.get(place) + 1);
      }
    }
    assertThat(has(bits, cat)).isTrue();
    assertThat(has(bits, dog)).isTrue();
    assertThat(has(bits, fox)).as("never added: a false positive").isTrue();
    assertThat(has(bits, owl)).isFalse();

    plain.clear(7); // to delete dog
    assertThat(plain.get(cat[0]) && plain.get(cat[1])).as("cat vanished").isFalse();

    for (int place : dog) {
      counters.set(place, counters.get(place) - 1);
    }
    assertThat(counters.get(cat[0])).isPositive();
    assertThat(counters.get(cat[1])).isPositive();
    assertThat(counters.get(dog[1])).isZero();
  }

  private static boolean has(BitArray bits, int[] places) {
    return bits.get(places[0]) && bits.get(places[1]);
  }

  private static double standard(double bitsPerKey) {
    return BloomSizing.standardRate(
        (long) (1e8 * bitsPerKey), BloomSizing.standardHashCount(bitsPerKey), 100_000_000);
  }

  /** Poisson mixture over lines of 512 bits with k positions anywhere in the line. */
  private static double freePositionsRate(double bitsPerKey, int k) {
    double load = 512 / bitsPerKey;
    double weight = Math.exp(-load);
    double rate = 0;
    for (int keys = 1; keys < 2000; keys++) {
      weight *= load / keys;
      rate += weight * Math.pow(1 - Math.pow(511.0 / 512, k * keys), k);
    }
    return rate;
  }
}
