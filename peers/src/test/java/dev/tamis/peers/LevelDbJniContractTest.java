package dev.tamis.peers;

final class LevelDbJniContractTest extends EngineContract {
  LevelDbJniContractTest() {
    super("leveldb-jni");
  }
}
