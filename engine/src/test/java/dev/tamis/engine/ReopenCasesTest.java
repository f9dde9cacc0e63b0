package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.assertHolds;
import static dev.tamis.engine.StoreFixture.k;
import static dev.tamis.engine.StoreFixture.model;
import static dev.tamis.engine.StoreFixture.open;
import static dev.tamis.engine.StoreFixture.quiet;
import static dev.tamis.engine.StoreFixture.tableNames;
import static dev.tamis.engine.StoreFixture.text;
import static dev.tamis.engine.StoreFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.Directory;
import dev.tamis.storage.DiskDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and handles over many opens, and with many tables. */
class ReopenCasesTest {
  private static final int MAX_FILES = 40;

  @TempDir Path temp;

  @Test
  void caseJ7_opensWithOneWriteKeepTheNumberOfFilesBounded() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    NavigableMap<byte[], byte[]> model = model();
    Options options = quiet().level0Tables(4).build();
    for (int i = 0; i < 500; i++) {
      // Every key once, in an order that makes tables overlap.
      byte[] key = k(i * 199 % 500);
      try (Db db = open(directory, options)) {
        db.put(key, value(i, 0, 20));
        model.put(key, value(i, 0, 20));
        assertThat(db.get(k(i / 2 * 199 % 500))).isEqualTo(value(i / 2, 0, 20));
      }
      assertThat(directory.list()).as("after %d opens", i + 1).hasSizeLessThan(MAX_FILES);
      assertThat(directory.openHandles()).as("after %d opens", i + 1).isEmpty();
    }
    try (Db db = open(directory, options)) {
      assertHolds(db, model, "after 500 opens");
      assertThat(db.verify().problems()).isEmpty();
    }
  }

  @Test
  void caseJ7_opensWithoutWritesChangeNothing() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    try (Db db = open(directory, quiet().build())) {
      db.put(k(1), text("in a table"));
      db.flush();
      db.put(k(2), text("in a log"));
    }
    List<String> files = directory.list();
    long operations = directory.operations();
    for (int i = 0; i < 500; i++) {
      try (Db db = open(directory, quiet().build())) {
        assertThat(db.get(k(1))).isEqualTo(text("in a table"));
        assertThat(db.get(k(2))).isEqualTo(text("in a log"));
      }
      assertThat(directory.list()).as("after %d opens", i + 1).isEqualTo(files);
      assertThat(directory.openHandles()).isEmpty();
    }
    assertThat(directory.operations()).as("writing operations").isEqualTo(operations);
  }

  @Test
  void caseJ7_opensOnDiskLeakNoDescriptor() throws IOException {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "needs /proc");
    Path path = temp.resolve("store");
    long descriptors = 0;
    for (int i = 0; i < 50; i++) {
      try (Db db = Db.open(path, quiet().level0Tables(4).build())) {
        if (i % 2 == 0) {
          db.put(k(i), value(i, 0, 20));
        }
        if (i % 10 == 0) {
          db.flush();
        }
        assertThat(db.get(k(0))).isNotNull();
      }
      if (i == 10) {
        descriptors = descriptorsIn(path);
      }
      assertThat(descriptorsIn(path)).as("after %d opens", i + 1).isZero();
    }
    assertThat(descriptors).isZero();
    try (Stream<Path> files = Files.list(path)) {
      assertThat(files.count()).isLessThan(MAX_FILES);
    }
  }

  @Test
  void caseK1_manyTablesFewDescriptors() throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "needs /proc");
    Path path = temp.resolve("store");
    int limit = 16;
    // Three logs at most, the lock, and a manifest.
    int others = 5;
    Options options = quiet().maxOpenFiles(limit).tableBytes(1 << 10).cacheBytes(0).build();
    try (Directory directory = DiskDirectory.open(path);
        Db db = Db.open(directory, options)) {
      fillTables(db, 8_000);
      assertThat(tableNames(directory).size()).isGreaterThan(200);
      readWithThreadsAndCursors(
          db, 8_000, () -> assertThat(descriptorsIn(path)).isLessThanOrEqualTo(limit + others));
    }
    assertThat(descriptorsIn(path)).isZero();
  }

  @Test
  void caseK1_twoThousandTablesEachOpenedOnce() throws Exception {
    CrashDirectory directory = new CrashDirectory();
    int limit = 16;
    int keys = 75_000;
    Options options = quiet().maxOpenFiles(limit).tableBytes(1 << 10).build();
    try (Db db = open(directory, options)) {
      fillTables(db, keys);
      assertThat(tableNames(directory).size()).isGreaterThan(2000);
      readWithThreadsAndCursors(
          db,
          keys,
          () -> {
            List<String> open =
                directory.openHandles().stream().filter(name -> name.startsWith("read")).toList();
            assertThat(open.size()).isLessThanOrEqualTo(limit);
            assertThat(new HashSet<>(open)).as("each opened once").hasSameSizeAs(open);
          });
    }
    assertThat(directory.openHandles()).isEmpty();
    try (Db db = open(directory, options)) {
      assertThat(db.stats().openFiles()).isLessThanOrEqualTo(limit);
      assertThat(db.get(k(keys / 2))).isEqualTo(value(keys / 2, 0, 16));
    }
  }

  private static void fillTables(Db db, int keys) throws IOException {
    for (int i = 0; i < keys; i++) {
      db.put(k(i), value(i, 0, 16));
    }
    db.compact(null, null);
    // A lone table is only moved; one that overlaps it makes a merge, which cuts.
    db.put(k(0), value(0, 0, 16));
    db.put(k(keys - 1), value(keys - 1, 0, 16));
    db.compact(null, null);
  }

  /** An assertion that may meet I/O. */
  private interface Check {
    void run() throws IOException;
  }

  private static void readWithThreadsAndCursors(Db db, int keys, Check check) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Cursor> cursors = new ArrayList<>();
    try {
      List<Future<?>> readers = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        int seed = t;
        readers.add(
            threads.submit(
                () -> {
                  SplittableRandom random = new SplittableRandom(seed);
                  for (int i = 0; i < 500; i++) {
                    int key = random.nextInt(keys);
                    if (!Arrays.equals(db.get(k(key)), value(key, 0, 16))) {
                      throw new AssertionError("seed " + seed + ", key " + key);
                    }
                  }
                  return null;
                }));
      }
      for (int i = 0; i < 100; i++) {
        Cursor cursor = db.cursor();
        cursors.add(cursor);
        cursor.seek(k((long) i * keys / 100));
        check.run();
      }
      for (int step = 0; step < 15; step++) {
        for (int i = 0; i < cursors.size(); i++) {
          assertThat(cursors.get(i).key()).isEqualTo(k((long) i * keys / 100 + step));
          cursors.get(i).next();
        }
        check.run();
      }
      for (Future<?> reader : readers) {
        reader.get();
      }
      check.run();
    } finally {
      threads.shutdownNow();
      for (Cursor cursor : cursors) {
        cursor.close();
      }
    }
  }

  private static long descriptorsIn(Path path) throws IOException {
    String prefix = path.toRealPath().toString();
    long count = 0;
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      for (Path descriptor : (Iterable<Path>) descriptors::iterator) {
        try {
          count += Files.readSymbolicLink(descriptor).toString().startsWith(prefix) ? 1 : 0;
        } catch (java.nio.file.NoSuchFileException closedMeanwhile) {
          // The listing's own descriptor, or one that another thread has just closed.
        }
      }
    }
    return count;
  }
}
