package dev.tamis.storage;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class DiskDirectoryContractTest extends DirectoryContractTest {
  @TempDir Path temporary;

  @Override
  protected Directory newDirectory() throws IOException {
    return DiskDirectory.open(temporary.resolve("store"));
  }
}
