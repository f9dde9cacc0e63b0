package dev.tamis.peers;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.IndexType;

/** RocksDB with index and filters in partitions that share the cache with the data blocks. */
public final class PartitionedRocksDbProvider extends RocksDbProvider {
  private static final int PARTITION_BYTES = 4096;

  @Override
  public String name() {
    return "rocksdb-partitioned";
  }

  @Override
  public String description() {
    return "rocksdbjni 10.10.1.1, byte[]; partitioned index and filters in the cache, a background"
        + " job per core, else the defaults";
  }

  @Override
  void configure(BlockBasedTableConfig tables) {
    tables
        .setIndexType(IndexType.kTwoLevelIndexSearch)
        .setPartitionFilters(true)
        .setMetadataBlockSize(PARTITION_BYTES)
        .setCacheIndexAndFilterBlocks(true)
        .setCacheIndexAndFilterBlocksWithHighPriority(true)
        .setPinTopLevelIndexAndFilter(true);
  }
}
