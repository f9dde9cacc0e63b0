package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.sstable.EntryCursor;
import dev.tamis.sstable.EntryKind;
import dev.tamis.sstable.Table;
import dev.tamis.sstable.ValueForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One writer, several readers. What a reader must find follows from the sequence it has seen: entry
 * s is the put of key number {@code keyOf(s)} with s as its value, every tenth a delete.
 */
class MemTableConcurrencyTest {
  private static final int ENTRIES = 60_000;
  private static final int KEYS = 20_000;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile long published;

  @AfterEach
  void stopThreads() throws InterruptedException {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void whatWasPublishedIsFoundByGetsAndCursorsDuringWrites(long seed) throws Exception {
    MemTable table = new MemTable(1 << 20, seed == 1 ? 10 : 0);
    // Sequences of each key, ascending.
    List<List<Long>> history = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      history.add(new ArrayList<>());
    }
    int[] keyOf = new int[ENTRIES + 1];
    Random random = new Random(seed);
    for (int s = 1; s <= ENTRIES; s++) {
      keyOf[s] = random.nextInt(8) == 0 ? random.nextInt(10) : random.nextInt(KEYS);
      history.get(keyOf[s]).add((long) s);
    }

    List<Future<?>> all = new ArrayList<>();
    all.add(threads.submit(() -> write(table, keyOf)));
    all.add(threads.submit(() -> get(table, history, new Random(seed + 100))));
    all.add(threads.submit(() -> get(table, history, new Random(seed + 200))));
    all.add(threads.submit(() -> scan(table, history, true)));
    all.add(threads.submit(() -> scan(table, history, false)));
    for (Future<?> one : all) {
      one.get(60, TimeUnit.SECONDS);
    }
    assertThat(table.entries()).isEqualTo(ENTRIES);
  }

  private Void write(MemTable table, int[] keyOf) {
    byte[] value = new byte[8];
    for (int s = 1; s <= ENTRIES; s++) {
      byte[] key = key(keyOf[s]);
      ByteBuffer.wrap(value).putLong(s);
      boolean delete = s % 10 == 0;
      int kind = delete ? EntryKind.DELETE : EntryKind.PUT;
      long hash = MemTableModel.HASH.hash(key);
      table.add(key, 0, key.length, s, kind, value, 0, delete ? 0 : 8, hash);
      published = s;
    }
    return null;
  }

  private Void get(MemTable table, List<List<Long>> history, Random random) {
    for (long seen = 0; seen < ENTRIES; ) {
      seen = published;
      for (int i = 0; i < 50; i++) {
        int number = random.nextInt(random.nextBoolean() ? 10 : KEYS);
        byte[] key = key(number);
        long hash = MemTableModel.HASH.hash(key);
        // At the snapshot that was seen the answer is exact, whatever is being added.
        long wanted = random.nextBoolean() ? seen : random.nextLong(seen + 1);
        long expected = newestUpTo(history.get(number), wanted);
        byte[] got = table.get(key, hash, wanted, ValueForm.COPY);
        if (expected == 0) {
          assertThat(got).as("key %d at %d", number, wanted).isNull();
        } else if (expected % 10 == 0) {
          assertThat(got).as("key %d at %d", number, wanted).isSameAs(Table.TOMBSTONE);
        } else {
          assertThat(got).as("key %d at %d", number, wanted).isNotNull();
          assertThat(ByteBuffer.wrap(got).getLong()).isEqualTo(expected);
        }
        if (expected != 0) {
          assertThat(table.mightContain(hash)).isTrue();
          byte[] newest = table.get(key, hash, Long.MAX_VALUE, ValueForm.COPY);
          assertThat(newest).isNotNull();
          if (newest != Table.TOMBSTONE) {
            assertThat(ByteBuffer.wrap(newest).getLong()).isGreaterThanOrEqualTo(expected);
          }
        }
      }
    }
    return null;
  }

  /** Whole scans: in order, each entry real, and as many as were published before. */
  private Void scan(MemTable table, List<List<Long>> history, boolean forward) throws IOException {
    try (EntryCursor cursor = table.cursor()) {
      for (long seen = 0; seen < ENTRIES; ) {
        seen = published;
        long old = 0;
        MemTableModel.EntryId last = null;
        for (start(cursor, forward); cursor.isValid(); move(cursor, forward)) {
          MemTableModel.EntryId id = MemTableModel.at(cursor);
          if (last != null && (last.compareTo(id) < 0) != forward) {
            throw new AssertionError("order: " + last + " then " + id);
          }
          byte[] value = MemTableModel.value(cursor);
          boolean right =
              id.sequence() % 10 == 0
                  ? value == Table.TOMBSTONE
                  : ByteBuffer.wrap(value).getLong() == id.sequence();
          int number = ByteBuffer.wrap(id.key(), id.key().length - 4, 4).getInt();
          if (!right || !history.get(number).contains(id.sequence())) {
            throw new AssertionError("entry that was never written: " + id);
          }
          old += id.sequence() <= seen ? 1 : 0;
          last = id;
        }
        assertThat(old).as("entries up to %d", seen).isEqualTo(seen);
      }
    }
    return null;
  }

  private static void start(EntryCursor cursor, boolean forward) throws IOException {
    if (forward) {
      cursor.seekToFirst();
    } else {
      cursor.seekToLast();
    }
  }

  private static void move(EntryCursor cursor, boolean forward) throws IOException {
    if (forward) {
      cursor.next();
    } else {
      cursor.previous();
    }
  }

  private static long newestUpTo(List<Long> sequences, long limit) {
    for (int i = sequences.size() - 1; i >= 0; i--) {
      if (sequences.get(i) <= limit) {
        return sequences.get(i);
      }
    }
    return 0;
  }

  /** Half of the keys share a long stem, so that leaves change their prefixes. */
  private static byte[] key(int number) {
    byte[] stem = new byte[number % 2 == 0 ? 13 : number % 5];
    Arrays.fill(stem, (byte) number);
    return ByteBuffer.allocate(stem.length + 4).put(stem).putInt(number).array();
  }
}
