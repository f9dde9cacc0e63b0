package dev.tamis.storage;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SaltedChecksumTest {
  /** Vectors of CRC32C from RFC 3720, B.4, and of the check value of the polynomial. */
  @Test
  void bareChecksumIsCrc32c() {
    byte[] ones = new byte[32];
    byte[] ascending = new byte[32];
    for (int i = 0; i < 32; i++) {
      ones[i] = (byte) 0xFF;
      ascending[i] = (byte) i;
    }
    assertThat(bare(new byte[32])).isEqualTo(0x8A9136AA);
    assertThat(bare(ones)).isEqualTo(0x62A8AB43);
    assertThat(bare(ascending)).isEqualTo(0x46DD794E);
    assertThat(bare("123456789".getBytes(US_ASCII))).isEqualTo(0xE3069283);
    assertThat(bare(new byte[0])).isZero();
  }

  private static int bare(byte[] bytes) {
    return SaltedChecksum.of(77, 4096, 3, bytes, 0, bytes.length)
        ^ SaltedChecksum.salt(77, 4096, 3);
  }

  @Test
  void saltIsTheOneOnDisk() {
    assertThat(SaltedChecksum.salt(0, 0, 0)).isEqualTo(0x00000000);
    assertThat(SaltedChecksum.salt(0x0123456789ABCDEFL, 4096, 1)).isEqualTo(0x0284FB5E);
    assertThat(SaltedChecksum.salt(-1, Long.MAX_VALUE, 7)).isEqualTo(0x4F569D4E);
  }

  @Test
  void saltTellsFilesOffsetsAndKindsApart() {
    Set<Integer> salts = new HashSet<>();
    for (long id = 1; id <= 20; id++) {
      for (long offset = 0; offset < 20; offset++) {
        for (int kind = 0; kind < 10; kind++) {
          salts.add(SaltedChecksum.salt(id, offset * 4096, kind));
        }
      }
    }
    assertThat(salts).hasSize(4000);
  }

  @Test
  void rangesAndBuffersGiveTheSameAndAreNotMoved() {
    byte[] bytes = "xxpayloadyy".getBytes(US_ASCII);
    int expected = SaltedChecksum.of(5, 6, 7, "payload".getBytes(US_ASCII), 0, 7);
    assertThat(SaltedChecksum.of(5, 6, 7, bytes, 2, 7)).isEqualTo(expected);
    ByteBuffer direct = ByteBuffer.allocateDirect(11).put(bytes).position(2).limit(9);
    assertThat(SaltedChecksum.of(5, 6, 7, direct)).isEqualTo(expected);
    assertThat(direct.position()).isEqualTo(2);
    assertThat(direct.limit()).isEqualTo(9);
  }
}
