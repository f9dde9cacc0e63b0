package dev.tamis.bench.engine;

import dev.tamis.engine.Cursor;
import java.io.IOException;

/** A {@link Cursor} behind the port; it looks at entries through views, without copies. */
final class TamisCursor implements EngineCursor {
  private final Cursor cursor;

  TamisCursor(Cursor cursor) {
    this.cursor = cursor;
  }

  @Override
  public void seekToFirst() throws IOException {
    cursor.seekToFirst();
  }

  @Override
  public void seekToLast() throws IOException {
    cursor.seekToLast();
  }

  @Override
  public void seek(byte[] key) throws IOException {
    cursor.seek(key);
  }

  @Override
  public boolean isValid() {
    return cursor.isValid();
  }

  @Override
  public void next() throws IOException {
    cursor.next();
  }

  @Override
  public void previous() throws IOException {
    cursor.previous();
  }

  @Override
  public byte[] key() {
    return cursor.key();
  }

  @Override
  public byte[] value() {
    return cursor.value();
  }

  @Override
  public int touch() {
    return cursor.keyView().remaining() + cursor.valueView().remaining();
  }

  @Override
  public void close() throws IOException {
    cursor.close();
  }
}
