package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partitions that are ribbons: what they answer, and what happens to wrong ones. */
class RibbonPartitionTest {
  private static final KeyHash HASH = KeyHash.xxh64(0xABCD);
  private static final int SALT = 31;
  private static final int HEADER = FilterPartition.HEADER_BYTES;

  @ParameterizedTest
  @ValueSource(ints = {150, 200, 1000, 4096, 8192})
  void everyKeyPassesAndOthersAtTheirRate(int keys) throws FilterFormatException {
    for (int columns : new int[] {5, 8, 11}) {
      byte[] partition = build(keys, columns * RibbonPartitionBuilder.SLOTS_PER_KEY);
      FilterPartition.Header header = decode(partition);
      assertThat(header.kind()).isEqualTo(FilterPartition.RIBBON_KIND);
      assertThat(header.columns()).isEqualTo(columns);
      assertThat(header.keyCount()).isEqualTo(keys);
      assertThat(header.hashSeed()).isEqualTo(HASH.seed());
      assertThat(header.expectedRate()).isEqualTo(StrictMath.pow(2, -columns));
      assertThat(partition).hasSize(HEADER + header.lineCount() * 64);
      ByteBuffer view = view(partition);
      for (long key = 0; key < keys; key++) {
        assertThat(header.mightContain(view, HEADER, hash(key))).isTrue();
      }
      int probes = 400_000;
      int positives = 0;
      for (long key = 0; key < probes; key++) {
        positives += header.mightContain(view, HEADER, hash(1_000_000 + key)) ? 1 : 0;
      }
      double sigmas = 5 * Math.sqrt(probes * header.expectedRate());
      assertThat((double) positives)
          .isBetween(
              probes * header.expectedRate() - sigmas, probes * header.expectedRate() + sigmas);
    }
  }

  @Test
  void theBitsAreThoseOfTheSlotsThatAreCounted() throws FilterFormatException {
    for (int keys : new int[] {1000, 2000, 4096, 8192}) {
      byte[] partition = build(keys, 8 * RibbonPartitionBuilder.SLOTS_PER_KEY);
      double bitsPerKey = (partition.length - HEADER) * 8.0 / keys;
      assertThat(bitsPerKey)
          .isCloseTo(8 * RibbonPartitionBuilder.SLOTS_PER_KEY, withinPercentage(3));
    }
  }

  @Test
  void aThirdOfTheRateOfLinesForTheSameBytes() throws FilterFormatException {
    byte[] ribbon = build(4096, 10);
    int lines = decode(ribbon).lineCount();
    assertThat(decode(ribbon).expectedRate()).isLessThan(BloomMath.splitLineRate(4096, lines) / 3);
  }

  @Test
  void fewKeysAreLinesSinceTheseAreBetter() throws FilterFormatException {
    for (int keys : new int[] {0, 1, 2, 10, 64, 80}) {
      byte[] partition = build(keys, 8.6);
      FilterPartition.Header header = decode(partition);
      assertThat(header.isLines()).as("%d keys", keys).isTrue();
      assertThat(header.expectedRate()).isLessThanOrEqualTo(1.0 / 256);
      for (long key = 0; key < keys; key++) {
        assertThat(header.mightContain(view(partition), HEADER, hash(key))).isTrue();
      }
    }
  }

  @Test
  void keysThatCannotBeSolvedAreLines() throws FilterFormatException {
    // Fewer slots than keys: no choice of coefficients has a solution.
    RibbonBuilder tooSmall = new RibbonBuilder(HASH, 0.5);
    RibbonPartitionBuilder builder = new RibbonPartitionBuilder(HASH, tooSmall);
    for (long key = 0; key < 1000; key++) {
      builder.add(hash(key));
    }
    byte[] partition = builder.build(8.6, SALT);
    FilterPartition.Header header = decode(partition);
    assertThat(header.isLines()).isTrue();
    assertThat(header.keyCount()).isEqualTo(1000);
    for (long key = 0; key < 1000; key++) {
      assertThat(header.mightContain(view(partition), HEADER, hash(key))).isTrue();
    }
  }

  @Test
  void equalNeighboursCountOnceAndABuilderCanBeUsedAgain() throws FilterFormatException {
    RibbonPartitionBuilder builder = new RibbonPartitionBuilder(HASH);
    for (int round = 0; round < 2; round++) {
      for (long key = 0; key < 300; key++) {
        builder.add(hash(key));
        builder.add(hash(key));
      }
      assertThat(builder.keyCount()).isEqualTo(300);
      assertThat(decode(builder.build(8, SALT)).keyCount()).isEqualTo(300);
      builder.reset();
      assertThat(builder.keyCount()).isZero();
    }
  }

  @Test
  void hostileShapesWithRightChecksumsAreRefused() {
    int[] hostile = {0, -1, 33, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE};
    for (int value : hostile) {
      assertRefused("blocks", FilterPartition.BLOCK_COUNT_OFFSET, value);
      assertRefused("columns", FilterPartition.COLUMNS_OFFSET, value);
    }
    for (int value : new int[] {-1, 256, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertRefused("attempt", FilterPartition.ATTEMPT_OFFSET, value);
    }
  }

  @Test
  void everyFlippedBitIsFound() {
    byte[] partition = build(300, 8);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2_000; i++) {
      int bit = random.nextInt(partition.length * 8);
      partition[bit >>> 3] ^= (byte) (1 << (bit & 7));
      assertThat(refusal(partition)).as("bit %d", bit).isNotNull();
      partition[bit >>> 3] ^= (byte) (1 << (bit & 7));
    }
    assertThat(refusal(partition)).isNull();
  }

  private static void assertRefused(String field, int offset, int value) {
    byte[] partition = build(300, 8);
    ByteBuffer bytes = view(partition);
    bytes.putInt(offset, value);
    bytes.putInt(
        FilterPartition.CRC_OFFSET, FilterPartition.checksum(partition, 0, partition.length, SALT));
    assertThat(refusal(partition)).isNotNull();
    assertThat(refusal(partition).field()).as("%s=%d", field, value).isIn(field, "blocks");
  }

  private static FilterFormatException refusal(byte[] partition) {
    return catchThrowableOfType(FilterFormatException.class, () -> decode(partition));
  }

  private static byte[] build(int keys, double bitsPerKey) {
    RibbonPartitionBuilder builder = new RibbonPartitionBuilder(HASH);
    for (long key = 0; key < keys; key++) {
      builder.add(hash(key));
    }
    return builder.build(bitsPerKey, SALT);
  }

  private static FilterPartition.Header decode(byte[] partition) throws FilterFormatException {
    return FilterPartition.decode(partition, 0, partition.length, SALT);
  }

  private static ByteBuffer view(byte[] partition) {
    return ByteBuffer.wrap(partition).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static long hash(long key) {
    return HASH.hash(ByteBuffer.allocate(8).putLong(key).array());
  }
}
