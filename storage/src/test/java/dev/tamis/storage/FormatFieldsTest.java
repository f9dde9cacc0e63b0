package dev.tamis.storage;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link LittleEndian}, {@link FieldWriter} and {@link FieldReader}. */
class FormatFieldsTest {
  @Test
  void bytesOfEveryFieldAreTheDocumentedOnes() {
    FieldWriter writer = new FieldWriter(0);
    writer.putByte(0xAB).putInt(0x01020304).putLong(0x0102030405060708L);
    writer.putVarint(127).putVarint(128).putVarint(300);
    writer.putSized("xy".getBytes(US_ASCII)).putBytes(new byte[] {1, 2, 3, 4}, 1, 2);
    assertThat(HexFormat.of().formatHex(writer.toByteArray()))
        .isEqualTo("ab" + "04030201" + "0807060504030201" + "7f8001ac02" + "027879" + "0203");
    byte[] two = new byte[3];
    LittleEndian.putU16(two, 1, 0xFEDC);
    assertThat(two).isEqualTo(new byte[] {0, (byte) 0xDC, (byte) 0xFE});
    assertThat(LittleEndian.getU16(two, 1)).isEqualTo(0xFEDC);
  }

  @ParameterizedTest
  @ValueSource(
      longs = {0, 1, 127, 128, 16_383, 16_384, Integer.MAX_VALUE, 1L << 56, Long.MAX_VALUE})
  void varintsComeBack(long value) throws CorruptionException {
    FieldWriter writer = new FieldWriter(0).putVarint(value);
    FieldReader reader = reader(writer.toByteArray());
    assertThat(reader.readVarint("v")).isEqualTo(value);
    reader.expectEnd("v");
  }

  @Test
  void negativeVarintIsRefusedByTheWriter() {
    assertThatThrownBy(() -> new FieldWriter(0).putVarint(-1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void everyTruncationIsCorruptionInsideTheFile() throws CorruptionException {
    FieldWriter writer = new FieldWriter(0);
    writer.putByte(1).putInt(2).putLong(3).putVarint(1L << 40).putSized(new byte[5]);
    byte[] whole = writer.toByteArray();
    readAll(reader(whole));
    for (int length = 0; length < whole.length; length++) {
      FieldReader reader = reader(Arrays.copyOf(whole, length));
      int cut = length;
      assertThatExceptionOfType(CorruptionException.class)
          .as("length %d", length)
          .isThrownBy(() -> readAll(reader))
          .satisfies(e -> assertThat(e.offset()).isBetween(1000L, 1000L + cut))
          .satisfies(e -> assertThat(e.file()).isEqualTo("7.sst"));
    }
  }

  private static void readAll(FieldReader reader) throws CorruptionException {
    reader.readByte("byte");
    reader.readInt("int");
    reader.readLong("long");
    reader.readVarint("varint");
    reader.readSized("sized", 100);
    reader.expectEnd("end");
  }

  @Test
  void lengthBeyondWhatIsLeftOrAllowedIsCorruptionAtTheField() {
    byte[] hostile = new FieldWriter(0).putByte(9).putVarint(Integer.MAX_VALUE).toByteArray();
    for (int maximum : new int[] {100, Integer.MAX_VALUE}) {
      FieldReader reader = reader(hostile);
      assertThatExceptionOfType(CorruptionException.class)
          .isThrownBy(
              () -> {
                reader.readByte("first");
                reader.readSized("key", maximum);
              })
          .satisfies(e -> assertThat(e.offset()).isEqualTo(1001));
    }
  }

  @Test
  void varintOfMoreThan63BitsIsCorruption() {
    byte[] tooLong = new byte[20];
    Arrays.fill(tooLong, (byte) 0x80);
    assertThatThrownBy(() -> reader(tooLong).readVarint("v"))
        .isInstanceOf(CorruptionException.class);
  }

  @Test
  void bytesThatAreLeftAreCorruptionAtTheirOffset() {
    assertThatExceptionOfType(CorruptionException.class)
        .isThrownBy(
            () -> {
              FieldReader reader = reader(new byte[3]);
              assertThat(reader.skip("x", 2)).isZero();
              reader.expectEnd("record");
            })
        .satisfies(e -> assertThat(e.offset()).isEqualTo(1002))
        .satisfies(e -> assertThat(e.getMessage()).contains("record", "7.sst", "1 more"));
  }

  @Test
  void rangeOutsideTheArrayIsMisuse() {
    assertThatThrownBy(() -> new FieldReader("f", 0, new byte[4], 2, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void clearedWriterStartsAgain() {
    FieldWriter writer = new FieldWriter(0).putLong(-1).putLong(-1).putLong(-1);
    writer.clear();
    assertThat(writer.putByte(5).toByteArray()).isEqualTo(new byte[] {5});
    assertThat(writer.size()).isEqualTo(1);
    assertThat(writer.array()[0]).isEqualTo((byte) 5);
  }

  private static FieldReader reader(byte[] bytes) {
    return new FieldReader("7.sst", 1000, bytes, 0, bytes.length);
  }
}
