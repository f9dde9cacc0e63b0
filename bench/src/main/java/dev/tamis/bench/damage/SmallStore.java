package dev.tamis.bench.damage;

import dev.tamis.bench.engine.BenchEngine;
import dev.tamis.bench.engine.EngineCursor;
import dev.tamis.bench.engine.EngineProvider;
import dev.tamis.bench.engine.EngineSession;
import dev.tamis.bench.engine.EngineSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A closed store of a few keys, as the bytes of its files. All keys are in a table; then each is
 * written again, synced, and these writes are in the log only, if the engine's close does not
 * flush. So what a lost log leaves are old values, not missing keys.
 */
final class SmallStore {
  private static final String LOCK = "LOCK";

  private static final EngineSettings SETTINGS =
      new EngineSettings(1 << 20, 1 << 20, 4096, 10, true, 1 << 24);

  private final EngineProvider provider;
  private final int keys;
  private final Map<String, byte[]> files = new TreeMap<>();

  private SmallStore(EngineProvider provider, int keys) {
    this.provider = provider;
    this.keys = keys;
  }

  /** Makes the store in an empty directory. */
  static SmallStore create(EngineProvider provider, int keys, Path directory) throws IOException {
    SmallStore store = new SmallStore(provider, keys);
    try (BenchEngine engine = provider.open(directory, SETTINGS);
        EngineSession session = engine.session()) {
      store.putAll(session, "old");
      engine.flush();
      store.putAll(session, "new");
    }
    try (Stream<Path> paths = Files.list(directory)) {
      for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
        store.files.put(path.getFileName().toString(), Files.readAllBytes(path));
      }
    }
    return store;
  }

  /** Names of the files whose damage matters: without the lock, which holds nothing. */
  List<String> fileNames() {
    return files.keySet().stream().filter(name -> !name.equals(LOCK)).toList();
  }

  byte[] bytes(String file) {
    return files.get(file).clone();
  }

  /**
   * Writes the store into an empty directory, with other content in one file.
   *
   * @param content {@code null} for no such file
   */
  void write(Path directory, String damaged, byte[] content) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      byte[] bytes = file.getKey().equals(damaged) ? content : file.getValue();
      if (bytes != null) {
        Files.write(directory.resolve(file.getKey()), bytes);
      }
    }
  }

  /** Opens what is in a directory, reads all of it and closes it. */
  Outcome read(Path directory) {
    BenchEngine engine;
    try {
      engine = provider.open(directory, SETTINGS);
    } catch (IOException | RuntimeException | Error e) {
      return provider.tellsOfDamage(e) ? Outcome.FOUND_AT_OPEN : Outcome.OTHER_ERROR;
    }
    try (engine;
        EngineSession session = engine.session()) {
      Outcome outcome = readAll(session);
      return outcome == Outcome.HARMLESS ? verify(engine) : outcome;
    } catch (IOException | RuntimeException | Error e) {
      return provider.tellsOfDamage(e) ? Outcome.FOUND_AT_READ : Outcome.OTHER_ERROR;
    }
  }

  private Outcome readAll(EngineSession session) throws IOException {
    for (int i = 0; i < keys; i++) {
      if (!isValue(session.get(key(i)), i)) {
        return Outcome.SILENT;
      }
    }
    int found = 0;
    try (EngineCursor cursor = session.cursor()) {
      for (cursor.seekToFirst(); cursor.isValid(); cursor.next()) {
        if (!new String(cursor.key(), StandardCharsets.UTF_8).equals(name(found))
            || !isValue(cursor.value(), found)) {
          return Outcome.SILENT;
        }
        found++;
      }
    }
    return found == keys ? Outcome.HARMLESS : Outcome.SILENT;
  }

  private static Outcome verify(BenchEngine engine) throws IOException {
    try {
      return engine.verify().isEmpty() ? Outcome.HARMLESS : Outcome.FOUND_BY_VERIFY;
    } catch (UnsupportedOperationException e) {
      return Outcome.HARMLESS;
    }
  }

  private void putAll(EngineSession session, String age) throws IOException {
    for (int i = 0; i < keys; i++) {
      session.putSync(key(i), value(age, i));
    }
  }

  private static boolean isValue(byte[] actual, int i) {
    return actual != null && Arrays.equals(actual, value("new", i));
  }

  private static byte[] value(String age, int i) {
    return (age + " value of key " + i).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] key(int i) {
    return name(i).getBytes(StandardCharsets.UTF_8);
  }

  private static String name(int i) {
    return String.format(Locale.ROOT, "key%05d", i);
  }
}
