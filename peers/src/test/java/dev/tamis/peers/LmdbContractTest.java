package dev.tamis.peers;

final class LmdbContractTest extends EngineContract {
  LmdbContractTest() {
    super("lmdb");
  }
}
