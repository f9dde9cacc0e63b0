package dev.tamis.bench.run;

/**
 * What the benchmarks of a run work on, and how.
 *
 * @param num keys have the numbers 0 to this, exclusive
 * @param reads operations of each thread that reads
 * @param keys how numbers become keys
 * @param values where values come from
 * @param valueBytes length of a value
 * @param batchSize operations written as one
 * @param batchSizeOfFillbatch the same for {@code fillbatch}
 * @param batchSizeOfMultiReads keys asked for in one call
 * @param sync whether a single put returns when it survives a power cut
 * @param seekNexts entries passed after each seek
 * @param backwards whether they are passed towards smaller keys
 * @param readPercent share of reads in {@code readrandomwriterandom}
 * @param writeBytesPerSecond of the writer beside measured readers; 0 is as fast as it can
 * @param mix of {@code mixgraph}
 * @param seed of all choices
 */
record Workload(
    long num,
    long reads,
    Keys keys,
    Values values,
    int valueBytes,
    int batchSize,
    int batchSizeOfFillbatch,
    int batchSizeOfMultiReads,
    boolean sync,
    int seekNexts,
    boolean backwards,
    int readPercent,
    long writeBytesPerSecond,
    MixModel mix,
    long seed) {

  /** Bytes of a key and its value. */
  int entryBytes() {
    return keys.keyBytes() + valueBytes;
  }
}
