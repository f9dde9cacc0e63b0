package dev.tamis.engine;

import dev.tamis.sstable.MemoryBudget;
import dev.tamis.sstable.OpenFiles;
import dev.tamis.sstable.TableContext;
import dev.tamis.storage.Directory;
import dev.tamis.storage.DiskDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Opens a store: lock, read, act, start. */
final class StoreOpening {
  private StoreOpening() {}

  static Store open(Path path, Options options) throws IOException {
    Directory directory =
        options.createIfMissing() ? DiskDirectory.open(path) : DiskDirectory.openExisting(path);
    return open(Environment.system(directory), options, List.of(directory));
  }

  static Store open(Environment environment, Options options) throws IOException {
    return open(environment, options, List.of());
  }

  private static Store open(Environment environment, Options options, List<Directory> directories)
      throws IOException {
    Objects.requireNonNull(options, "options");
    Directory directory = environment.directory();
    List<Closeable> owned = new ArrayList<>(directories);
    try {
      if (!options.createIfMissing() && !directory.list().contains(FileNames.CURRENT)) {
        throw new NoSuchFileException(
            directory + "/" + FileNames.CURRENT, null, "no store here, and createIfMissing is off");
      }
      owned.add(0, directory.lock(FileNames.LOCK));
      MemoryBudget memory = new MemoryBudget(options.cacheBytes());
      OpenFiles files = new OpenFiles(directory, options.maxOpenFiles());
      owned.add(0, files);
      RecoveredState found =
          new Recovery(
                  environment,
                  options,
                  hash -> new TableContext(directory, memory, files, hash),
                  () -> Store.newMemTable(options))
              .read();
      Manifest manifest = new Manifest(environment, found.numbers(), found.manifestNumber());
      owned.add(0, manifest);
      RecoveredState inForce =
          found.bringIntoForce(directory, manifest, Store.newMemTable(options));
      return new Store(environment, options, inForce, manifest, memory, owned);
    } catch (IOException | RuntimeException | Error e) {
      Release.all(owned, e);
      throw e;
    }
  }
}
