package dev.tamis.bench.engine;

import dev.tamis.engine.Db;
import dev.tamis.engine.Durability;
import dev.tamis.engine.WriteBatch;
import java.io.IOException;
import java.util.Arrays;

/** One thread on a {@link Db}; its batch is used again and again. */
final class TamisSession implements EngineSession {
  private final Db db;
  private final WriteBatch batch = new WriteBatch();

  TamisSession(Db db) {
    this.db = db;
  }

  @Override
  public byte[] get(byte[] key) throws IOException {
    return db.get(key);
  }

  @Override
  public void multiGet(byte[][] keys, int count, byte[][] values) throws IOException {
    db.multiGet(Arrays.asList(keys).subList(0, count)).toArray(values);
  }

  @Override
  public void put(byte[] key, byte[] value) throws IOException {
    db.put(key, value);
  }

  @Override
  public void putSync(byte[] key, byte[] value) throws IOException {
    db.put(key, value, Durability.SYNC);
  }

  @Override
  public void delete(byte[] key) throws IOException {
    db.delete(key);
  }

  @Override
  public void putBatch(byte[][] keys, byte[][] values, int count) throws IOException {
    batch.clear();
    for (int i = 0; i < count; i++) {
      batch.put(keys[i], values[i]);
    }
    db.write(batch);
  }

  @Override
  public void deleteBatch(byte[][] keys, int count) throws IOException {
    batch.clear();
    for (int i = 0; i < count; i++) {
      batch.delete(keys[i]);
    }
    db.write(batch);
  }

  @Override
  public EngineCursor cursor() {
    return new TamisCursor(db.cursor());
  }

  @Override
  public void close() {}
}
