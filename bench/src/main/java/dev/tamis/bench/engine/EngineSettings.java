package dev.tamis.bench.engine;

/**
 * What is the same for every engine of a comparison. An engine that has no such thing ignores it.
 *
 * @param cacheBytes memory for what is read: blocks, index and filters where they are cached
 * @param writeBufferBytes size of a memtable
 * @param blockBytes target size of a data block before compression
 * @param bloomBits filter bits per key; 0 for no filter
 * @param compression whether blocks are packed with LZ4 (or what the engine has in its place)
 * @param expectedBytes upper bound of the data, for engines that map a file of fixed size
 */
public record EngineSettings(
    long cacheBytes,
    long writeBufferBytes,
    int blockBytes,
    double bloomBits,
    boolean compression,
    long expectedBytes) {

  /** The same with another size of the memtable. */
  public EngineSettings withWriteBufferBytes(long bytes) {
    return new EngineSettings(cacheBytes, bytes, blockBytes, bloomBits, compression, expectedBytes);
  }
}
