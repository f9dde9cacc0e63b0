package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What was ever written can be read, and is still written; anything else is refused by type. */
class GoldenFileTest {
  @ParameterizedTest
  @EnumSource(GoldenFile.class)
  void a8_theFileIsReadAndWrittenAgainByteForByte(GoldenFile file) throws FilterFormatException {
    assertThat(GoldenFile.hex(file.readAndWrite(file.kept())))
        .isEqualTo(GoldenFile.hex(file.kept()));
  }

  @ParameterizedTest
  @EnumSource(GoldenFile.class)
  void a8_theSameKeysStillGiveTheSameBytes(GoldenFile file) {
    assertThat(GoldenFile.hex(file.written())).isEqualTo(GoldenFile.hex(file.kept()));
  }

  @ParameterizedTest
  @EnumSource(
      value = GoldenFile.class,
      names = {"STABLE_V1", "PARTITION_V1"},
      mode = EnumSource.Mode.EXCLUDE)
  void a8_theKeysOfTheFileAreFound(GoldenFile file) throws FilterFormatException {
    MembershipFilter filter = MembershipFilter.fromBytes(file.kept());
    for (int i = 0; i < GoldenFile.KEYS; i++) {
      boolean removed = file == GoldenFile.COUNTING_V1 && i == 3;
      assertThat(filter.mightContain("key-" + i)).as("key-%s", i).isEqualTo(!removed);
    }
    int positives = 0;
    for (int i = 0; i < 1000; i++) {
      positives += filter.mightContain("absent-" + i) ? 1 : 0;
    }
    assertThat(positives).isLessThan(120);
  }

  @Test
  void a8_everyTypeOfTheFormatHasAFile() {
    Set<Integer> types =
        Arrays.stream(GoldenFile.values())
            .filter(file -> file != GoldenFile.PARTITION_V1)
            .map(file -> (int) file.kept()[FilterHeader.TYPE_OFFSET])
            .collect(Collectors.toSet());
    assertThat(types).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7);
  }

  /** At full scale all values of all bytes: the checksum finds every change within 32 bits. */
  @ParameterizedTest
  @EnumSource(GoldenFile.class)
  void a9_everyMutationOfASingleByteIsATypedError(GoldenFile file) {
    byte[] bytes = file.kept();
    for (int at = 0; at < bytes.length; at++) {
      byte right = bytes[at];
      for (int value = TestScale.of(at % 9, 0); value < 256; value += TestScale.of(9, 1)) {
        if ((byte) value != right) {
          bytes[at] = (byte) value;
          assertRefused(file, bytes);
        }
      }
      bytes[at] = right;
    }
  }

  /** Numbers that ask for more than the input has, under a right checksum. */
  @ParameterizedTest
  @EnumSource(value = GoldenFile.class, names = "PARTITION_V1", mode = EnumSource.Mode.EXCLUDE)
  void a9_noNumberInTheHeaderMakesMoreMemoryThanTheInputHas(GoldenFile file) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    byte[] bytes = file.kept();
    readOrRefuse(file, bytes);
    for (int at = FilterHeader.KEY_COUNT_OFFSET; at < FilterHeader.CRC_OFFSET; at++) {
      byte right = bytes[at];
      for (int bit = 0; bit < 8; bit++) {
        bytes[at] = (byte) (right ^ (1 << bit));
        seal(bytes);
        long before = threads.getCurrentThreadAllocatedBytes();
        readOrRefuse(file, bytes);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        // The cells, and the exception with its stack or the objects of the filter.
        assertThat(allocated).as("byte %s, bit %s", at, bit).isLessThan(8L * bytes.length + 30_000);
      }
      bytes[at] = right;
    }
  }

  @ParameterizedTest
  @EnumSource(GoldenFile.class)
  void a8_anUnknownVersionHasItsOwnMessage(GoldenFile file) {
    byte[] bytes = file.kept();
    if (file == GoldenFile.PARTITION_V1) {
      return; // FilterPartitionTest: its checksum has a salt
    }
    bytes[FilterHeader.VERSION_OFFSET] = 2;
    seal(bytes);
    assertThatThrownBy(() -> file.readAndWrite(bytes))
        .isInstanceOf(FilterFormatException.class)
        .hasMessage("filter format version: actual=2, expected=1 (whole, but of another version)");
  }

  private static void assertRefused(GoldenFile file, byte[] bytes) {
    if (!refused(file, bytes)) {
      assertThat(GoldenFile.hex(bytes)).as("accepted").isEmpty();
    }
  }

  private static void readOrRefuse(GoldenFile file, byte[] bytes) {
    refused(file, bytes);
  }

  private static boolean refused(GoldenFile file, byte[] bytes) {
    try {
      file.readAndWrite(bytes);
      return false;
    } catch (FilterFormatException e) {
      return true;
    }
  }

  private static void seal(byte[] bytes) {
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(FilterHeader.CRC_OFFSET, FilterHeader.checksum(bytes));
  }
}
