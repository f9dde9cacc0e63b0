package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/**
 * The vectors of the authors' reference implementation: key 00 to 0f, message n is the bytes 0 to n
 * - 1.
 */
class SipHashTest {
  private static final long KEY_0 = 0x0706050403020100L;
  private static final long KEY_1 = 0x0F0E0D0C0B0A0908L;

  private static final String[] SIP_2_4 =
      """
      726fdb47dd0e0e31 74f839c593dc67fd 0d6c8009d9a94f5a 85676696d7fb7e2d cf2794e0277187b7
      18765564cd99a68d cbc9466e58fee3ce ab0200f58b01d137 93f5f5799a932462 9e0082df0ba9e4b0
      7a5dbbc594ddb9f3 f4b32f46226bada7 751e8fbc860ee5fb 14ea5627c0843d90 f723ca908e7af2ee
      a129ca6149be45e5 3f2acc7f57c29bdb 699ae9f52cbe4794 4bc1b3f0968dd39c bb6dc91da77961bd
      bed65cf21aa2ee98 d0f2cbb02e3b67c7 93536795e3a33e88 a80c038ccd5ccec8 b8ad50c6f649af94
      bce192de8a85b8ea 17d835b85bbb15f3 2f2e6163076bcfad de4daaaca71dc9a5 a6a2506687956571
      ad87a3535c49ef28 32d892fad841c342 7127512f72f27cce a7f32346f95978e3 12e0b01abb051238
      15e034d40fa197ae 314dffbe0815a3b4 027990f029623981 cadcd4e59ef40c4d 9abfd8766a33735c
      0e3ea96b5304a7d0 ad0c42d6fc585992 187306c89bc215a9 d4a60abcf3792b95 f935451de4f21df2
      a9538f0419755787 db9acddff56ca510 d06c98cd5c0975eb e612a3cb9ecba951 c766e62cfcadaf96
      ee64435a9752fe72 a192d576b245165a 0a8787bf8ecb74b2 81b3e73d20b49b6f 7fa8220ba3b2ecea
      245731c13ca42499 b78dbfaf3a8d83bd ea1ad565322a1a0b 60e61c23a3795013 6606d7e446282b93
      6ca4ecb15c5f91e1 9f626da15c9625f3 e51b38608ef25f57 958a324ceb064572
      """
          .split("\\s+");

  private static final String[] SIP_1_3 =
      """
      abac0158050fc4dc c9f49bf37d57ca93 82cb9b024dc7d44d 8bf80ab8e7ddf7fb cf75576088d38328
      def9d52f49533b67 c50d2b50c59f22a7 d3927d989bb11140 369095118d299a8e 25a48eb36c063de4
      79de85ee92ff097f 70c118c1f94dc352 78a384b157b4d9a2 306f760c1229ffa7 605aa111c0f95d34
      d320d86d2a519956 cc4fdd1a7d908b66 9cf2689063dbd80c 8ffc389cb473e63e f21f9de58d297d1c
      c0dc2f46a6cce040 b992abfe2b45f844 7ffe7b9ba320872e 525a0e7fdae6c123 f464aeb267349c8c
      45cd5928705b0979 3a3e35e3ca9913a5 a91dc74e4ade3b35 fb0bed02ef6cd00d 88d93cb44ab1e1f4
      540f11d643c5e663 2370dd1f8c21d1bc 81157b6c16a7b60d 4d54b9e57a8ff9bf
      """
          .split("\\s+");

  @Test
  void a10_matchesThePublishedVectorsOfTwoFour() {
    assertThat(SIP_2_4).hasSize(64);
    assertVectors(KeyHash.sipHash24(KEY_0, KEY_1), SIP_2_4);
  }

  @Test
  void a10_matchesThePublishedVectorsOfOneThree() {
    assertThat(SIP_1_3).hasSize(34);
    assertVectors(KeyHash.sipHash13(KEY_0, KEY_1), SIP_1_3);
  }

  @Test
  void bothWordsOfTheKeyMatter() {
    byte[] key = {1, 2, 3};
    assertThat(KeyHash.sipHash13(1, 2).hash(key)).isNotEqualTo(KeyHash.sipHash13(1, 3).hash(key));
    assertThat(KeyHash.sipHash13(1, 2).hash(key)).isNotEqualTo(KeyHash.sipHash13(0, 2).hash(key));
    assertThat(KeyHash.sipHash13(1, 2).hash(key)).isNotEqualTo(KeyHash.sipHash24(1, 2).hash(key));
  }

  @Test
  void functionsAreEqualIfAllOfTheirSeedsAre() {
    assertThat(KeyHash.sipHash24(1, 2)).isEqualTo(KeyHash.sipHash24(1, 2));
    assertThat(KeyHash.sipHash24(1, 2)).hasSameHashCodeAs(KeyHash.sipHash24(1, 2));
    assertThat(KeyHash.sipHash24(1, 2)).isNotEqualTo(KeyHash.sipHash24(1, 3));
    assertThat(KeyHash.sipHash24(1, 2)).isNotEqualTo(KeyHash.sipHash13(1, 2));
    assertThat(KeyHash.sipHash13(1, 0)).isNotEqualTo(KeyHash.xxh64(1));
  }

  @Test
  void aKeyIsNotPrinted() {
    assertThat(KeyHash.sipHash24(123456, 654321)).hasToString("SipHash-2-4");
    assertThat(KeyHash.sipHash13(123456, 654321)).hasToString("SipHash-1-3");
    assertThat(KeyHash.xxh64(123456)).hasToString("XXH64");
  }

  private static void assertVectors(KeyHash hash, String[] vectors) {
    for (int length = 0; length < vectors.length; length++) {
      byte[] message = new byte[length];
      for (int i = 0; i < length; i++) {
        message[i] = (byte) i;
      }
      long expected = Long.parseUnsignedLong(vectors[length], 16);
      assertThat(hash.hash(message)).as("length %s", length).isEqualTo(expected);
      byte[] padded = new byte[length + 11];
      System.arraycopy(message, 0, padded, 5, length);
      assertThat(hash.hash(padded, 5, length)).isEqualTo(expected);
      ByteBuffer direct = ByteBuffer.allocateDirect(length + 11).put(padded);
      assertThat(hash.hash(direct.position(5).limit(5 + length))).isEqualTo(expected);
    }
  }
}
