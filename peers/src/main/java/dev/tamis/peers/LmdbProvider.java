package dev.tamis.peers;

import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.engine.EngineSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;

/** LMDB: a B+tree in a mapped file, copy on write, no log. */
public final class LmdbProvider implements EngineProvider {
  private static final int MOST_READERS = 2048;
  private static final int SPACE_FACTOR = 6;
  private static final long SPACE_FLOOR_BYTES = 64L << 20;

  @Override
  public String name() {
    return "lmdb";
  }

  @Override
  public String description() {
    return "lmdbjava 0.9.1; no sync, writable map; no cache, filter or compression: the page cache"
        + " serves; its file is as large as the map, so amplification is not told";
  }

  @Override
  public String writeGuarantee() {
    return "survives a killed process; a power cut may destroy the whole store";
  }

  @Override
  public List<String> jvmFlags() {
    return List.of(
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
  }

  @Override
  public boolean filesTellBytes() {
    return false;
  }

  @Override
  public BenchEngine open(Path directory, EngineSettings settings) throws IOException {
    Files.createDirectories(directory);
    Env<ByteBuffer> env =
        Env.create()
            .setMapSize(SPACE_FLOOR_BYTES + SPACE_FACTOR * settings.expectedBytes())
            .setMaxReaders(MOST_READERS)
            .open(
                directory.toFile(), EnvFlags.MDB_NOSYNC, EnvFlags.MDB_WRITEMAP, EnvFlags.MDB_NOTLS);
    return new LmdbEngine(env, env.openDbi((byte[]) null, DbiFlags.MDB_CREATE));
  }
}
