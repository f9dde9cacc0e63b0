package dev.tamis.peers;

final class LevelDbJavaContractTest extends EngineContract {
  LevelDbJavaContractTest() {
    super("leveldb-java");
  }

  @Override
  boolean walksBack() {
    return false;
  }
}
