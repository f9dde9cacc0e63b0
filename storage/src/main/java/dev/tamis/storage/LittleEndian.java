package dev.tamis.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Fixed-width little-endian fields in byte arrays; the byte order of every format of the store. */
public final class LittleEndian {
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  /** The unsigned 16-bit field at {@code offset}. */
  public static int getU16(byte[] bytes, int offset) {
    return (short) SHORTS.get(bytes, offset) & 0xFFFF;
  }

  public static void putU16(byte[] bytes, int offset, int value) {
    SHORTS.set(bytes, offset, (short) value);
  }

  public static int getInt(byte[] bytes, int offset) {
    return (int) INTS.get(bytes, offset);
  }

  public static void putInt(byte[] bytes, int offset, int value) {
    INTS.set(bytes, offset, value);
  }

  public static long getLong(byte[] bytes, int offset) {
    return (long) LONGS.get(bytes, offset);
  }

  public static void putLong(byte[] bytes, int offset, long value) {
    LONGS.set(bytes, offset, value);
  }
}
