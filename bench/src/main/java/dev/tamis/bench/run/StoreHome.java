package dev.tamis.bench.run;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.StoreDirectory;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * The directory of a run: the store in a directory of its own, a second one for warming up, and a
 * file that says that this is a directory of these benchmarks and what they put into it. Only a
 * directory with that file is ever emptied.
 */
final class StoreHome implements Closeable {
  static final String MARK = "tamis-bench.properties";
  private static final String STORE = "store";
  private static final String SCRATCH = "warm-up";

  private final StoreDirectory directory;

  private StoreHome(StoreDirectory directory) {
    this.directory = directory;
  }

  /** Finds or makes the directory that the flags ask for, and checks what is in it. */
  static StoreHome open(RunOptions options) throws IOException, InputException {
    Path path = options.store().db();
    if (path == null) {
      return new StoreHome(StoreDirectory.temporary());
    }
    boolean isOurs = Files.exists(path.resolve(MARK));
    if (options.store().useExisting()) {
      if (!isOurs) {
        throw new InputException(
            "--use_existing_db: " + path + ": holds no store of an earlier run");
      }
      requireSame(options);
      return new StoreHome(StoreDirectory.existing(path));
    }
    if (!isOurs) {
      requireEmptyOrMissing(path);
    }
    StoreHome home =
        new StoreHome(isOurs ? StoreDirectory.existing(path) : StoreDirectory.kept(path));
    StoreDirectory.deleteTree(home.store());
    home.mark(options);
    return home;
  }

  /** The directory as a whole. */
  Path path() {
    return directory.path();
  }

  /** Where the store lies. */
  Path store() {
    return directory.path().resolve(STORE);
  }

  /** Where a store for warming up lies. */
  Path scratch() {
    return directory.path().resolve(SCRATCH);
  }

  /** Removes what is not to stay. Idempotent. */
  @Override
  public void close() throws IOException {
    StoreDirectory.deleteTree(scratch());
    directory.close();
  }

  private void mark(RunOptions options) throws IOException {
    Properties mark = new Properties();
    mark.setProperty("engine", options.engine());
    mark.setProperty("key_size", String.valueOf(options.keyBytes()));
    mark.setProperty("value_size", String.valueOf(options.valueBytes()));
    try (BufferedWriter writer = Files.newBufferedWriter(path().resolve(MARK))) {
      mark.store(writer, "A store of tamis-bench; a run without --use_existing_db empties it");
    }
  }

  private static void requireEmptyOrMissing(Path path) throws InputException {
    try {
      StoreDirectory.requireEmptyOrMissing(path);
    } catch (InputException e) {
      throw new InputException("--db: " + e.getMessage(), e);
    }
  }

  private static void requireSame(RunOptions options) throws IOException, InputException {
    Properties mark = new Properties();
    try (BufferedReader reader = Files.newBufferedReader(options.store().db().resolve(MARK))) {
      mark.load(reader);
    }
    requireSame(options, mark, "engine", options.engine());
    requireSame(options, mark, "key_size", String.valueOf(options.keyBytes()));
    requireSame(options, mark, "value_size", String.valueOf(options.valueBytes()));
  }

  private static void requireSame(RunOptions options, Properties mark, String key, String wanted)
      throws InputException {
    String made = mark.getProperty(key);
    if (!wanted.equals(made)) {
      throw new InputException(
          "--"
              + key
              + ": actual="
              + wanted
              + ", expected="
              + made
              + ", as "
              + options.store().db()
              + " was made with");
    }
  }
}
