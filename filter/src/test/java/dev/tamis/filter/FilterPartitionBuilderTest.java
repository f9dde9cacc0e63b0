package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterPartitionBuilderTest {
  private static final KeyHash HASH = KeyHash.xxh64(0x7A3155EEDL);

  @ParameterizedTest
  @ValueSource(
      ints = {0, 1, 2, 3, 10, 63, 64, 65, 511, 512, 513, 1000, 1023, 1024, 1025, 10_000, 100_000})
  void noKeyIsEverDenied(int keys) throws FilterFormatException {
    for (double bitsPerKey : new double[] {1, 9.55, 24}) {
      FilterPartitionBuilder builder = new FilterPartitionBuilder(HASH);
      for (int i = 0; i < keys; i++) {
        builder.add(HASH.hash(KeyFamily.BIG_ENDIAN_INTS.key(i)));
      }
      byte[] partition = builder.build(bitsPerKey, 5);
      FilterPartition.Header header = FilterPartition.decode(partition, 0, partition.length, 5);
      assertThat(header.keyCount()).isEqualTo(keys);
      for (int i = 0; i < keys; i++) {
        if (!mightContain(partition, header, HASH.hash(KeyFamily.BIG_ENDIAN_INTS.key(i)))) {
          throw new AssertionError("key " + i + " of " + keys + " denied");
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(KeyFamily.class)
  void noShapeOfKeyIsDenied(KeyFamily family) throws FilterFormatException {
    for (int keys : new int[] {1, 2, 65, 1500}) {
      FilterPartitionBuilder builder = new FilterPartitionBuilder(HASH);
      for (int i = 0; i < keys; i++) {
        builder.add(HASH.hash(family.key(i)));
      }
      byte[] partition = builder.build(10, 0);
      FilterPartition.Header header = FilterPartition.decode(partition, 0, partition.length, 0);
      for (int i = 0; i < keys; i++) {
        assertThat(mightContain(partition, header, HASH.hash(family.key(i))))
            .as("%s %s of %s", family, i, keys)
            .isTrue();
      }
    }
  }

  @Test
  void theHeaderSaysWhatWasBuilt() throws FilterFormatException {
    FilterPartitionBuilder builder = new FilterPartitionBuilder(HASH);
    for (int i = 0; i < 3277; i++) {
      builder.add(HASH.hash(KeyFamily.UTF_8.key(i)));
    }
    byte[] partition = builder.build(10, 99);
    assertThat(partition).hasSize(64 + 65 * 64);
    FilterPartition.Header header = FilterPartition.decode(partition, 0, partition.length, 99);
    assertThat(header)
        .isEqualTo(
            new FilterPartition.Header(
                1, 1, 0x7A3155EEDL, 3277, 65, BloomMath.splitLineRate(3277, 65), 0, 0, 0));
  }

  @Test
  void caseH4_fewKeysAnswerNoMoreOftenWrongThanTheFormula() throws FilterFormatException {
    int probes = 1_000_000;
    for (int keys : new int[] {0, 1, 2, 3, 10}) {
      FilterPartitionBuilder builder = new FilterPartitionBuilder(HASH);
      for (int i = 0; i < keys; i++) {
        builder.add(HASH.hash(new byte[] {(byte) ('a' + i)}));
      }
      byte[] partition = builder.build(10, 0);
      FilterPartition.Header header = FilterPartition.decode(partition, 0, partition.length, 0);
      long positives = 0;
      for (int i = 0; i < probes; i++) {
        // Keys of 1 to 3 bytes, none of them a single letter from 'a' on.
        byte[] key = i < 26 ? new byte[] {(byte) ('A' + i)} : threeBytes(i);
        positives += mightContain(partition, header, HASH.hash(key)) ? 1 : 0;
      }
      double bound = BloomMath.splitLineRate(keys, 1);
      assertThat(header.expectedRate()).isEqualTo(bound);
      assertThat((double) positives / probes)
          .as("%s keys", keys)
          .isLessThanOrEqualTo(bound + BinomialGate.tolerance(bound, probes, 0.01));
      assertThat(mightContain(partition, header, HASH.hash(new byte[0]))).isFalse();
    }
  }

  @Test
  void caseH7_nonsenseSizesAreRefused() {
    for (double bits : new double[] {Double.NaN, -1, 0, 0.99, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> FilterPartitionBuilder.lineCount(100, bits))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("bits per key: actual=" + bits);
    }
    assertThatThrownBy(() -> FilterPartitionBuilder.lineCount(-1, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("keys: actual=-1");
    assertThatThrownBy(() -> FilterPartitionBuilder.lineCount(Integer.MAX_VALUE, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lines of a partition");
  }

  @Test
  void caseH7_oneKeyIsOneLineAtEveryRate() {
    for (double bits : new double[] {1, 1.5, 10, 24, 100, Integer.MAX_VALUE}) {
      assertThat(FilterPartitionBuilder.lineCount(1, bits)).isEqualTo(1);
      assertThat(FilterPartitionBuilder.lineCount(0, bits)).isEqualTo(1);
    }
  }

  @Test
  void caseG15_uselessBitsAreRefusedAndEndlessBitsAreCapped() {
    FilterPartitionBuilder builder = new FilterPartitionBuilder(HASH);
    for (long i = 0; i < 1000; i++) {
      builder.add(i << 32);
    }
    for (double bits : new double[] {0, 0.1, 0.5, Double.NaN, -1}) {
      assertThatThrownBy(() -> builder.build(bits, 0)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(builder.build(1, 0)).hasSize(64 + 2 * 64);
    byte[] most = builder.build(24, 0);
    assertThat(builder.build(100, 0)).isEqualTo(most);
    assertThat(builder.build(Integer.MAX_VALUE, 0)).isEqualTo(most);
  }

  @Test
  void caseH15_equalNeighboursCountOnce() {
    FilterPartitionBuilder builder = new FilterPartitionBuilder(HASH);
    for (int i = 0; i < 1_000_000; i++) {
      builder.add(77);
    }
    assertThat(builder.keyCount()).isEqualTo(1);
    assertThat(builder.build(10, 0)).hasSize(128);
    builder.add(78);
    builder.add(77);
    assertThat(builder.keyCount()).isEqualTo(3);
  }

  @Test
  void caseH15_duplicatesDoNotChangeTheBytes() {
    FilterPartitionBuilder once = new FilterPartitionBuilder(HASH);
    FilterPartitionBuilder often = new FilterPartitionBuilder(HASH);
    for (int i = 0; i < 500; i++) {
      long hash = HASH.hash(KeyFamily.SHARED_PREFIX.key(i));
      once.add(hash);
      for (int version = 0; version <= i % 7; version++) {
        often.add(hash);
      }
    }
    assertThat(often.build(10, 3)).isEqualTo(once.build(10, 3));
  }

  @Test
  void resetForgetsTheKeys() {
    FilterPartitionBuilder builder = new FilterPartitionBuilder(HASH);
    builder.add(1);
    byte[] first = builder.build(10, 0);
    builder.reset();
    assertThat(builder.keyCount()).isZero();
    builder.add(1); // equal to the last hash before the reset, and still a key of its own
    assertThat(builder.keyCount()).isEqualTo(1);
    assertThat(builder.build(10, 0)).isEqualTo(first);
  }

  @Test
  void buildingTwiceGivesTheSameBytes() {
    FilterPartitionBuilder builder = new FilterPartitionBuilder(HASH);
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 5000; i++) {
      builder.add(random.nextLong());
    }
    assertThat(builder.build(12, 6)).isEqualTo(builder.build(12, 6));
  }

  @Test
  void caseH19_bytesAreWithinOneLineOfTheBitsAskedFor() {
    double[] fractions = {0, 0.001, 0.5, 0.55, 0.999};
    for (int keys : new int[] {1, 100, 3277, 1_000_003}) {
      for (int whole = 1; whole <= 23; whole++) {
        for (double fraction : fractions) {
          double bits = whole + fraction;
          double bytes = 64.0 * FilterPartitionBuilder.lineCount(keys, bits);
          assertThat(bytes - keys * bits / 8)
              .as("%s keys at %s bits", keys, bits)
              .isBetween(0.0, 64.0);
        }
      }
    }
  }

  @Test
  void caseH11_bytesOfVersionOneArePinned() {
    FilterPartitionBuilder builder = new FilterPartitionBuilder(KeyHash.xxh64(12345));
    for (int i = 0; i < 1000; i++) {
      builder.add(KeyHash.xxh64(12345).hash(KeyFamily.BIG_ENDIAN_INTS.key(i)));
    }
    CRC32C crc = new CRC32C();
    crc.update(builder.build(9.55, 0x01020304));
    assertThat(Long.toHexString(crc.getValue())).isEqualTo("1e0802a4");
  }

  @Test
  void caseH13_keysCraftedForOneLineSpreadUnderAnotherSeed() {
    KeyHash known = KeyHash.xxh64(0);
    KeyHash secret = KeyHash.xxh64(0x5EC4E7L);
    int lines = 100;
    int[] load = new int[lines];
    int crafted = 0;
    for (int i = 0; crafted < 5000; i++) {
      byte[] key = KeyFamily.LITTLE_ENDIAN_INTS.key(i);
      if (SplitLine.lineOf(known.hash(key), lines) == 17) {
        crafted++;
        load[SplitLine.lineOf(secret.hash(key), lines)]++;
      }
    }
    for (int line = 0; line < lines; line++) {
      assertThat(load[line]).as("line %s", line).isBetween(50 - 36, 50 + 36); // 5 sigma
    }
  }

  private static byte[] threeBytes(int i) {
    return new byte[] {(byte) (i >>> 16), (byte) (i >>> 8), (byte) i};
  }

  private static boolean mightContain(byte[] partition, FilterPartition.Header header, long hash) {
    ByteBuffer lines = ByteBuffer.wrap(partition).order(ByteOrder.LITTLE_ENDIAN);
    return SplitLine.mightContain(lines, FilterPartition.HEADER_BYTES, header.lineCount(), hash);
  }
}
