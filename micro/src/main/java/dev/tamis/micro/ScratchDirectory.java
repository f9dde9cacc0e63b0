package dev.tamis.micro;

import dev.tamis.storage.Directory;
import dev.tamis.storage.DiskDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A temporary directory on a real disk, removed with all that is in it when it is closed. */
public final class ScratchDirectory implements AutoCloseable {
  private final Path path;
  private final Directory files;

  private ScratchDirectory(Path path, Directory files) {
    this.path = path;
    this.files = files;
  }

  public static ScratchDirectory create() throws IOException {
    Path path = Files.createTempDirectory("tamis-micro");
    return new ScratchDirectory(path, DiskDirectory.open(path));
  }

  /** What is written through it is real; syncs are left out, or the disk would be measured. */
  public Directory files() {
    return new UnsyncedDirectory(files);
  }

  @Override
  public void close() throws IOException {
    for (String name : files.list()) {
      files.delete(name);
    }
    files.close();
    Files.delete(path);
  }
}
