package dev.tamis.storage;

class CrashDirectoryContractTest extends DirectoryContractTest {
  @Override
  protected Directory newDirectory() {
    return new CrashDirectory();
  }
}
