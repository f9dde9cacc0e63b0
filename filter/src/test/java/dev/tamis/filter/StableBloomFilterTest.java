package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StableBloomFilterTest {
  private static final int WINDOW = 5000;

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.01, 0.001})
  void itSettlesAtTheRateAskedForHoweverLongTheStream(double rate) {
    StableBloomFilter filter = filter(rate);
    SplittableRandom random = new SplittableRandom(4);
    for (int length : new int[] {20 * WINDOW, 20 * WINDOW}) {
      add(filter, random, length);
      assertThat(filter.expectedFpr()).isBetween(rate * 0.93, rate * 1.02);
      assertThat(filter.currentFpr() / filter.expectedFpr()).isBetween(0.9, 1.1);
      int queries = 400_000;
      long positives = 0;
      for (int i = 0; i < queries; i++) {
        positives += filter.seenLatelyHash(random.nextLong()) ? 1 : 0;
      }
      BinomialGate.assertFits("settled", positives, queries, filter.currentFpr(), 0.02);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.01, 0.001})
  void keysAreFoundWithinTheWindowAndForgottenLongAfterIt(double rate) {
    StableBloomFilter filter = filter(rate);
    SplittableRandom random = new SplittableRandom(9);
    add(filter, random, 20 * WINDOW);
    long[] keys = MembershipContractTest.randomHashes(2000, 5);
    for (long key : keys) {
      filter.addHash(key);
    }
    assertThat(found(filter, keys)).isGreaterThan(0.985);
    add(filter, random, WINDOW - 1000); // the middle one is at the end of the window
    assertThat(found(filter, keys)).isBetween(0.94, 0.98);
    add(filter, random, 19 * WINDOW);
    assertThat(found(filter, keys)).isLessThan(rate + 0.01);
  }

  @Test
  void addingSaysWhetherTheKeyLookedNew() {
    StableBloomFilter filter = filter(0.01);
    assertThat(filter.add("a")).isTrue();
    assertThat(filter.add("a")).isFalse();
    assertThat(filter.add(new byte[] {'a'})).isFalse();
    assertThat(filter.seenLately("a")).isTrue();
    assertThat(filter.seenLately(new byte[] {'b'})).isFalse();
    assertThat(filter.keyCount()).isEqualTo(3);
    assertThat(filter.windowKeys()).isEqualTo(WINDOW);
  }

  @Test
  void bitsPerKeyBuyTheSameTradeOff() {
    StableBloomFilter byRate = filter(0.01);
    assertThat(byRate.bitSize() / (double) WINDOW).isBetween(125.0, 145.0);
    StableBloomFilter byBits =
        StableBloomFilter.builder().expectedKeys(WINDOW).bitsPerKey(100).build();
    assertThat(byBits.bitSize()).isEqualTo(100 * WINDOW);
    assertThat(byBits.expectedFpr()).isBetween(0.01, 0.06);
  }

  @Test
  void a8_aReadFilterGoesOnAsTheWrittenOneWould() throws FilterFormatException {
    StableBloomFilter filter = filter(0.01);
    SplittableRandom random = new SplittableRandom(4);
    add(filter, random, 1000);
    byte[] bytes = filter.toBytes();
    StableBloomFilter again = StableBloomFilter.fromBytes(bytes);
    assertThat(again.toBytes()).isEqualTo(bytes);
    for (int i = 0; i < 1000; i++) {
      long hash = random.nextLong();
      assertThat(again.addHash(hash)).isEqualTo(filter.addHash(hash));
    }
    assertThat(again.toBytes()).isEqualTo(filter.toBytes());
    assertThat(again.expectedFpr()).isEqualTo(filter.expectedFpr());
  }

  @Test
  void itIsNoMembershipFilterAndIsNotReadAsOne() {
    assertThat(MembershipFilter.class.isAssignableFrom(StableBloomFilter.class)).isFalse();
    byte[] bytes = filter(0.1).toBytes();
    assertThatThrownBy(() -> MembershipFilter.fromBytes(bytes))
        .isInstanceOf(FilterFormatException.class)
        .hasMessageContaining("stable");
  }

  private static StableBloomFilter filter(double rate) {
    return StableBloomFilter.builder().expectedKeys(WINDOW).falsePositiveRate(rate).build();
  }

  private static void add(StableBloomFilter filter, SplittableRandom random, int keys) {
    for (int i = 0; i < keys; i++) {
      filter.addHash(random.nextLong());
    }
  }

  private static double found(StableBloomFilter filter, long[] keys) {
    int found = 0;
    for (long key : keys) {
      found += filter.seenLatelyHash(key) ? 1 : 0;
    }
    return (double) found / keys.length;
  }
}
