package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyHashTest {
  /** The test vectors of xxHash's own sanity check: its pseudo-random buffer, cut at a length. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, EF46DB3751D8E999",
    "0, 9E3779B1, AC75FDA2929B17EF",
    "1, 0, E934A84ADB052768",
    "1, 9E3779B1, 5014607643A9B4C3",
    "4, 0, 9136A0DCA57457EE",
    "14, 0, 8282DCC4994E35C8",
    "14, 9E3779B1, C3BD6BF63DEB6DF0",
    "222, 0, B641AE8CB691C174",
    "222, 9E3779B1, 20CB8AB7AE10C14A",
  })
  void matchesThePublishedVectors(int length, String seed, String expected) {
    byte[] input = sanityBuffer(length);
    KeyHash hash = KeyHash.xxh64(Long.parseUnsignedLong(seed, 16));
    assertThat(Long.toHexString(hash.hash(input))).isEqualToIgnoringCase(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "a, d24ec4f1a98c6e5b",
    "abc, 44bc2cf5ad770999",
    "The quick brown fox jumps over the lazy dog, b242d361fda71bc",
  })
  void matchesWellKnownHashesOfText(String text, String expected) {
    assertThat(Long.toHexString(KeyHash.xxh64(0).hash(text.getBytes(StandardCharsets.UTF_8))))
        .isEqualTo(expected);
  }

  @Test
  void caseH2_highBytesHashAlikeOverEveryPath() {
    for (int fill : new int[] {0x00, 0x7F, 0x80, 0xFF}) {
      for (int length = 0; length <= 40; length++) {
        byte[] key = new byte[length];
        Arrays.fill(key, (byte) fill);
        assertAllPathsAgree(key, 0);
        assertAllPathsAgree(key, 0xFEDCBA9876543210L);
      }
    }
  }

  @Test
  void randomKeysHashAlikeOverEveryPath() {
    SplittableRandom random = new SplittableRandom(42);
    for (int length = 0; length <= 200; length++) {
      byte[] key = new byte[length];
      random.nextBytes(key);
      assertAllPathsAgree(key, random.nextLong());
    }
  }

  @Test
  void hashingDoesNotMoveABuffer() {
    ByteBuffer direct = ByteBuffer.allocateDirect(20).position(3).limit(15);
    long unused = KeyHash.xxh64(1).hash(direct);
    assertThat(direct.position()).as("hash was %s", unused).isEqualTo(3);
    assertThat(direct.limit()).isEqualTo(15);
  }

  @Test
  void anotherSeedIsAnotherHash() {
    byte[] key = {1, 2, 3};
    assertThat(KeyHash.xxh64(1).hash(key)).isNotEqualTo(KeyHash.xxh64(2).hash(key));
  }

  @Test
  void idAndSeedRebuildTheHash() {
    KeyHash hash = KeyHash.xxh64(-77);
    KeyHash again = KeyHash.of(hash.id(), hash.seed());
    assertThat(again.hash(new byte[] {9})).isEqualTo(hash.hash(new byte[] {9}));
    assertThat(again.seed()).isEqualTo(-77);
  }

  @Test
  void anUnknownIdIsRefused() {
    assertThatThrownBy(() -> KeyHash.of(2, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("hash id: actual=2, expected=1");
  }

  @Test
  void aRangeOutsideTheArrayIsRefused() {
    KeyHash hash = KeyHash.xxh64(0);
    assertThatThrownBy(() -> hash.hash(new byte[8], 4, 5))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> hash.hash(new byte[8], -1, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> hash.hash(new byte[8], 0, -1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void fingerprintsAreBytes() {
    assertThat(KeyHash.fingerprint(0)).isZero();
    for (long hash : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1, 0x80000000L}) {
      assertThat(KeyHash.fingerprint(hash)).isBetween(0, 255);
    }
  }

  private static void assertAllPathsAgree(byte[] key, long seed) {
    KeyHash hash = KeyHash.xxh64(seed);
    long expected = ReferenceXxh64.hash(seed, key);
    assertThat(hash.hash(key)).as("length %s seed %s", key.length, seed).isEqualTo(expected);
    for (int offset = 0; offset < 8; offset++) {
      byte[] padded = new byte[key.length + 16];
      Arrays.fill(padded, (byte) 0xA5);
      System.arraycopy(key, 0, padded, offset, key.length);
      assertThat(hash.hash(padded, offset, key.length)).isEqualTo(expected);
      ByteBuffer heap = ByteBuffer.wrap(padded);
      ByteBuffer direct = ByteBuffer.allocateDirect(padded.length).put(padded);
      for (ByteBuffer buffer : new ByteBuffer[] {heap, heap.asReadOnlyBuffer(), direct}) {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
          ByteBuffer view = buffer.duplicate().order(order);
          view.limit(offset + key.length).position(offset);
          assertThat(hash.hash(view)).isEqualTo(expected);
          assertThat(hash.hash(view.slice().order(order))).isEqualTo(expected);
        }
      }
    }
  }

  private static byte[] sanityBuffer(int length) {
    byte[] buffer = new byte[length];
    long generator = 2654435761L;
    for (int i = 0; i < length; i++) {
      buffer[i] = (byte) (generator >>> 56);
      generator *= -7046029288634856819L; // 11400714785074694797
    }
    return buffer;
  }
}
