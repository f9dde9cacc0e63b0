package dev.tamis.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import net.openhft.hashing.Access;
import net.openhft.hashing.LongHashFunction;

/**
 * The one 64-bit hash of a key. It is computed once per lookup; every filter, and the fingerprints
 * of data blocks, take their bits from it (FORMAT.md says which bits do what). Immutable and
 * thread-safe; hashing allocates nothing.
 *
 * <p>The hash is XXH64 of the key's bytes with a seed that a store draws when it is created, so
 * that keys crafted against one store do not fill one line of another.
 */
public final class KeyHash {
  /*
   * Why XXH64 of zero-allocation-hashing, and why through our own Access: the library's hashBytes()
   * and its xx3() read arrays by sun.misc.Unsafe, which prints a warning on JDK 25 and fails later.
   * Given an Access, xx() is plain arithmetic. 16 bytes take about 6 ns, within 25 % of a
   * hand-written XXH3; Guava's murmur3 takes 45.
   */

  /** Hash id on disk of XXH64. */
  public static final int XXH64_ID = 1;

  private static final long FINGERPRINT_MULTIPLIER = 0xBF58476D1CE4E5B9L;

  private final long seed;
  private final LongHashFunction function;

  private KeyHash(long seed) {
    this.seed = seed;
    this.function = LongHashFunction.xx(seed);
  }

  /** XXH64 with the given seed. */
  public static KeyHash xxh64(long seed) {
    return new KeyHash(seed);
  }

  /**
   * The hash that a filter on disk names.
   *
   * @throws IllegalArgumentException if the id is unknown
   */
  public static KeyHash of(int id, long seed) {
    if (id != XXH64_ID) {
      throw new IllegalArgumentException("hash id: actual=" + id + ", expected=" + XXH64_ID);
    }
    return new KeyHash(seed);
  }

  /** Hash id on disk. */
  public int id() {
    return XXH64_ID;
  }

  /** The seed this hash was made with. */
  public long seed() {
    return seed;
  }

  /** Hash of a whole array. */
  public long hash(byte[] key) {
    return function.hash(key, ArrayAccess.INSTANCE, 0, key.length);
  }

  /**
   * Hash of {@code length} bytes from {@code offset}.
   *
   * @throws IndexOutOfBoundsException if they are not within the array
   */
  public long hash(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return function.hash(bytes, ArrayAccess.INSTANCE, offset, length);
  }

  /**
   * Hash of the bytes between position and limit; neither is moved, and the buffer's byte order
   * does not matter.
   */
  public long hash(ByteBuffer key) {
    if (key.hasArray()) {
      return function.hash(
          key.array(), ArrayAccess.INSTANCE, key.arrayOffset() + key.position(), key.remaining());
    }
    return function.hash(key, BufferAccess.INSTANCE, key.position(), key.remaining());
  }

  /**
   * The fingerprint byte, 0 to 255, that a data block keeps of an entry. It is mixed apart from the
   * line and the bits of a filter: if it shared bits with them, a false positive of the filter
   * would also tend to match fingerprints.
   */
  public static int fingerprint(long hash) {
    return (int) (((hash ^ (hash >>> 32)) * FINGERPRINT_MULTIPLIER) >>> 56);
  }

  private static final class ArrayAccess extends Access<byte[]> {
    static final ArrayAccess INSTANCE = new ArrayAccess();
    private static final VarHandle LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
        MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    @Override
    public long getLong(byte[] input, long offset) {
      return (long) LONGS.get(input, (int) offset);
    }

    @Override
    public int getInt(byte[] input, long offset) {
      return (int) INTS.get(input, (int) offset);
    }

    @Override
    public long getUnsignedInt(byte[] input, long offset) {
      return Integer.toUnsignedLong(getInt(input, offset));
    }

    @Override
    public int getByte(byte[] input, long offset) {
      return input[(int) offset];
    }

    @Override
    public int getUnsignedByte(byte[] input, long offset) {
      return Byte.toUnsignedInt(input[(int) offset]);
    }

    @Override
    public ByteOrder byteOrder(byte[] input) {
      return ByteOrder.LITTLE_ENDIAN;
    }

    @Override
    protected Access<byte[]> reverseAccess() {
      throw new UnsupportedOperationException("XXH64 reads little-endian only");
    }
  }

  /** Direct and read-only buffers; always little-endian, whatever order the buffer is set to. */
  private static final class BufferAccess extends Access<ByteBuffer> {
    static final BufferAccess INSTANCE = new BufferAccess();

    @Override
    public long getLong(ByteBuffer input, long offset) {
      long value = input.getLong((int) offset);
      return input.order() == ByteOrder.LITTLE_ENDIAN ? value : Long.reverseBytes(value);
    }

    @Override
    public int getInt(ByteBuffer input, long offset) {
      int value = input.getInt((int) offset);
      return input.order() == ByteOrder.LITTLE_ENDIAN ? value : Integer.reverseBytes(value);
    }

    @Override
    public long getUnsignedInt(ByteBuffer input, long offset) {
      return Integer.toUnsignedLong(getInt(input, offset));
    }

    @Override
    public int getByte(ByteBuffer input, long offset) {
      return input.get((int) offset);
    }

    @Override
    public int getUnsignedByte(ByteBuffer input, long offset) {
      return Byte.toUnsignedInt(input.get((int) offset));
    }

    @Override
    public ByteOrder byteOrder(ByteBuffer input) {
      return ByteOrder.LITTLE_ENDIAN;
    }

    @Override
    protected Access<ByteBuffer> reverseAccess() {
      throw new UnsupportedOperationException("XXH64 reads little-endian only");
    }
  }
}
