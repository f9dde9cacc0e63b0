package dev.tamis.storage;

class FaultDirectoryContractTest extends DirectoryContractTest {
  @Override
  protected Directory newDirectory() {
    return new FaultDirectory(new CrashDirectory());
  }
}
