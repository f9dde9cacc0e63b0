package dev.tamis.peers;

import org.iq80.leveldb.DBIterator;

/** The same for an iterator that also walks back. */
final class LevelDbCursor extends ForwardLevelDbCursor {

  LevelDbCursor(DBIterator iterator) {
    super(iterator);
  }

  @Override
  public void seekToLast() {
    iterator().seekToLast();
    load();
  }

  @Override
  public void previous() {
    if (iterator().hasPrev()) {
      iterator().prev();
      load();
    } else {
      leave();
    }
  }
}
