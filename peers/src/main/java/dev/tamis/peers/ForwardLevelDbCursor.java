package dev.tamis.peers;

import dev.tamis.bench.engine.EngineCursor;
import java.io.IOException;
import java.util.Map;
import org.iq80.leveldb.DBIterator;

/** A LevelDB's iterator whose entry is the one that it would return next. */
class ForwardLevelDbCursor implements EngineCursor {
  private final DBIterator iterator;
  private Map.Entry<byte[], byte[]> entry;

  ForwardLevelDbCursor(DBIterator iterator) {
    this.iterator = iterator;
  }

  @Override
  public final void seekToFirst() {
    iterator.seekToFirst();
    load();
  }

  @Override
  public void seekToLast() {
    throw new UnsupportedOperationException("this engine only walks forward");
  }

  @Override
  public final void seek(byte[] key) {
    iterator.seek(key);
    load();
  }

  @Override
  public final boolean isValid() {
    return entry != null;
  }

  @Override
  public final void next() {
    iterator.next();
    load();
  }

  @Override
  public void previous() {
    throw new UnsupportedOperationException("this engine only walks forward");
  }

  /** Takes the entry at which the iterator stands. */
  final void load() {
    entry = iterator.hasNext() ? iterator.peekNext() : null;
  }

  /** Says that there is no entry here. */
  final void leave() {
    entry = null;
  }

  final DBIterator iterator() {
    return iterator;
  }

  @Override
  public final byte[] key() {
    return entry.getKey();
  }

  @Override
  public final byte[] value() {
    return entry.getValue();
  }

  /** The interface hands out arrays only. */
  @Override
  public final int touch() {
    return entry.getKey().length + entry.getValue().length;
  }

  @Override
  public final void close() throws IOException {
    iterator.close();
  }
}
