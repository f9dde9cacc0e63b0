package dev.tamis.bench.run;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.Progress;
import dev.tamis.bench.console.StoreDirectory;
import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineCursor;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.engine.EngineSession;
import dev.tamis.bench.engine.EngineSettings;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A store that benchmarks run on, and what is known of its content. */
final class BenchStore implements Closeable {
  private final EngineProvider provider;
  private final EngineSettings settings;
  private final Workload workload;
  private final Path path;
  private BenchEngine engine;
  private Presence presence;
  private volatile boolean isAnyLength;

  /**
   * Opens what is there, or a new store.
   *
   * @param path of the store's own directory
   */
  BenchStore(EngineProvider provider, EngineSettings settings, Workload workload, Path path)
      throws IOException, InputException {
    this.provider = provider;
    this.settings = settings;
    this.workload = workload;
    this.path = path;
    this.presence = new Presence(workload.num());
    open();
  }

  Workload workload() {
    return workload;
  }

  Path path() {
    return path;
  }

  BenchEngine engine() {
    return engine;
  }

  Presence presence() {
    return presence;
  }

  /** See {@link EngineProvider#filesTellBytes}. */
  boolean filesTellBytes() {
    return provider.filesTellBytes();
  }

  String engineName() {
    return provider.name();
  }

  /** Replaces the store by an empty one. */
  void startAfresh() throws IOException, InputException {
    close();
    StoreDirectory.deleteTree(path);
    presence = new Presence(workload.num());
    isAnyLength = false;
    open();
  }

  /** Opens it; the directory is made where it is missing. */
  void open() throws IOException, InputException {
    Files.createDirectories(path);
    try {
      engine = provider.open(path, settings);
    } catch (IllegalArgumentException e) {
      throw new InputException(provider.name() + ": cannot be opened with these flags: " + e, e);
    }
  }

  /** Counts what an existing store holds; refuses keys and values that no benchmark wrote. */
  void takeStock(Progress progress) throws IOException, InputException {
    Keys keys = workload.keys();
    try (EngineSession session = engine.session();
        EngineCursor cursor = session.cursor();
        Progress.Step step = progress.begin("counting keys", workload.num())) {
      long entries = 0;
      for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
        long number = keys.number(cursor.key());
        if (number < 0 || number >= workload.num()) {
          throw new InputException(
              path + ": holds a key that is not of these benchmarks, or not below --num");
        }
        int valueBytes = cursor.touch() - keys.keyBytes();
        if (valueBytes != workload.valueBytes()) {
          throw new InputException(
              path
                  + ": holds values of other lengths: actual="
                  + valueBytes
                  + ", expected=--value_size="
                  + workload.valueBytes());
        }
        presence.beginPut(number);
        presence.endPut(number);
        step.advanceTo(++entries);
      }
    }
  }

  /** From now on values may have any length of {@link MixModel}, too. */
  void allowOtherValueLengths() {
    isAnyLength = true;
  }

  /** Whether a value may have this length. */
  boolean isValueLength(int bytes) {
    boolean isMixed =
        isAnyLength && bytes >= MixModel.MIN_VALUE_BYTES && bytes <= workload.mix().maxValueBytes();
    return isMixed || bytes == workload.valueBytes();
  }

  /** The lengths that values may have, for messages. */
  String valueLengths() {
    return workload.valueBytes()
        + (isAnyLength
            ? " or " + MixModel.MIN_VALUE_BYTES + " to " + workload.mix().maxValueBytes()
            : "")
        + " bytes";
  }

  /** Bytes of keys and values that it holds; reads it through if that can't be known. */
  long liveBytes() throws IOException {
    if (!isAnyLength) {
      return presence.count() * workload.entryBytes();
    }
    long bytes = 0;
    try (EngineSession session = engine.session();
        EngineCursor cursor = session.cursor()) {
      for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
        bytes += cursor.touch();
      }
    }
    return bytes;
  }

  /** Closes the engine; the files stay. Idempotent. */
  @Override
  public void close() throws IOException {
    if (engine != null) {
      BenchEngine closing = engine;
      engine = null;
      closing.close();
    }
  }
}
