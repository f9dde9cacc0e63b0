package dev.tamis.peers;

import dev.tamis.bench.engine.EngineCursor;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.RootReference;

/** A walk over one version of the map; a turn opens a cursor of the other direction. */
final class MvStoreCursor implements EngineCursor {
  private final MVStore store;
  private final MVStore.TxCounter version;
  private final MVMap<byte[], byte[]> map;
  private final RootReference<byte[], byte[]> root;
  private Cursor<byte[], byte[]> cursor;
  private boolean backwards;
  private boolean valid;

  MvStoreCursor(MVStore store, MVMap<byte[], byte[]> map) {
    this.store = store;
    this.version = store.registerVersionUsage();
    this.map = map;
    this.root = map.flushAndGetRoot();
  }

  @Override
  public void seekToFirst() {
    start(null, false);
  }

  @Override
  public void seekToLast() {
    start(null, true);
  }

  @Override
  public void seek(byte[] key) {
    start(key, false);
  }

  @Override
  public boolean isValid() {
    return valid;
  }

  @Override
  public void next() {
    go(false);
  }

  @Override
  public void previous() {
    go(true);
  }

  private void go(boolean back) {
    if (back != backwards) {
      start(cursor.getKey(), back);
    }
    step();
  }

  private void start(byte[] from, boolean back) {
    backwards = back;
    cursor = map.cursor(root, from, null, back);
    step();
  }

  private void step() {
    valid = cursor.hasNext();
    if (valid) {
      cursor.next();
    }
  }

  @Override
  public byte[] key() {
    return cursor.getKey().clone();
  }

  @Override
  public byte[] value() {
    return cursor.getValue().clone();
  }

  @Override
  public int touch() {
    return cursor.getKey().length + cursor.getValue().length;
  }

  @Override
  public void close() {
    store.deregisterVersionUsage(version);
  }
}
