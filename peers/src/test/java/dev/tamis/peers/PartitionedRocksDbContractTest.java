package dev.tamis.peers;

final class PartitionedRocksDbContractTest extends EngineContract {
  PartitionedRocksDbContractTest() {
    super("rocksdb-partitioned");
  }
}
