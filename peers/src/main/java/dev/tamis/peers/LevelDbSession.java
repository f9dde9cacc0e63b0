package dev.tamis.peers;

import dev.tamis.bench.engine.EngineCursor;
import dev.tamis.bench.engine.EngineSession;
import java.io.IOException;
import java.util.function.Function;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.DBIterator;
import org.iq80.leveldb.WriteBatch;
import org.iq80.leveldb.WriteOptions;

/** One thread on a LevelDB. Arrays are copied where an engine would keep them. */
final class LevelDbSession implements EngineSession {
  private final DB db;
  private final Function<DBIterator, EngineCursor> cursors;
  private final WriteOptions synced = new WriteOptions().sync(true);

  LevelDbSession(DB db, Function<DBIterator, EngineCursor> cursors) {
    this.db = db;
    this.cursors = cursors;
  }

  @Override
  public byte[] get(byte[] key) {
    return db.get(key);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    db.put(key.clone(), value.clone());
  }

  @Override
  public void putSync(byte[] key, byte[] value) {
    db.put(key.clone(), value.clone(), synced);
  }

  @Override
  public void delete(byte[] key) {
    db.delete(key.clone());
  }

  @Override
  public void putBatch(byte[][] keys, byte[][] values, int count) throws IOException {
    try (WriteBatch batch = db.createWriteBatch()) {
      for (int i = 0; i < count; i++) {
        batch.put(keys[i].clone(), values[i].clone());
      }
      db.write(batch);
    }
  }

  @Override
  public void deleteBatch(byte[][] keys, int count) throws IOException {
    try (WriteBatch batch = db.createWriteBatch()) {
      for (int i = 0; i < count; i++) {
        batch.delete(keys[i].clone());
      }
      db.write(batch);
    }
  }

  @Override
  public EngineCursor cursor() {
    return cursors.apply(db.iterator());
  }

  @Override
  public void close() {}
}
