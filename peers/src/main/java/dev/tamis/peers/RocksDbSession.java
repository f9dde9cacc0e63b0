package dev.tamis.peers;

import dev.tamis.bench.engine.EngineCursor;
import dev.tamis.bench.engine.EngineSession;
import java.io.IOException;
import java.util.Arrays;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** One thread on RocksDB; options and batch are used again and again. */
final class RocksDbSession implements EngineSession {
  private final RocksDB db;
  private final ReadOptions reads = new ReadOptions();
  private final WriteOptions writes = new WriteOptions();
  private final WriteOptions syncedWrites = new WriteOptions().setSync(true);
  private final WriteBatch batch = new WriteBatch();

  RocksDbSession(RocksDB db) {
    this.db = db;
  }

  @Override
  public byte[] get(byte[] key) throws IOException {
    try {
      return db.get(reads, key);
    } catch (RocksDBException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void multiGet(byte[][] keys, int count, byte[][] values) throws IOException {
    try {
      db.multiGetAsList(reads, Arrays.asList(keys).subList(0, count)).toArray(values);
    } catch (RocksDBException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void put(byte[] key, byte[] value) throws IOException {
    put(writes, key, value);
  }

  @Override
  public void putSync(byte[] key, byte[] value) throws IOException {
    put(syncedWrites, key, value);
  }

  private void put(WriteOptions options, byte[] key, byte[] value) throws IOException {
    try {
      db.put(options, key, value);
    } catch (RocksDBException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void delete(byte[] key) throws IOException {
    try {
      db.delete(writes, key);
    } catch (RocksDBException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void putBatch(byte[][] keys, byte[][] values, int count) throws IOException {
    try {
      batch.clear();
      for (int i = 0; i < count; i++) {
        batch.put(keys[i], values[i]);
      }
      db.write(writes, batch);
    } catch (RocksDBException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void deleteBatch(byte[][] keys, int count) throws IOException {
    try {
      batch.clear();
      for (int i = 0; i < count; i++) {
        batch.delete(keys[i]);
      }
      db.write(writes, batch);
    } catch (RocksDBException e) {
      throw new IOException(e);
    }
  }

  @Override
  public EngineCursor cursor() {
    return new RocksDbCursor(db.newIterator(reads));
  }

  @Override
  public void close() {
    batch.close();
    syncedWrites.close();
    writes.close();
    reads.close();
  }
}
