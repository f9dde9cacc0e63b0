package dev.tamis.bench.run;

import dev.tamis.bench.engine.EngineSettings;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The flags of the store that is measured, in db_bench's names. */
final class StoreOptions {
  static final String LZ4 = "lz4";
  static final String NONE = "none";

  @Option(
      names = "--cache_size",
      paramLabel = "BYTES",
      defaultValue = "33554432",
      description = "Memory for what is read (default: ${DEFAULT-VALUE}).")
  private long cacheBytes;

  @Option(
      names = "--write_buffer_size",
      paramLabel = "BYTES",
      defaultValue = "67108864",
      description = "Size of a memtable (default: ${DEFAULT-VALUE}).")
  private long writeBufferBytes;

  @Option(
      names = "--block_size",
      paramLabel = "BYTES",
      defaultValue = "4096",
      description = "Size of a data block before compression (default: ${DEFAULT-VALUE}).")
  private int blockBytes;

  @Option(
      names = "--bloom_bits",
      paramLabel = "BITS",
      defaultValue = "10",
      description = "Filter bits per key; 0 is no filter (default: ${DEFAULT-VALUE}).")
  private double bloomBits;

  @Option(
      names = "--compression_type",
      paramLabel = "lz4|none",
      defaultValue = "lz4",
      description = "How blocks are packed (default: ${DEFAULT-VALUE}).")
  private String compressionType;

  @Option(
      names = "--db",
      paramLabel = "DIR",
      description =
          "Where the store lies, and stays: a new or empty directory, or one of an earlier run, which"
              + " is emptied (default: a temporary one).")
  private Path db;

  @Option(
      names = "--use_existing_db",
      arity = "0..1",
      paramLabel = "BOOL",
      fallbackValue = "true",
      defaultValue = "false",
      converter = FlagConverter.class,
      description =
          "Go on with the store that an earlier run has left in --db; fills write into it (default:"
              + " ${DEFAULT-VALUE}).")
  private boolean useExisting;

  long cacheBytes() {
    return cacheBytes;
  }

  long writeBufferBytes() {
    return writeBufferBytes;
  }

  int blockBytes() {
    return blockBytes;
  }

  double bloomBits() {
    return bloomBits;
  }

  String compressionType() {
    return compressionType;
  }

  /** The user's directory, or null. */
  Path db() {
    return db;
  }

  /** Whether to go on with what is there. */
  boolean useExisting() {
    return useExisting;
  }

  /**
   * What every engine gets of these.
   *
   * @param expectedBytes upper bound of the data
   */
  EngineSettings settings(long expectedBytes) {
    return new EngineSettings(
        cacheBytes,
        writeBufferBytes,
        blockBytes,
        bloomBits,
        compressionType.equals(LZ4),
        expectedBytes);
  }
}
