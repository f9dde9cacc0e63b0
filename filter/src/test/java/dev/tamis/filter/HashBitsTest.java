package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * What is taken from a hash is uniform, and any two parts are independent: chi-square over a
 * million hashes of sequential keys, between five standard deviations below and above the mean.
 */
class HashBitsTest {
  private static final int SAMPLES = 1_000_000;
  private static final int CELLS = 64;
  private static final int PARTS = 10;

  @Test
  void linePositionsAndFingerprintAreUniformAndPairwiseIndependent() {
    int[][][] joint = new int[PARTS][PARTS][CELLS * CELLS];
    KeyHash hash = KeyHash.xxh64(2024);
    int[] part = new int[PARTS];
    for (int i = 0; i < SAMPLES; i++) {
      split(hash.hash(KeyFamily.BIG_ENDIAN_INTS.key(i)), part);
      for (int a = 0; a < PARTS; a++) {
        for (int b = a + 1; b < PARTS; b++) {
          joint[a][b][part[a] * CELLS + part[b]]++;
        }
      }
    }
    for (int a = 0; a < PARTS; a++) {
      for (int b = a + 1; b < PARTS; b++) {
        assertUniform(name(a) + " with " + name(b), joint[a][b]);
      }
    }
  }

  @Test
  void fingerprintsAreUniformOverAllBytes() {
    int[] counts = new int[256];
    KeyHash hash = KeyHash.xxh64(2025);
    for (int i = 0; i < SAMPLES; i++) {
      counts[KeyHash.fingerprint(hash.hash(KeyFamily.LITTLE_ENDIAN_INTS.key(i)))]++;
    }
    assertUniform("fingerprint", counts);
  }

  @Test
  void keysOfOneLineWithOneSetOfBitsStillHaveEveryFingerprint() {
    // A false positive shares line and bits with present keys. Lower halves are equal here, upper
    // halves are close together: the worst a filter can hand to the fingerprint.
    int[] counts = new int[256];
    long lowerHalf = 0x6B8B4567L;
    for (long i = 0; i < SAMPLES; i++) {
      counts[KeyHash.fingerprint(((0x12340000L + i) << 32) | lowerHalf)]++;
    }
    for (int fingerprint = 0; fingerprint < 256; fingerprint++) {
      assertThat(counts[fingerprint]).isBetween(SAMPLES / 256 / 2, SAMPLES / 256 * 2);
    }
  }

  private static void split(long hash, int[] part) {
    part[0] = SplitLine.lineOf(hash, CELLS);
    part[1] = KeyHash.fingerprint(hash) >>> 2;
    long positions = SplitLine.positions(hash) >>> SplitLine.FIRST_POSITION_SHIFT;
    for (int word = 0; word < 8; word++) {
      part[2 + word] = (int) (positions >>> (SplitLine.POSITION_BITS * word)) & 63;
    }
  }

  private static String name(int part) {
    return part == 0 ? "line" : part == 1 ? "fingerprint" : "position of word " + (part - 2);
  }

  private static void assertUniform(String what, int[] counts) {
    double expected = (double) SAMPLES / counts.length;
    double chiSquare = 0;
    for (int count : counts) {
      chiSquare += (count - expected) * (count - expected) / expected;
    }
    double freedom = counts.length - 1;
    assertThat(chiSquare)
        .as(what)
        .isBetween(freedom - 5 * Math.sqrt(2 * freedom), freedom + 5 * Math.sqrt(2 * freedom));
  }
}
