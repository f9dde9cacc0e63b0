package dev.tamis.peers;

import dev.tamis.bench.engine.EngineCursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** RocksDB's iterator; it shows an entry by filling direct buffers, its cheapest form. */
final class RocksDbCursor implements EngineCursor {
  private static final int FIRST_BUFFER_BYTES = 4096;

  private final RocksIterator iterator;
  private ByteBuffer key = ByteBuffer.allocateDirect(FIRST_BUFFER_BYTES);
  private ByteBuffer value = ByteBuffer.allocateDirect(FIRST_BUFFER_BYTES);

  RocksDbCursor(RocksIterator iterator) {
    this.iterator = iterator;
  }

  @Override
  public void seekToFirst() throws IOException {
    iterator.seekToFirst();
    check();
  }

  @Override
  public void seekToLast() throws IOException {
    iterator.seekToLast();
    check();
  }

  @Override
  public void seek(byte[] target) throws IOException {
    iterator.seek(target);
    check();
  }

  @Override
  public boolean isValid() {
    return iterator.isValid();
  }

  @Override
  public void next() throws IOException {
    iterator.next();
    check();
  }

  @Override
  public void previous() throws IOException {
    iterator.prev();
    check();
  }

  /** Only an iterator that is not valid can have failed. */
  private void check() throws IOException {
    if (!iterator.isValid()) {
      try {
        iterator.status();
      } catch (RocksDBException e) {
        throw new IOException(e);
      }
    }
  }

  @Override
  public byte[] key() {
    return iterator.key();
  }

  @Override
  public byte[] value() {
    return iterator.value();
  }

  @Override
  public int touch() {
    int keyBytes = iterator.key(key.clear());
    if (keyBytes > key.capacity()) {
      key = ByteBuffer.allocateDirect(2 * keyBytes);
      iterator.key(key);
    }
    int valueBytes = iterator.value(value.clear());
    if (valueBytes > value.capacity()) {
      value = ByteBuffer.allocateDirect(2 * valueBytes);
      iterator.value(value);
    }
    return keyBytes + valueBytes;
  }

  @Override
  public void close() {
    iterator.close();
  }
}
