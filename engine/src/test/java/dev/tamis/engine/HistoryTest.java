package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CrashDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several writers, each the only one of its keys and writing growing numbers, so that what a read
 * may return is known: no less than what was acknowledged before it began, no more than what had
 * been begun when it ended.
 */
class HistoryTest {
  private static final int WRITERS = 3;
  private static final int KEYS = 12;
  private static final int STEPS = 1500;

  private final CrashDirectory disk = new CrashDirectory();
  private final AtomicLongArray begun = new AtomicLongArray(WRITERS);
  private final AtomicLongArray acknowledged = new AtomicLongArray(WRITERS);
  private volatile boolean writing = true;

  @Test
  void readsNeverGoBackwardsAndSeeBatchesWhole() throws Exception {
    try (Db db = Waits.open(disk, AcknowledgedWrites.options(), 1)) {
      List<Waits.Running<Void>> writers = new ArrayList<>();
      List<Waits.Running<Void>> readers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        writers.add(Waits.start(() -> write(db, writer)));
      }
      readers.add(Waits.start(() -> get(db, new Random(1))));
      readers.add(Waits.start(() -> get(db, new Random(2))));
      readers.add(Waits.start(() -> readSnapshots(db, new Random(3))));
      readers.add(Waits.start(() -> scan(db, new Random(4))));
      readers.add(Waits.start(() -> keepCursor(db, new Random(5))));
      try {
        for (Waits.Running<Void> writer : writers) {
          writer.result();
        }
      } finally {
        writing = false;
      }
      for (Waits.Running<Void> reader : readers) {
        reader.result();
      }
      assertThat(db.stats().flushes()).isGreaterThan(10);
      assertThat(db.stats().compactions()).isGreaterThan(3);
      assertThat(db.verify().problems()).isEmpty();
    }
    assertThat(disk.openHandles()).isEmpty();
  }

  @Test
  void emptyStoresLeaveNeitherThreadsNorFilesOpen(@TempDir Path temporary) throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    Assumptions.assumeTrue(Files.isDirectory(descriptors), "needs /proc/self/fd");
    for (int round = 0; round < 100; round++) {
      Db.open(temporary.resolve("store" + round % 10), Options.defaults()).close();
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().contains(temporary.toString()));
    try (Stream<Path> open = Files.list(descriptors)) {
      assertThat(open.map(HistoryTest::target)).noneMatch(path -> path.startsWith(temporary));
    }
  }

  /** Sets all keys of a writer to the same number at once. */
  private void write(Db db, int writer) throws IOException {
    Random random = new Random(writer);
    for (long step = 1; step <= STEPS; step++) {
      WriteBatch batch = new WriteBatch();
      for (int key = 0; key < KEYS; key++) {
        batch.put(key(writer, key), number(step));
      }
      begun.set(writer, step);
      db.write(batch, random.nextInt(20) == 0 ? Durability.SYNC : Durability.BUFFERED);
      acknowledged.set(writer, step);
    }
  }

  private void get(Db db, Random random) throws IOException {
    long[] last = new long[WRITERS];
    while (writing) {
      int writer = random.nextInt(WRITERS);
      long least = Math.max(last[writer], acknowledged.get(writer));
      long found = number(db.get(key(writer, random.nextInt(KEYS))));
      assertThat(found).as("writer %d", writer).isBetween(least, begun.get(writer));
      last[writer] = found;
    }
  }

  private void readSnapshots(Db db, Random random) throws Exception {
    while (writing) {
      int writer = random.nextInt(WRITERS);
      long least = acknowledged.get(writer);
      try (Snapshot snapshot = db.snapshot()) {
        long most = begun.get(writer);
        long first = number(db.get(key(writer, 0), snapshot));
        assertThat(first).isBetween(least, most);
        if (random.nextInt(10) == 0) {
          Thread.sleep(5);
        }
        for (int key = 1; key < KEYS; key++) {
          assertThat(number(db.get(key(writer, key), snapshot))).isEqualTo(first);
        }
      }
    }
  }

  private void scan(Db db, Random random) throws IOException {
    while (writing) {
      long[] least = {acknowledged.get(0), acknowledged.get(1), acknowledged.get(2)};
      try (Cursor cursor = db.cursor()) {
        long[] seen = readAll(cursor, random.nextBoolean());
        for (int writer = 0; writer < WRITERS; writer++) {
          assertThat(seen[writer]).isBetween(least[writer], begun.get(writer));
        }
      }
    }
  }

  /** The same cursor shows the same while tables come and go under it. */
  private void keepCursor(Db db, Random random) throws Exception {
    while (writing) {
      try (Cursor cursor = db.cursor()) {
        long[] first = readAll(cursor, true);
        for (int again = 0; again < 4; again++) {
          Thread.sleep(3);
          assertThat(readAll(cursor, random.nextBoolean())).isEqualTo(first);
        }
      }
    }
  }

  /** The number of each writer, after a check that all its keys have it. */
  private static long[] readAll(Cursor cursor, boolean forward) throws IOException {
    long[] numbers = new long[WRITERS];
    int[] counts = new int[WRITERS];
    for (position(cursor, forward); cursor.isValid(); move(cursor, forward)) {
      int writer = cursor.key()[0] - '0';
      long number = number(cursor.value());
      assertThat(counts[writer] == 0 || numbers[writer] == number).as("half a batch").isTrue();
      numbers[writer] = number;
      counts[writer]++;
    }
    for (int count : counts) {
      assertThat(count).isIn(0, KEYS);
    }
    return numbers;
  }

  private static void position(Cursor cursor, boolean forward) throws IOException {
    if (forward) {
      cursor.seekToFirst();
    } else {
      cursor.seekToLast();
    }
  }

  private static void move(Cursor cursor, boolean forward) throws IOException {
    if (forward) {
      cursor.next();
    } else {
      cursor.previous();
    }
  }

  private static Path target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor);
    } catch (IOException e) {
      // The descriptor of the listing itself is gone by now.
      return descriptor;
    }
  }

  private static byte[] key(int writer, int key) {
    return String.format(Locale.ROOT, "%d/%02d", writer, key).getBytes(UTF_8);
  }

  private static byte[] number(long step) {
    return String.format(Locale.ROOT, "%08d", step).getBytes(UTF_8);
  }

  private static long number(byte[] value) {
    return value == null ? 0 : Long.parseLong(new String(value, UTF_8));
  }
}
