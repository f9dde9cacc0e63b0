package dev.tamis.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.openhft.hashing.Access;

/**
 * How the hash functions read a key: little-endian, and without {@code sun.misc.Unsafe}, which the
 * hashing library's own accesses use.
 */
final class KeyBytes {
  static final Access<byte[]> OF_ARRAY = new ArrayAccess();
  static final Access<ByteBuffer> OF_BUFFER = new BufferAccess();

  private KeyBytes() {}

  private static final class ArrayAccess extends Access<byte[]> {
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
      throw new UnsupportedOperationException("keys are read little-endian only");
    }
  }

  /** Direct and read-only buffers; always little-endian, whatever order the buffer is set to. */
  private static final class BufferAccess extends Access<ByteBuffer> {
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
      throw new UnsupportedOperationException("keys are read little-endian only");
    }
  }
}
