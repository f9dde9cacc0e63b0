package dev.tamis.peers;

import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineCursor;
import dev.tamis.bench.engine.EngineSession;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;

/** MVStore behind the port: one map from arrays to arrays. */
final class MvStoreEngine implements BenchEngine {
  private static final int COMPACT_MILLIS = 60_000;

  private final MVStore store;
  private final MVMap<byte[], byte[]> map;

  MvStoreEngine(MVStore store) {
    this.store = store;
    this.map =
        store.openMap(
            "entries",
            new MVMap.Builder<byte[], byte[]>()
                .keyType(new UnsignedBytesType())
                .valueType(ByteArrayDataType.INSTANCE));
  }

  @Override
  public EngineSession session() {
    return new Session();
  }

  @Override
  public void flush() {
    store.commit();
  }

  @Override
  public void compact() {
    store.commit();
    store.compactFile(COMPACT_MILLIS);
  }

  @Override
  public void awaitQuiet() {
    store.commit();
  }

  @Override
  public void close() {
    store.close();
  }

  /** The map keeps the arrays that it is given, so it gets copies. */
  private final class Session implements EngineSession {
    @Override
    public byte[] get(byte[] key) {
      byte[] value = map.get(key);
      return value == null ? null : value.clone();
    }

    @Override
    public void put(byte[] key, byte[] value) {
      map.put(key.clone(), value.clone());
    }

    @Override
    public void putSync(byte[] key, byte[] value) {
      put(key, value);
      store.commit();
      store.sync();
    }

    @Override
    public void delete(byte[] key) {
      map.remove(key);
    }

    @Override
    public void putBatch(byte[][] keys, byte[][] values, int count) {
      for (int i = 0; i < count; i++) {
        put(keys[i], values[i]);
      }
    }

    @Override
    public void deleteBatch(byte[][] keys, int count) {
      for (int i = 0; i < count; i++) {
        map.remove(keys[i]);
      }
    }

    @Override
    public EngineCursor cursor() {
      return new MvStoreCursor(store, map);
    }

    @Override
    public void close() {}
  }
}
