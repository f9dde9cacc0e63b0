package dev.tamis.bench.engine;

import java.io.Closeable;
import java.io.IOException;

/** One thread's access to a store. Arrays handed in may be used again once the call returned. */
public interface EngineSession extends Closeable {

  /** The value of a key in an array of the caller's own, or null if the key is absent. */
  byte[] get(byte[] key) throws IOException;

  /**
   * The values of the first {@code count} keys, in their order, as {@link #get} returns them. An
   * engine without such a call is asked for one key after another.
   */
  default void multiGet(byte[][] keys, int count, byte[][] values) throws IOException {
    for (int i = 0; i < count; i++) {
      values[i] = get(keys[i]);
    }
  }

  /** Sets a key with the engine's {@link EngineProvider#writeGuarantee}. */
  void put(byte[] key, byte[] value) throws IOException;

  /** Sets a key and returns when it survives a power cut. */
  void putSync(byte[] key, byte[] value) throws IOException;

  /** Removes a key. */
  void delete(byte[] key) throws IOException;

  /** Sets the first {@code count} keys, all or none. */
  void putBatch(byte[][] keys, byte[][] values, int count) throws IOException;

  /** Removes the first {@code count} keys, all or none. */
  void deleteBatch(byte[][] keys, int count) throws IOException;

  /** A cursor on the state of this moment. To be closed before the session. */
  EngineCursor cursor() throws IOException;
}
