package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bytes that are not a filter are refused by type, quickly and without memory. */
class FilterBytesTest {
  private static final KeyHash HASH = KeyHash.sipHash24(5, 6);

  @ParameterizedTest
  @EnumSource(FilterKind.class)
  void a9_everyFlippedBitTruncationAndTrailingByteIsRefused(FilterKind kind) {
    byte[] bytes = bytes(kind, 20);
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << (bit % 8));
      assertThat(refusal(damaged).field()).isEqualTo(bit < 32 ? "magic" : "checksum");
    }
    for (int length = 0; length < bytes.length; length++) {
      assertThat(refusal(Arrays.copyOf(bytes, length)).field()).isIn("length", "checksum");
    }
    for (int more = 1; more < 70; more++) {
      byte[] longer = Arrays.copyOf(bytes, bytes.length + more);
      assertThat(refusal(longer).field()).isEqualTo("checksum");
      assertThat(refusal(seal(longer)).field()).isIn("payload", "length of a slice");
    }
  }

  @ParameterizedTest
  @EnumSource(FilterKind.class)
  void a9_hostileNumbersWithRightChecksumsAreRefusedWithoutMemory(FilterKind kind) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] bytes = bytes(kind, 40);
    long[] hostile = {
      0,
      -1,
      1,
      2,
      31,
      63,
      64,
      255,
      65_535,
      1L << 26,
      Integer.MAX_VALUE,
      1L << 31,
      1L << 40,
      1L << 58,
      Long.MAX_VALUE,
      Long.MIN_VALUE
    };
    int[][] fields = {
      {FilterHeader.KEY_COUNT_OFFSET, 8},
      {FilterHeader.EXPECTED_KEYS_OFFSET, 8},
      {FilterHeader.CELLS_OFFSET, 8},
      {FilterHeader.PLACES_OFFSET, 2},
      {FilterHeader.CELL_BITS_OFFSET, 2},
      {FilterHeader.HEADER_BYTES_OFFSET, 2},
      {FilterHeader.PARAMETER_OFFSET, 4}
    };
    long allocated = 0;
    for (int round = 0; round < 2; round++) { // the first one loads classes
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int[] field : fields) {
        for (long value : hostile) {
          readOrRefuse(seal(put(bytes.clone(), field[0], field[1], value)));
        }
      }
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(allocated / fields.length / hostile.length).as("bytes for each").isLessThan(20_000);
  }

  @ParameterizedTest
  @EnumSource(FilterKind.class)
  void a9_mutationsWithRightChecksumsNeverDoMoreThanRefuse(FilterKind kind) {
    byte[] bytes = bytes(kind, 60);
    SplittableRandom random = new SplittableRandom(kind.type);
    int refused = 0;
    int mutants = TestScale.of(5000, 25_000);
    for (int i = 0; i < mutants; i++) {
      byte[] mutant =
          random.nextInt(8) == 0 ? Arrays.copyOf(bytes, random.nextInt(300)) : bytes.clone();
      for (int change = random.nextInt(4); change >= 0 && mutant.length > 0; change--) {
        int limit = random.nextBoolean() ? Math.min(64, mutant.length) : mutant.length;
        mutant[random.nextInt(limit)] = (byte) random.nextInt(256);
      }
      refused += readOrRefuse(mutant.length < 64 ? mutant : seal(mutant)) ? 1 : 0;
    }
    assertThat(refused).isGreaterThan(mutants / 5);
  }

  /**
   * With those of {@link #a9_mutationsWithRightChecksumsNeverDoMoreThanRefuse}, a million at full
   * scale.
   */
  @Test
  void a9_mutationsAreRefusedByTheirChecksum() {
    byte[] bytes = bytes(FilterKind.STANDARD, 40);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < TestScale.of(60_000, 800_000); i++) {
      byte[] mutant = bytes.clone();
      int at = random.nextInt(mutant.length);
      mutant[at] ^= (byte) (1 + random.nextInt(255));
      int other = random.nextInt(mutant.length);
      if (other != at) {
        mutant[other] ^= (byte) random.nextInt(256);
      }
      if (!readOrRefuse(mutant)) {
        assertThat(mutant).as("accepted").isNull();
      }
    }
  }

  @Test
  void a8_anotherVersionFlagHashOrTypeHasItsOwnMessage() {
    byte[] bytes = bytes(FilterKind.STANDARD, 10);
    assertThat(refusal(seal(put(bytes.clone(), FilterHeader.VERSION_OFFSET, 2, 2))))
        .hasMessage("filter format version: actual=2, expected=1 (whole, but of another version)");
    assertThat(refusal(seal(put(bytes.clone(), FilterHeader.REQUIRED_FLAGS_OFFSET, 2, 4))))
        .hasMessage(
            "filter required flags: actual=4, expected=0 (whole, but needs a newer reader)");
    assertThat(refusal(seal(put(bytes.clone(), FilterHeader.HASH_ID_OFFSET, 1, 9))))
        .hasMessage("filter hash id: actual=9, expected=1 to 3");
    assertThat(refusal(seal(put(bytes.clone(), FilterHeader.TYPE_OFFSET, 1, 8))))
        .hasMessage("filter type: actual=8, expected=1 to 7");
    assertThat(
            catchThrowableOfType(FilterFormatException.class, () -> CuckooFilter.fromBytes(bytes)))
        .hasMessage("filter type: actual=2, expected=5");
  }

  @Test
  void a8_aLongerHeaderOfALaterWriterIsSkipped() throws FilterFormatException {
    byte[] bytes = bytes(FilterKind.STANDARD, 10);
    byte[] longer = new byte[bytes.length + 64];
    System.arraycopy(bytes, 0, longer, 0, 64);
    Arrays.fill(longer, 64, 128, (byte) 0xAB);
    System.arraycopy(bytes, 64, longer, 128, bytes.length - 64);
    seal(put(longer, FilterHeader.HEADER_BYTES_OFFSET, 2, 128));
    assertThat(MembershipFilter.fromBytes(longer).toBytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @EnumSource(
      value = FilterKind.class,
      names = {"STANDARD", "COUNTING", "CUCKOO"})
  void a7_bitsPastTheLastCellAreRefused(FilterKind kind) {
    int refused = 0;
    for (int keys = 1; keys < 30; keys++) {
      byte[] bytes = bytes(kind, keys);
      bytes[bytes.length - 1] |= (byte) 0x80;
      byte[] sealed = seal(bytes);
      FilterFormatException refusal =
          catchThrowableOfType(
              FilterFormatException.class, () -> MembershipFilter.fromBytes(sealed));
      refused += refusal != null && refusal.field().contains("past the last") ? 1 : 0;
    }
    assertThat(refused).isGreaterThanOrEqualTo(kind == FilterKind.CUCKOO ? 5 : 20);
  }

  private static byte[] bytes(FilterKind kind, int keys) {
    return kind.make(MembershipContractTest.randomHashes(keys, 3), keys, 0.015, HASH).toBytes();
  }

  private static byte[] put(byte[] bytes, int offset, int width, long value) {
    for (int i = 0; i < width; i++) {
      bytes[offset + i] = (byte) (value >>> (8 * i));
    }
    return bytes;
  }

  /** Makes the checksum right. */
  private static byte[] seal(byte[] bytes) {
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(FilterHeader.CRC_OFFSET, FilterHeader.checksum(bytes));
    return bytes;
  }

  /** True if refused; a filter that was read answers. Any other exception fails the test. */
  private static boolean readOrRefuse(byte[] bytes) {
    try {
      MembershipFilter filter = MembershipFilter.fromBytes(bytes);
      boolean[] answers = new boolean[4];
      int positives =
          filter.mightContainHashes(
              new long[] {0, -1, 0x9E3779B97F4A7C15L, Long.MIN_VALUE}, 4, answers);
      assertThat(positives).isBetween(0, 4);
      assertThat(filter.currentFpr()).isBetween(0.0, 1.0);
      return false;
    } catch (FilterFormatException e) {
      return true;
    }
  }

  private static FilterFormatException refusal(byte[] bytes) {
    FilterFormatException refusal =
        catchThrowableOfType(FilterFormatException.class, () -> MembershipFilter.fromBytes(bytes));
    assertThat(refusal).as("accepted").isNotNull();
    return refusal;
  }
}
