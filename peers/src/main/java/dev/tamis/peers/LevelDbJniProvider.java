package dev.tamis.peers;

import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.engine.EngineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.fusesource.leveldbjni.JniDBFactory;
import org.iq80.leveldb.CompressionType;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.Options;

/** Google's LevelDB through FuseSource's JNI library. */
public final class LevelDbJniProvider implements EngineProvider {

  @Override
  public String name() {
    return "leveldb-jni";
  }

  @Override
  public String description() {
    return "leveldbjni-all 1.8 (C++ LevelDB); no filter in its interface, Snappy in place of LZ4";
  }

  @Override
  public String writeGuarantee() {
    return "log on, sync off: survives a killed process; a power cut leaves a prefix of the writes";
  }

  @Override
  public BenchEngine open(Path directory, EngineSettings settings) throws IOException {
    Files.createDirectories(directory);
    DB db = JniDBFactory.factory.open(directory.toFile(), options(settings));
    return new LevelDbEngine(db, () -> db.compactRange(null, null), LevelDbCursor::new);
  }

  /** What both LevelDBs are opened with. */
  static Options options(EngineSettings settings) {
    return new Options()
        .createIfMissing(true)
        .cacheSize(settings.cacheBytes())
        .writeBufferSize((int) Math.min(Integer.MAX_VALUE, settings.writeBufferBytes()))
        .blockSize(settings.blockBytes())
        .compressionType(settings.compression() ? CompressionType.SNAPPY : CompressionType.NONE);
  }
}
