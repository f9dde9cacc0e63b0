package dev.tamis.engine;

import dev.tamis.sstable.Table;
import dev.tamis.storage.Directory;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Gets rid of files that nobody reads any more. What can't be deleted costs space, not correctness:
 * it is counted and tried again with the next deletion, and the next open sweeps what is left.
 */
final class ObsoleteFiles {
  private final Directory directory;
  private final BooleanSupplier mayDelete;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<String> undeleted = new ArrayList<>();
  private final LongAdder failedCloses = new LongAdder();

  /**
   * @param mayDelete false once the store is closed, since the directory may be somebody else's
   *     then, and once it is read-only, since the next open has to decide
   */
  ObsoleteFiles(Directory directory, BooleanSupplier mayDelete) {
    this.directory = directory;
    this.mayDelete = mayDelete;
  }

  /** Closes tables that no version holds, and deletes their files. */
  void drop(List<TableFile.Open> tables) {
    // All of them first: nobody else would close them if a deletion threw.
    tables.forEach(open -> close(open.table()));
    delete(tables.stream().map(open -> open.file().name()).toList());
  }

  /** A read-only handle that fails to close has lost nothing; the file is not needed any more. */
  void close(Table table) {
    try {
      table.close();
    } catch (IOException e) {
      failedCloses.increment();
    }
  }

  void delete(List<String> names) {
    if (names.isEmpty() || !mayDelete.getAsBoolean()) {
      return;
    }
    lock.lock();
    try {
      undeleted.addAll(names);
      undeleted.removeIf(this::isDeleted);
    } finally {
      lock.unlock();
    }
  }

  /** Files that could not be closed or, so far, deleted. */
  long count() {
    lock.lock();
    try {
      return undeleted.size() + failedCloses.sum();
    } finally {
      lock.unlock();
    }
  }

  private boolean isDeleted(String name) {
    try {
      directory.delete(name);
      return true;
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
