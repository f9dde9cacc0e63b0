package dev.tamis.peers;

final class MvStoreContractTest extends EngineContract {
  MvStoreContractTest() {
    super("mvstore");
  }
}
