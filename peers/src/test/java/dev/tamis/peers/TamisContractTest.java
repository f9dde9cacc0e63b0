package dev.tamis.peers;

final class TamisContractTest extends EngineContract {
  TamisContractTest() {
    super("tamis");
  }
}
