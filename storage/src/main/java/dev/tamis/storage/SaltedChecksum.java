package dev.tamis.storage;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * CRC32C that knows where its bytes belong. The plain checksum of a block finds flipped bits; it
 * does not find a whole, intact block in the wrong place: one that a disk wrote elsewhere, a stale
 * copy, a block of a sibling store with the same file name. So the CRC is combined with 32 bits
 * mixed from the file's random id, the offset and the kind of the structure.
 *
 * <p>The salt is xor-ed in rather than fed in front of the data: every error that the bare CRC
 * finds is still found, a misplaced block passes with probability 2^-32, and no bytes are copied.
 */
public final class SaltedChecksum {
  private SaltedChecksum() {}

  /** The 32 bits that tie a checksum to its place. */
  public static int salt(long fileId, long offset, int kind) {
    // The finalizer of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
    // Generators, 2014), applied twice so that id, offset and kind can't cancel out.
    long mixed = mix(mix(fileId + 0x9E3779B97F4A7C15L * kind) ^ offset);
    return (int) (mixed >>> 32);
  }

  /** Checksum of {@code length} bytes of an array that stand at {@code fileOffset} of a file. */
  public static int of(
      long fileId, long fileOffset, int kind, byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return (int) crc.getValue() ^ salt(fileId, fileOffset, kind);
  }

  /** Checksum of the bytes between a buffer's position and limit; neither is moved. */
  public static int of(long fileId, long fileOffset, int kind, ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    return (int) crc.getValue() ^ salt(fileId, fileOffset, kind);
  }

  private static long mix(long z) {
    long x = z;
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
