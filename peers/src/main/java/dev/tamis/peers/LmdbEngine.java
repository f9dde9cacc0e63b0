package dev.tamis.peers;

import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineSession;
import java.nio.ByteBuffer;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;

/** LMDB behind the port. It has no background work and nothing to compact. */
final class LmdbEngine implements BenchEngine {
  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> map;

  LmdbEngine(Env<ByteBuffer> env, Dbi<ByteBuffer> map) {
    this.env = env;
    this.map = map;
  }

  @Override
  public EngineSession session() {
    return new LmdbSession(env, map);
  }

  @Override
  public void flush() {
    env.sync(true);
  }

  @Override
  public void compact() {
    flush();
  }

  @Override
  public void awaitQuiet() {}

  @Override
  public String stats() {
    return env.stat() + System.lineSeparator() + env.info();
  }

  @Override
  public void close() {
    env.close();
  }
}
