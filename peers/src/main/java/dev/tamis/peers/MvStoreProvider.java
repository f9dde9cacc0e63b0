package dev.tamis.peers;

import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.engine.EngineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.h2.mvstore.MVStore;

/** The storage engine of the H2 database. */
public final class MvStoreProvider implements EngineProvider {
  private static final String FILE = "mvstore.db";

  @Override
  public String name() {
    return "mvstore";
  }

  @Override
  public String description() {
    return "h2-mvstore 2.4.240 (pure Java B-tree); no filter, LZF in place of LZ4, its own write"
        + " buffer";
  }

  @Override
  public String writeGuarantee() {
    return "written in the background every second: a killed process loses what came after";
  }

  @Override
  public BenchEngine open(Path directory, EngineSettings settings) throws IOException {
    Files.createDirectories(directory);
    MVStore.Builder builder =
        new MVStore.Builder()
            .fileName(directory.resolve(FILE).toString())
            .cacheSize((int) Math.max(1, settings.cacheBytes() >> 20));
    if (settings.compression()) {
      builder.compress();
    }
    return new MvStoreEngine(builder.open());
  }
}
