package dev.tamis.peers;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.ByteArrayDataType;

/** MVStore's arrays in unsigned order; its own type compares signed. */
final class UnsignedBytesType extends BasicDataType<byte[]> {
  private static final ByteArrayDataType BYTES = ByteArrayDataType.INSTANCE;

  @Override
  public int compare(byte[] a, byte[] b) {
    return Arrays.compareUnsigned(a, b);
  }

  @Override
  public int getMemory(byte[] key) {
    return BYTES.getMemory(key);
  }

  @Override
  public void write(WriteBuffer buffer, byte[] key) {
    BYTES.write(buffer, key);
  }

  @Override
  public byte[] read(ByteBuffer buffer) {
    return BYTES.read(buffer);
  }

  @Override
  public byte[][] createStorage(int size) {
    return new byte[size][];
  }
}
