package dev.tamis.peers;

import dev.tamis.bench.engine.EngineCursor;
import dev.tamis.bench.engine.EngineSession;
import java.nio.ByteBuffer;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.Txn;

/** One thread on LMDB: its read transaction is renewed for each read, as LMDB advises. */
final class LmdbSession implements EngineSession {
  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> map;
  private final Txn<ByteBuffer> reads;
  private final ByteBuffer keyBuffer;
  private ByteBuffer valueBuffer = ByteBuffer.allocateDirect(4096);

  LmdbSession(Env<ByteBuffer> env, Dbi<ByteBuffer> map) {
    this.env = env;
    this.map = map;
    keyBuffer = ByteBuffer.allocateDirect(env.getMaxKeySize());
    reads = env.txnRead();
    reads.reset();
  }

  @Override
  public byte[] get(byte[] key) {
    reads.renew();
    try {
      ByteBuffer found = map.get(reads, keyOf(key));
      return found == null ? null : copy(found);
    } finally {
      reads.reset();
    }
  }

  @Override
  public void put(byte[] key, byte[] value) {
    try (Txn<ByteBuffer> write = env.txnWrite()) {
      map.put(write, keyOf(key), valueOf(value));
      write.commit();
    }
  }

  @Override
  public void putSync(byte[] key, byte[] value) {
    put(key, value);
    env.sync(true);
  }

  @Override
  public void delete(byte[] key) {
    try (Txn<ByteBuffer> write = env.txnWrite()) {
      map.delete(write, keyOf(key));
      write.commit();
    }
  }

  @Override
  public void putBatch(byte[][] keys, byte[][] values, int count) {
    try (Txn<ByteBuffer> write = env.txnWrite()) {
      for (int i = 0; i < count; i++) {
        map.put(write, keyOf(keys[i]), valueOf(values[i]));
      }
      write.commit();
    }
  }

  @Override
  public void deleteBatch(byte[][] keys, int count) {
    try (Txn<ByteBuffer> write = env.txnWrite()) {
      for (int i = 0; i < count; i++) {
        map.delete(write, keyOf(keys[i]));
      }
      write.commit();
    }
  }

  @Override
  public EngineCursor cursor() {
    return new LmdbCursor(env, map);
  }

  @Override
  public void close() {
    reads.close();
  }

  private ByteBuffer keyOf(byte[] key) {
    return keyBuffer.clear().put(key).flip();
  }

  private ByteBuffer valueOf(byte[] value) {
    if (value.length > valueBuffer.capacity()) {
      valueBuffer = ByteBuffer.allocateDirect(2 * value.length);
    }
    return valueBuffer.clear().put(value).flip();
  }

  static byte[] copy(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(bytes.position(), copy);
    return copy;
  }
}
