package dev.tamis.peers;

import dev.tamis.bench.engine.EngineCursor;
import java.nio.ByteBuffer;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.GetOp;
import org.lmdbjava.Txn;

/** LMDB's cursor in a read transaction of its own; entries are views into the mapped file. */
final class LmdbCursor implements EngineCursor {
  private final Txn<ByteBuffer> reads;
  private final Cursor<ByteBuffer> cursor;
  private final ByteBuffer keyBuffer;
  private boolean valid;

  LmdbCursor(Env<ByteBuffer> env, Dbi<ByteBuffer> map) {
    keyBuffer = ByteBuffer.allocateDirect(env.getMaxKeySize());
    reads = env.txnRead();
    cursor = map.openCursor(reads);
  }

  @Override
  public void seekToFirst() {
    valid = cursor.first();
  }

  @Override
  public void seekToLast() {
    valid = cursor.last();
  }

  @Override
  public void seek(byte[] key) {
    valid = cursor.get(keyBuffer.clear().put(key).flip(), GetOp.MDB_SET_RANGE);
  }

  @Override
  public boolean isValid() {
    return valid;
  }

  @Override
  public void next() {
    valid = cursor.next();
  }

  @Override
  public void previous() {
    valid = cursor.prev();
  }

  @Override
  public byte[] key() {
    return LmdbSession.copy(cursor.key());
  }

  @Override
  public byte[] value() {
    return LmdbSession.copy(cursor.val());
  }

  @Override
  public int touch() {
    return cursor.key().remaining() + cursor.val().remaining();
  }

  @Override
  public void close() {
    cursor.close();
    reads.close();
  }
}
