package dev.tamis.peers.ycsb;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineCatalog;
import dev.tamis.bench.engine.EngineSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;

/** The one engine of a process, opened by the first of YCSB's threads and closed by the last. */
final class SharedEngine {
  private static final long RECORD_BYTES = 2048;

  private static BenchEngine engine;
  private static int users;

  private SharedEngine() {}

  static synchronized BenchEngine acquire(Properties properties)
      throws IOException, InputException {
    if (users == 0) {
      long records =
          Long.parseLong(properties.getProperty("recordcount"))
              + Long.parseLong(properties.getProperty("operationcount"));
      engine =
          EngineCatalog.find(properties.getProperty("tamis.engine"))
              .open(
                  Path.of(properties.getProperty("tamis.directory")),
                  new EngineSettings(256 << 20, 64 << 20, 4096, 10, true, RECORD_BYTES * records));
    }
    users++;
    return engine;
  }

  static synchronized void release() throws IOException {
    users--;
    if (users == 0) {
      engine.close();
    }
  }
}
