package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SplitLineTest {
  private static final long[] EDGE_HASHES = {
    0,
    1,
    -1,
    Long.MIN_VALUE,
    Long.MAX_VALUE,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE,
    0xFFFFFFFFL,
    0x80000000L,
    0xFFFFFFFF00000000L,
    0x7FFFFFFF00000000L,
    0x80000000FFFFFFFFL,
  };

  @Test
  void caseH1_theLineIsWithinBoundsForEveryHash() {
    int[] counts = {1, 2, 3, 7, 64, 1 << 20, 1 << 30, Integer.MAX_VALUE};
    for (int lines : counts) {
      for (long hash : EDGE_HASHES) {
        assertThat(SplitLine.lineOf(hash, lines))
            .as("hash %s of %s lines", hash, lines)
            .isBetween(0, lines - 1);
      }
      assertThat(SplitLine.lineOf(-1, lines)).isEqualTo(lines - 1);
      assertThat(SplitLine.lineOf(0, lines)).isZero();
    }
  }

  @Test
  void caseH6_edgeOfTheArray() {
    for (int lines = 1; lines <= 5; lines++) {
      for (long hash : EDGE_HASHES) {
        int guard = 8;
        byte[] bytes = new byte[guard + lines * SplitLine.BYTES + guard];
        SplitLine.add(bytes, guard, lines, hash);
        assertThat(littleEndian(bytes, 0)).as("before the lines").isZero();
        assertThat(littleEndian(bytes, bytes.length - guard)).as("after the lines").isZero();
        // Exactly the lines, nothing around them: a read one word too far would throw.
        byte[] exact = Arrays.copyOfRange(bytes, guard, bytes.length - guard);
        assertThat(SplitLine.mightContain(buffer(exact), 0, lines, hash)).isTrue();
      }
    }
  }

  @Test
  void aKeyIsOneBitInEachWordOfItsLine() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1000; i++) {
      long hash = random.nextLong();
      int lines = 1 + random.nextInt(9);
      byte[] bytes = new byte[lines * SplitLine.BYTES];
      SplitLine.add(bytes, 0, lines, hash);
      int line = SplitLine.lineOf(hash, lines);
      for (int word = 0; word < lines * 8; word++) {
        assertThat(Long.bitCount(littleEndian(bytes, word * 8)))
            .as("word %s of hash %s", word, hash)
            .isEqualTo(word / 8 == line ? 1 : 0);
      }
    }
  }

  @Test
  void positionsAreSixBitsOfTheRemixedLowerHalfFromBit16On() {
    long hash = 0x123456789ABCDEF0L;
    byte[] bytes = new byte[SplitLine.BYTES];
    SplitLine.add(bytes, 0, 1, hash);
    long remixed = (hash & 0xFFFFFFFFL) * 0x9E3779B97F4A7C15L;
    for (int word = 0; word < 8; word++) {
      int position = (int) (remixed >>> (16 + 6 * word)) & 63;
      assertThat(littleEndian(bytes, word * 8)).isEqualTo(1L << position);
    }
  }

  @Test
  void everyOneOfTheEightBitsIsNeeded() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 100; i++) {
      long hash = random.nextLong();
      byte[] bytes = new byte[3 * SplitLine.BYTES];
      SplitLine.add(bytes, 0, 3, hash);
      int line = SplitLine.lineOf(hash, 3) * SplitLine.BYTES;
      for (int word = 0; word < 8; word++) {
        byte[] without = bytes.clone();
        Arrays.fill(without, line + word * 8, line + word * 8 + 8, (byte) 0);
        assertThat(SplitLine.mightContain(buffer(without), 0, 3, hash)).isFalse();
        // All other bits of that word set, only the key's own one missing.
        for (int b = 0; b < 8; b++) {
          without[line + word * 8 + b] = (byte) ~bytes[line + word * 8 + b];
        }
        assertThat(SplitLine.mightContain(buffer(without), 0, 3, hash)).isFalse();
      }
    }
  }

  @Test
  void d1_onlyOneLineIsTouched() {
    SplittableRandom random = new SplittableRandom(3);
    int lines = 7;
    for (int i = 0; i < 1000; i++) {
      long hash = random.nextLong();
      byte[] bytes = new byte[lines * SplitLine.BYTES];
      random.nextBytes(bytes);
      boolean answer = SplitLine.mightContain(buffer(bytes), 0, lines, hash);
      int line = SplitLine.lineOf(hash, lines) * SplitLine.BYTES;
      byte[] others = new byte[bytes.length];
      random.nextBytes(others);
      System.arraycopy(bytes, line, others, line, SplitLine.BYTES);
      assertThat(SplitLine.mightContain(buffer(others), 0, lines, hash)).isEqualTo(answer);
    }
  }

  @Test
  void heapAndDirectBuffersAnswerAlikeAtEveryOffset() {
    SplittableRandom random = new SplittableRandom(4);
    int lines = 3;
    byte[] bytes = new byte[lines * SplitLine.BYTES];
    for (int i = 0; i < 100; i++) {
      SplitLine.add(bytes, 0, lines, random.nextLong());
    }
    ByteBuffer heap = buffer(bytes);
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 13);
    direct.order(ByteOrder.LITTLE_ENDIAN).position(13).put(bytes);
    int positives = 0;
    for (int i = 0; i < 10_000; i++) {
      long hash = random.nextLong();
      boolean answer = SplitLine.mightContain(heap, 0, lines, hash);
      assertThat(SplitLine.mightContain(direct, 13, lines, hash)).isEqualTo(answer);
      positives += answer ? 1 : 0;
    }
    assertThat(positives).isBetween(1, 9_999);
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static long littleEndian(byte[] bytes, int offset) {
    return buffer(bytes).getLong(offset);
  }
}
