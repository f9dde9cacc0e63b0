package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A10: the hash is even, every bit of a key counts, and a secret key makes crafted keys useless.
 */
class HashQualityTest {
  private static final int KEY_BYTES = 16;

  static Stream<KeyHash> hashes() {
    return Stream.of(KeyHash.xxh64(0), KeyHash.sipHash13(1, 2), KeyHash.sipHash24(3, 4));
  }

  /** Vectors that are published for XXH64 with seed 0. */
  @ParameterizedTest
  @CsvSource({
    "'', ef46db3751d8e999",
    "a, d24ec4f1a98c6e5b",
    "abc, 44bc2cf5ad770999",
    "Nobody inspects the spammish repetition, fbcea83c8a378bf1"
  })
  void a10_matchesThePublishedVectorsOfXxh64(String key, String hash) {
    assertThat(Long.toHexString(KeyHash.xxh64(0).hash(key))).isEqualTo(hash);
  }

  /** Each bit of a key turns each bit of the hash in half of all cases. */
  @ParameterizedTest
  @MethodSource("hashes")
  void a10_everyBitOfAKeyTurnsHalfOfTheHash(KeyHash hash) {
    int rounds = TestScale.of(4000, 100_000);
    int keyBits = KEY_BYTES * Byte.SIZE;
    int[][] turned = new int[keyBits][Long.SIZE];
    SplittableRandom random = new SplittableRandom(10);
    ByteBuffer key = ByteBuffer.allocate(KEY_BYTES);
    for (int round = 0; round < rounds; round++) {
      key.putLong(0, random.nextLong()).putLong(8, random.nextLong());
      long before = hash.hash(key);
      for (int in = 0; in < keyBits; in++) {
        byte[] bytes = key.array();
        bytes[in / 8] ^= (byte) (1 << (in % 8));
        long changed = before ^ hash.hash(bytes);
        bytes[in / 8] ^= (byte) (1 << (in % 8));
        for (; changed != 0; changed &= changed - 1) {
          turned[in][Long.numberOfTrailingZeros(changed)]++;
        }
      }
    }
    double pairTolerance = 6 * Math.sqrt(rounds) / 2;
    for (int in = 0; in < keyBits; in++) {
      long ofInput = 0;
      for (int out = 0; out < Long.SIZE; out++) {
        assertThat(Math.abs(turned[in][out] - rounds / 2.0))
            .as("key bit %s, hash bit %s", in, out)
            .isLessThan(pairTolerance);
        ofInput += turned[in][out];
      }
      assertThat(100.0 * ofInput / rounds / Long.SIZE).as("key bit %s", in).isBetween(49.0, 51.0);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = KeyFamily.class,
      names = {"ALL_ZERO"},
      mode = EnumSource.Mode.EXCLUDE)
  void a10_keysOfEveryFamilySpreadEvenlyOverTheLines(KeyFamily family) {
    int keys = 1_000_000;
    int lines = 1953;
    KeyHash hash = KeyHash.xxh64(0);
    int[] load = new int[lines];
    for (int i = 0; i < keys; i++) {
      load[SplitLine.lineOf(hash.hash(family.key(i)), lines)]++;
    }
    assertChiSquareFits(load, (double) keys / lines);
  }

  @Test
  void a10_anotherSeedPutsEveryKeyIntoAnotherLine() {
    int lines = 1000;
    KeyHash one = KeyHash.xxh64(1);
    KeyHash other = KeyHash.xxh64(2);
    int[] distance = new int[lines];
    int keys = 100_000;
    for (int i = 0; i < keys; i++) {
      byte[] key = KeyFamily.BIG_ENDIAN_INTS.key(i);
      int from = SplitLine.lineOf(one.hash(key), lines);
      int to = SplitLine.lineOf(other.hash(key), lines);
      distance[Math.floorMod(to - from, lines)]++;
    }
    assertChiSquareFits(distance, (double) keys / lines); // independent: 0 is as rare as any other
  }

  /** Who knows the hash finds keys that pass the filter; under a secret key they are like any. */
  @Test
  void a10_keysCraftedAgainstAnUnkeyedFilterFallToTheExpectedRateUnderASecretKey() {
    int members = 20_000;
    int wanted = 100_000;
    KeyHash known = KeyHash.xxh64(0);
    BlockedBloomFilter open = filled(known, members);
    BlockedBloomFilter keyed = filled(KeyHash.sipHash13(0x5EC12E7L, 0x0C0DEL), members);
    ByteBuffer candidate = ByteBuffer.allocate(12);
    long crafted = 0;
    long passed = 0;
    for (long i = 0; crafted < wanted; i++) {
      candidate.putLong(0, i);
      if (open.mightContain(candidate)) {
        crafted++;
        passed += keyed.mightContain(candidate) ? 1 : 0;
      }
    }
    BinomialGate.assertFits("crafted keys", passed, crafted, keyed.currentFpr(), 0.01);
  }

  private static BlockedBloomFilter filled(KeyHash hash, int members) {
    BlockedBloomFilter filter =
        BlockedBloomFilter.builder().hash(hash).expectedKeys(members).bitsPerKey(10).build();
    for (int i = 0; i < members; i++) {
      filter.add("member-" + i);
    }
    return filter;
  }

  /** With p > 1e-6 on either side, by Wilson's and Hilferty's approximation. */
  private static void assertChiSquareFits(int[] counts, double expected) {
    double chiSquare = 0;
    for (int count : counts) {
      chiSquare += (count - expected) * (count - expected) / expected;
    }
    double freedom = counts.length - 1;
    double variance = 2 / (9 * freedom);
    double deviations = (Math.cbrt(chiSquare / freedom) - (1 - variance)) / Math.sqrt(variance);
    assertThat(deviations).as("chi-square %s of %s", chiSquare, freedom).isBetween(-4.9, 4.9);
  }
}
