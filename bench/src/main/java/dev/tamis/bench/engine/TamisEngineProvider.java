package dev.tamis.bench.engine;

import dev.tamis.engine.Db;
import dev.tamis.engine.Options;
import dev.tamis.sstable.Compression;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.DiskDirectory;
import dev.tamis.storage.UnknownFormatException;
import java.io.IOException;
import java.nio.file.Path;

/** Tamis itself, on a disk whose read calls are counted. */
public final class TamisEngineProvider implements EngineProvider {
  /** Level 1 holds so many memtables before it spills, as in RocksDB's defaults. */
  private static final int MEMTABLES_IN_LEVEL_1 = 4;

  @Override
  public String name() {
    return "tamis";
  }

  @Override
  public String description() {
    return "Tamis; level 1 of " + MEMTABLES_IN_LEVEL_1 + " memtables, else the defaults";
  }

  @Override
  public String writeGuarantee() {
    return "survives a killed process; a power cut leaves a prefix of the writes";
  }

  @Override
  public boolean tellsOfDamage(Throwable error) {
    return error instanceof CorruptionException || error instanceof UnknownFormatException;
  }

  @Override
  public BenchEngine open(Path directory, EngineSettings settings) throws IOException {
    Options options =
        Options.builder()
            .cacheBytes(settings.cacheBytes())
            .memtableBytes(settings.writeBufferBytes())
            .tableBytes(settings.writeBufferBytes())
            .levelBaseBytes(MEMTABLES_IN_LEVEL_1 * settings.writeBufferBytes())
            .blockBytes(settings.blockBytes())
            .filterBitsPerKey(settings.bloomBits())
            .compression(settings.compression() ? Compression.LZ4 : Compression.NONE)
            .build();
    CountingDirectory files = new CountingDirectory(DiskDirectory.open(directory));
    return new TamisEngine(Db.open(files, options), files);
  }
}
