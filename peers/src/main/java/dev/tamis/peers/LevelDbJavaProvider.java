package dev.tamis.peers;

import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.engine.EngineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.iq80.leveldb.impl.DbImpl;
import org.iq80.leveldb.impl.Iq80DBFactory;
import org.iq80.leveldb.util.Slice;
import org.iq80.leveldb.util.Slices;

/** LevelDB rewritten in Java. */
public final class LevelDbJavaProvider implements EngineProvider {
  /** Tables move to the level below by a compaction; the seventh is the last. */
  private static final int LEVELS_TO_COMPACT = 6;

  @Override
  public String name() {
    return "leveldb-java";
  }

  @Override
  public String description() {
    return "org.iq80.leveldb 0.12 (pure Java); no filter, no block cache, walks forward only,"
        + " Snappy in place of LZ4";
  }

  @Override
  public String writeGuarantee() {
    return "log on, sync off: survives a killed process; a power cut leaves a prefix of the writes";
  }

  @Override
  public BenchEngine open(Path directory, EngineSettings settings) throws IOException {
    Files.createDirectories(directory);
    DbImpl db =
        (DbImpl)
            Iq80DBFactory.factory.open(directory.toFile(), LevelDbJniProvider.options(settings));
    return new LevelDbEngine(db, () -> compact(db), ForwardLevelDbCursor::new);
  }

  /** Its own compactRange over keys is not implemented; level by level does the same. */
  private static void compact(DbImpl db) {
    Slice first = Slices.wrappedBuffer(new byte[0]);
    byte[] top = new byte[64];
    Arrays.fill(top, (byte) 0xFF);
    Slice last = Slices.wrappedBuffer(top);
    db.flushMemTable();
    for (int level = 0; level < LEVELS_TO_COMPACT; level++) {
      db.compactRange(level, first, last);
    }
  }
}
