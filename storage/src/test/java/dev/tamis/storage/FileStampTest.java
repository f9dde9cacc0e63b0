package dev.tamis.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class FileStampTest {
  private static final int MAGIC = 0x54534D54;
  private static final long OFFSET = 8192;
  private static final FileStamp STAMP = new FileStamp(MAGIC, 2, 0b101, 0xF0, 0x1122334455667788L);

  @Test
  void encodedStampComesBack() throws IOException {
    byte[] bytes = STAMP.encode(OFFSET);
    assertThat(bytes).hasSize(FileStamp.BYTES);
    assertThat(decode(bytes, 2, 0b111)).isEqualTo(STAMP);
  }

  @Test
  void bytesAreTheDocumentedOnes() {
    assertThat(HexFormat.of().formatHex(STAMP.encode(OFFSET)))
        .isEqualTo(
            "544d5354"
                + "0200"
                + "0000"
                + "05000000"
                + "f0000000"
                + "8877665544332211"
                + "00000000"
                + "9d26dfdf");
  }

  @Test
  void everyFlippedBitIsRefused() {
    for (int bit = 0; bit < 8 * FileStamp.BYTES; bit++) {
      byte[] bytes = STAMP.encode(OFFSET);
      bytes[bit / 8] ^= (byte) (1 << (bit % 8));
      assertThatThrownBy(() -> decode(bytes, 0xFFFF, -1))
          .as("bit %d", bit)
          .isInstanceOf(CorruptionException.class)
          .hasMessageContaining("7.sst");
    }
  }

  @Test
  void stampOfAnotherPlaceIsRefused() {
    assertThatThrownBy(() -> decode(STAMP.encode(OFFSET + 1), 2, -1))
        .isInstanceOf(CorruptionException.class);
    assertThatThrownBy(() -> decode(new byte[FileStamp.BYTES], 2, -1))
        .isInstanceOf(CorruptionException.class);
  }

  @Test
  void wholeStampOfAnotherFormatIsUnknownAndNotDamaged() {
    byte[] bytes = STAMP.encode(OFFSET);
    assertThatThrownBy(() -> decode(bytes, 1, -1))
        .isInstanceOf(UnknownFormatException.class)
        .hasMessageContaining("version");
    assertThatThrownBy(() -> decode(bytes, 2, 0b001))
        .isInstanceOf(UnknownFormatException.class)
        .hasMessageContaining("feature");
    assertThatCode(() -> decode(bytes, 3, 0b101)).doesNotThrowAnyException();
  }

  @Test
  void versionThatDoesNotFitIsMisuse() {
    for (int version : new int[] {-1, 0, 0x10000}) {
      assertThatThrownBy(() -> new FileStamp(MAGIC, version, 0, 0, 1))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static FileStamp decode(byte[] bytes, int newestVersion, int knownFeatures)
      throws IOException {
    return FileStamp.decode("7.sst", OFFSET, bytes, MAGIC, newestVersion, knownFeatures);
  }
}
