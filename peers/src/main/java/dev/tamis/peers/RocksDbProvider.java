package dev.tamis.peers;

import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.engine.EngineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** RocksDB through its own JNI library with byte arrays; index and filters stay in memory. */
public class RocksDbProvider implements EngineProvider {

  @Override
  public String name() {
    return "rocksdb";
  }

  @Override
  public String description() {
    return "rocksdbjni 10.10.1.1, byte[]; full filters and index held outside of the cache, a"
        + " background job per core, else the defaults";
  }

  @Override
  public String writeGuarantee() {
    return "log on, sync off: survives a killed process; a power cut leaves a prefix of the writes";
  }

  @Override
  public BenchEngine open(Path directory, EngineSettings settings) throws IOException {
    RocksDB.loadLibrary();
    Files.createDirectories(directory);
    NativeParts parts = new NativeParts();
    try {
      BlockBasedTableConfig tables =
          new BlockBasedTableConfig()
              .setBlockCache(parts.add(new LRUCache(settings.cacheBytes())))
              .setBlockSize(settings.blockBytes());
      if (settings.bloomBits() > 0) {
        tables.setFilterPolicy(parts.add(new BloomFilter(settings.bloomBits(), false)));
      }
      configure(tables);
      int cores = Runtime.getRuntime().availableProcessors();
      Options options =
          parts
              .add(new Options())
              .setCreateIfMissing(true)
              .setIncreaseParallelism(Math.max(2, cores))
              .setWriteBufferSize(settings.writeBufferBytes())
              .setCompressionType(
                  settings.compression()
                      ? CompressionType.LZ4_COMPRESSION
                      : CompressionType.NO_COMPRESSION)
              .setTableFormatConfig(tables);
      RocksDB db = parts.add(RocksDB.open(options, directory.toString()));
      return new RocksDbEngine(db, parts);
    } catch (RocksDBException e) {
      parts.close();
      throw new IOException(e);
    }
  }

  /** What a variant does differently. */
  void configure(BlockBasedTableConfig tables) {}
}
