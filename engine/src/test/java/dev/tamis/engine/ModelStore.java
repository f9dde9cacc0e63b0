package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CrashDirectory;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** A store open on a directory in memory, and what it must have given back once it is closed. */
final class ModelStore {
  private final CrashDirectory directory;
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final Db db;

  /**
   * Opens it.
   *
   * @param ids decides the file ids and the hash seed
   */
  ModelStore(CrashDirectory directory, String options, long ids) throws IOException {
    this.directory = directory;
    Environment environment =
        new Environment(
            directory,
            new SplittableRandom(ids),
            body -> {
              Thread thread = new Thread(body);
              threads.add(thread);
              return thread;
            });
    try {
      db = Db.open(environment, ModelOptions.parse(options));
    } catch (IOException | RuntimeException | Error e) {
      assertThat(directory.openHandles()).as("handles after a failed open").isEmpty();
      throw e;
    }
  }

  Db db() {
    return db;
  }

  CrashDirectory directory() {
    return directory;
  }

  /** Whether an armed crash has happened. */
  boolean isDead() {
    try {
      directory.freeSpace();
      return false;
    } catch (dev.tamis.storage.SimulatedCrash e) {
      return true;
    }
  }

  /** Closes it; only a store whose directory has died may complain. */
  void close() throws IOException {
    try {
      db.close();
    } catch (IOException | RuntimeException | Error e) {
      if (!isDead()) {
        throw e;
      }
    }
    assertThat(directory.openHandles()).as("handles after close").isEmpty();
    assertThat(threads.stream().filter(Thread::isAlive)).as("threads after close").isEmpty();
    assertThat(db.store().memory.usedBytes()).as("memory charged after close").isZero();
  }

  Stream<String> logs() throws IOException {
    return directory.list().stream().filter(name -> FileNames.logNumber(name) >= 0);
  }
}
