package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FilterPartitionTest {
  private static final int SALT = 0x5A17;

  @Test
  void aPartitionInsideAnArrayIsRead() throws FilterFormatException {
    byte[] partition = partition(200);
    byte[] around = new byte[partition.length + 30];
    Arrays.fill(around, (byte) 0xEE);
    System.arraycopy(partition, 0, around, 17, partition.length);
    assertThat(FilterPartition.decode(around, 17, partition.length, SALT))
        .isEqualTo(FilterPartition.decode(partition, 0, partition.length, SALT));
  }

  @Test
  void everyFlippedBitIsRefused() {
    byte[] partition = partition(200);
    for (int bit = 0; bit < partition.length * 8; bit++) {
      byte[] damaged = partition.clone();
      damaged[bit / 8] ^= (byte) (1 << (bit % 8));
      FilterFormatException refusal = refusal(damaged, damaged.length, SALT);
      assertThat(refusal.field()).as("bit %s", bit).isEqualTo(bit < 32 ? "magic" : "checksum");
    }
  }

  @Test
  void everyTruncationIsRefused() {
    byte[] partition = partition(200);
    for (int length = 0; length < partition.length; length++) {
      assertThat(refusal(partition, length, SALT).field())
          .as("length %s", length)
          .isIn("length", "checksum");
      byte[] cut = Arrays.copyOf(partition, length);
      assertThat(refusal(cut, length, SALT)).as("length %s", length).isNotNull();
    }
  }

  @Test
  void trailingBytesAreRefused() {
    byte[] partition = partition(200);
    for (int more = 1; more <= 130; more++) {
      byte[] longer = Arrays.copyOf(partition, partition.length + more);
      assertThat(refusal(longer, longer.length, SALT).field()).isIn("length", "checksum");
    }
  }

  @Test
  void aPartitionFromAnotherPlaceIsRefused() {
    byte[] partition = partition(10);
    assertThat(refusal(partition, partition.length, SALT + 1).field()).isEqualTo("checksum");
  }

  @Test
  void caseH9_hostileHeadersWithRightChecksums() {
    int[] hostile = {0, -1, 2, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 26, 5, 3};
    for (int value : hostile) {
      assertRefused("line count", FilterPartition.LINE_COUNT_OFFSET, 4, value);
    }
    for (int value : new int[] {-1, Integer.MIN_VALUE}) {
      assertRefused("key count", FilterPartition.KEY_COUNT_OFFSET, 4, value);
    }
    for (int value : new int[] {0, 3, 127, 128, 255}) {
      assertRefused("kind", FilterPartition.KIND_OFFSET, 1, value);
      assertRefused("hash id", FilterPartition.HASH_ID_OFFSET, 1, value);
    }
    assertRefused("hash id", FilterPartition.HASH_ID_OFFSET, 1, 2);
    for (int value : new int[] {1, -1, Integer.MAX_VALUE}) {
      assertRefused("blocks", FilterPartition.BLOCK_COUNT_OFFSET, 4, value);
      assertRefused("columns", FilterPartition.COLUMNS_OFFSET, 4, value);
      assertRefused("attempt", FilterPartition.ATTEMPT_OFFSET, 4, value);
    }
    for (int value : new int[] {0, 2, 255, 256, 65_535}) {
      assertRefused("format version", FilterPartition.VERSION_OFFSET, 2, value);
    }
    double[] rates = {Double.NaN, -1, -0.001, 1.001, 2, Double.POSITIVE_INFINITY};
    for (double rate : rates) {
      long bits = Double.doubleToRawLongBits(rate);
      assertRefused("expected rate", FilterPartition.EXPECTED_RATE_OFFSET, 8, bits);
    }
    for (int at = FilterPartition.UNUSED_OFFSET; at < FilterPartition.CRC_OFFSET; at++) {
      assertRefused("unused byte " + at, at, 1, 1);
    }
  }

  @Test
  void caseH9_aCountOfZeroDeniesNoKey() throws FilterFormatException {
    byte[] partition = partition(200);
    put(partition, FilterPartition.KEY_COUNT_OFFSET, 4, 0);
    FilterPartition.Header header = FilterPartition.decode(partition, 0, partition.length, SALT);
    assertThat(header.keyCount()).isZero();
    ByteBuffer lines = ByteBuffer.wrap(partition).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 200; i++) {
      long hash = KeyHash.xxh64(3).hash(KeyFamily.UTF_8.key(i));
      assertThat(SplitLine.mightContain(lines, 64, header.lineCount(), hash)).isTrue();
    }
  }

  @Test
  void caseH9_decodingAllocatesNoMoreThanAnExceptionNeeds() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] partition = partition(20_000);
    put(partition, FilterPartition.LINE_COUNT_OFFSET, 4, Integer.MAX_VALUE);
    assertThat(refusal(partition, partition.length, SALT).field()).isEqualTo("line count");
    long before = threads.getCurrentThreadAllocatedBytes();
    FilterFormatException refusal = refusal(partition, partition.length, SALT);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(refusal.actual()).isEqualTo("2147483647");
    assertThat(allocated).isLessThan(partition.length);
  }

  @Test
  void aRefusalSaysWhatWasExpected() {
    byte[] partition = partition(1);
    put(partition, FilterPartition.VERSION_OFFSET, 2, 7);
    assertThat(refusal(partition, partition.length, SALT))
        .hasMessage("filter format version: actual=7, expected=1");
  }

  @Test
  void aRangeOutsideTheArrayIsMisuse() {
    assertThatThrownBy(() -> FilterPartition.decode(new byte[128], 1, 128, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> FilterPartition.decode(new byte[128], -1, 64, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static byte[] partition(int keys) {
    FilterPartitionBuilder builder = new FilterPartitionBuilder(KeyHash.xxh64(3));
    for (int i = 0; i < keys; i++) {
      builder.add(KeyHash.xxh64(3).hash(KeyFamily.UTF_8.key(i)));
    }
    return builder.build(10, SALT);
  }

  private static void assertRefused(String field, int offset, int width, long value) {
    byte[] partition = partition(200); // four lines
    put(partition, offset, width, value);
    assertThat(refusal(partition, partition.length, SALT).field()).isEqualTo(field);
  }

  /** Changes a field and makes the checksum right again. */
  private static void put(byte[] partition, int offset, int width, long value) {
    ByteBuffer out = ByteBuffer.wrap(partition).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < width; i++) {
      out.put(offset + i, (byte) (value >>> (8 * i)));
    }
    int crc = FilterPartition.checksum(partition, 0, partition.length, SALT);
    out.putInt(FilterPartition.CRC_OFFSET, crc);
  }

  private static FilterFormatException refusal(byte[] bytes, int length, int salt) {
    FilterFormatException refusal =
        catchThrowableOfType(
            FilterFormatException.class, () -> FilterPartition.decode(bytes, 0, length, salt));
    assertThat(refusal).as("length %s was accepted", length).isNotNull();
    return refusal;
  }
}
