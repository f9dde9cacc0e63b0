package dev.tamis.filter;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import net.openhft.hashing.Access;

/**
 * The one 64-bit hash of a key. It is computed once per lookup; every filter, and the fingerprints
 * of data blocks, take their bits from it (FORMAT.md says which bits do what). Immutable and
 * thread-safe; hashing bytes allocates nothing.
 *
 * <p>XXH64 with a seed is the fast choice; a store draws the seed when it is created, so that keys
 * crafted against one store do not fill one line of another. Where an adversary chooses keys and
 * can watch answers, take {@link #sipHash13} or {@link #sipHash24} with a secret key: about 10 and
 * 15 ns more for a key of 16 bytes.
 */
public abstract sealed class KeyHash permits Xxh64, SipHash {
  /** Hash id on disk of XXH64. */
  public static final int XXH64_ID = 1;

  /** Hash id on disk of SipHash-1-3. */
  public static final int SIP_1_3_ID = 2;

  /** Hash id on disk of SipHash-2-4. */
  public static final int SIP_2_4_ID = 3;

  private static final long FINGERPRINT_MULTIPLIER = 0xBF58476D1CE4E5B9L;

  private final int id;
  private final long seed;
  private final long seedHigh;

  KeyHash(int id, long seed, long seedHigh) {
    this.id = id;
    this.seed = seed;
    this.seedHigh = seedHigh;
  }

  /** XXH64 with the given seed. */
  public static KeyHash xxh64(long seed) {
    return new Xxh64(seed);
  }

  /** SipHash-1-3 with a secret key of two words, the first eight bytes of it in {@code key0}. */
  public static KeyHash sipHash13(long key0, long key1) {
    return SipHash.oneThree(key0, key1);
  }

  /** SipHash-2-4 with a secret key of two words, the first eight bytes of it in {@code key0}. */
  public static KeyHash sipHash24(long key0, long key1) {
    return SipHash.twoFour(key0, key1);
  }

  /**
   * The unkeyed hash that a partition or a store on disk names.
   *
   * @throws IllegalArgumentException if the id is not {@link #XXH64_ID}
   */
  public static KeyHash of(int id, long seed) {
    if (id != XXH64_ID) {
      throw new IllegalArgumentException("hash id: actual=" + id + ", expected=" + XXH64_ID);
    }
    return new Xxh64(seed);
  }

  /** Hash id on disk. */
  public int id() {
    return id;
  }

  /** The seed this hash was made with; of SipHash, the first word of its key. */
  public long seed() {
    return seed;
  }

  /** The second word of SipHash's key; 0 for XXH64. */
  public long seedHigh() {
    return seedHigh;
  }

  /** Hash of a whole array. */
  public long hash(byte[] key) {
    return hash(key, KeyBytes.OF_ARRAY, 0, key.length);
  }

  /**
   * Hash of {@code length} bytes from {@code offset}.
   *
   * @throws IndexOutOfBoundsException if they are not within the array
   */
  public long hash(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return hash(bytes, KeyBytes.OF_ARRAY, offset, length);
  }

  /**
   * Hash of the bytes between position and limit; neither is moved, and the buffer's byte order
   * does not matter.
   */
  public long hash(ByteBuffer key) {
    if (key.hasArray()) {
      return hash(
          key.array(), KeyBytes.OF_ARRAY, key.arrayOffset() + key.position(), key.remaining());
    }
    return hash(key, KeyBytes.OF_BUFFER, key.position(), key.remaining());
  }

  /**
   * Hash of the text's UTF-8 bytes, whatever the platform's charset is. An unpaired surrogate
   * counts as a question mark. Allocates the encoded bytes.
   */
  public long hash(String key) {
    return hash(key.getBytes(StandardCharsets.UTF_8));
  }

  /** Hash of {@code length} bytes from {@code offset}, which are within the input. */
  abstract <T> long hash(T input, Access<T> access, int offset, int length);

  /** The same function with the same seed. */
  @Override
  public boolean equals(Object other) {
    return other instanceof KeyHash that
        && id == that.id
        && seed == that.seed
        && seedHigh == that.seedHigh;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(seed * 31 + seedHigh) * 31 + id;
  }

  /** Name of the function; not the seed, which may be a secret. */
  @Override
  public String toString() {
    return switch (id) {
      case SIP_1_3_ID -> "SipHash-1-3";
      case SIP_2_4_ID -> "SipHash-2-4";
      default -> "XXH64";
    };
  }

  /**
   * The fingerprint byte, 0 to 255, that a data block keeps of an entry. It is mixed apart from the
   * line and the bits of a filter: if it shared bits with them, a false positive of the filter
   * would also tend to match fingerprints.
   */
  public static int fingerprint(long hash) {
    return (int) (((hash ^ (hash >>> 32)) * FINGERPRINT_MULTIPLIER) >>> 56);
  }
}
