package dev.tamis.filter;

/**
 * XXH64 written down from its specification, one byte at a time: the oracle for {@link KeyHash}. It
 * shares no code with the library and does not care how fast it is.
 */
final class ReferenceXxh64 {
  private static final long PRIME_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME_3 = 0x165667B19E3779F9L;
  private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME_5 = 0x27D4EB2F165667C5L;

  private ReferenceXxh64() {}

  static long hash(long seed, byte[] input) {
    int at = 0;
    long h;
    if (input.length >= 32) {
      long[] lanes = {seed + PRIME_1 + PRIME_2, seed + PRIME_2, seed, seed - PRIME_1};
      for (; at + 32 <= input.length; at += 32) {
        for (int lane = 0; lane < 4; lane++) {
          lanes[lane] = round(lanes[lane], littleEndian(input, at + 8 * lane, 8));
        }
      }
      h = Long.rotateLeft(lanes[0], 1) + Long.rotateLeft(lanes[1], 7);
      h += Long.rotateLeft(lanes[2], 12) + Long.rotateLeft(lanes[3], 18);
      for (long lane : lanes) {
        h = (h ^ round(0, lane)) * PRIME_1 + PRIME_4;
      }
    } else {
      h = seed + PRIME_5;
    }
    h += input.length;
    for (; at + 8 <= input.length; at += 8) {
      h = Long.rotateLeft(h ^ round(0, littleEndian(input, at, 8)), 27) * PRIME_1 + PRIME_4;
    }
    if (at + 4 <= input.length) {
      h = Long.rotateLeft(h ^ (littleEndian(input, at, 4) * PRIME_1), 23) * PRIME_2 + PRIME_3;
      at += 4;
    }
    for (; at < input.length; at++) {
      h = Long.rotateLeft(h ^ (littleEndian(input, at, 1) * PRIME_5), 11) * PRIME_1;
    }
    h = (h ^ (h >>> 33)) * PRIME_2;
    h = (h ^ (h >>> 29)) * PRIME_3;
    return h ^ (h >>> 32);
  }

  private static long round(long accumulator, long input) {
    return Long.rotateLeft(accumulator + input * PRIME_2, 31) * PRIME_1;
  }

  private static long littleEndian(byte[] input, int at, int width) {
    long value = 0;
    for (int i = 0; i < width; i++) {
      value |= (input[at + i] & 0xFFL) << (8 * i);
    }
    return value;
  }
}
