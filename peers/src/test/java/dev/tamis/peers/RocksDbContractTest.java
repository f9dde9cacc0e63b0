package dev.tamis.peers;

final class RocksDbContractTest extends EngineContract {
  RocksDbContractTest() {
    super("rocksdb");
  }
}
