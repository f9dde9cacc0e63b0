package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.k;
import static dev.tamis.engine.StoreFixture.open;
import static dev.tamis.engine.StoreFixture.openStore;
import static dev.tamis.engine.StoreFixture.quiet;
import static dev.tamis.engine.StoreFixture.tableNames;
import static dev.tamis.engine.StoreFixture.text;
import static dev.tamis.engine.StoreFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.sstable.EntryCursor;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Reads that a compaction overtakes at the worst moment, and what snapshots and sequences hold. */
class ReadScheduleTest {
  private static final Options OPTIONS = quiet().cacheBytes(0).build();

  /**
   * Replaces everything a reader at this moment could stand on, so that only the newest is left.
   */
  private static void overwriteAndCompact(Db db, String newer) {
    try {
      db.put(k(1), text(newer));
      db.compact(null, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What reads may see, where a compaction comes right after the sequence was read. */
  private static LongSupplier overtaken(Store store, AtomicReference<Db> writer) {
    AtomicInteger calls = new AtomicInteger();
    return () -> {
      long sequence = store.commits.visibleSequence();
      if (calls.getAndIncrement() == 0) {
        overwriteAndCompact(writer.get(), "newer");
      }
      return sequence;
    };
  }

  @Test
  void aGetTakesTheViewBeforeTheSequence() throws IOException {
    Store store = openStore(new CrashDirectory(), OPTIONS);
    AtomicReference<Db> writer = new AtomicReference<>();
    // An old snapshot keeps the compaction from setting sequences to 0, which all reads may see.
    try (Db db = new Db(store, store.commits::visibleSequence);
        Snapshot beforeAll = db.snapshot()) {
      writer.set(db);
      db.put(k(1), text("old"));
      db.flush();
      assertThat(db.get(k(1), beforeAll)).isNull();
      Db reader = new Db(store, overtaken(store, writer));
      assertThat(reader.get(k(1))).as("a version that is dropped meanwhile").isNotNull();
      assertThat(db.get(k(1))).isEqualTo(text("newer"));
    }
  }

  @Test
  void aCursorTakesTheViewBeforeTheSequence() throws IOException {
    Store store = openStore(new CrashDirectory(), OPTIONS);
    AtomicReference<Db> writer = new AtomicReference<>();
    try (Db db = new Db(store, store.commits::visibleSequence)) {
      writer.set(db);
      db.put(k(1), text("old"));
      db.flush();
      Cursors cursors = new Cursors(store.versions, store.snapshots, overtaken(store, writer));
      try (Cursor cursor = cursors.open(ReadOptions.DEFAULT, null, null)) {
        cursor.seekToFirst();
        assertThat(cursor.isValid()).isTrue();
        assertThat(cursor.value()).isEqualTo(text("old"));
      }
    }
  }

  @Test
  void aGetWhoseTableIsDroppedUnderItReadsTheNewOne() throws IOException {
    FaultDirectory directory = new FaultDirectory(new CrashDirectory());
    try (Db db = open(directory, OPTIONS)) {
      db.put(k(1), text("old"));
      db.flush();
      String table = tableNames(directory).get(0);
      // The next read of the table is the get's; its table goes while it is about to read.
      directory.add(
          FaultRule.on(FaultOperation.READ, table).run(() -> overwriteAndCompact(db, "newer")));
      assertThat(db.get(k(1))).isEqualTo(text("newer"));
      assertThat(tableNames(directory)).doesNotContain(table);
    }
  }

  @Test
  void aGetWhoseFileIsGoneFromTheCurrentVersionNamesIt() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    try (Db db = open(directory, quiet().cacheBytes(0).maxOpenFiles(4).build())) {
      for (int i = 0; i < 20; i++) {
        db.put(k(i), text("value " + i));
        db.flush();
      }
      String oldest = tableNames(directory).get(0);
      directory.delete(oldest);
      for (int i = 1; i < 20; i++) {
        assertThat(db.get(k(i))).isEqualTo(text("value " + i));
      }
      assertThatThrownBy(() -> db.get(k(0)))
          .isInstanceOf(NoSuchFileException.class)
          .hasMessageContaining(oldest);
    }
  }

  @Test
  void sequenceZeroIsWrittenOnlyAtOrBelowEverySnapshot() throws IOException {
    Store store = openStore(new CrashDirectory(), OPTIONS);
    try (Db db = new Db(store, store.commits::visibleSequence)) {
      db.put(k(1), text("one"));
      Snapshot between = db.snapshot();
      db.put(k(2), text("two"));
      db.flush();
      overwriteAndCompact(db, "one again");
      assertThat(sequences(store)).containsExactly(3L, 0L, 2L);
      assertThat(db.get(k(1), between)).isEqualTo(text("one"));
      assertThat(db.get(k(2), between)).isNull();
      between.close();
      db.compact(null, null);
      assertThat(sequences(store)).containsExactly(0L, 0L);
    }
  }

  private static List<Long> sequences(Store store) throws IOException {
    List<Long> sequences = new java.util.ArrayList<>();
    for (TableFile.Open open : store.versions.view().version().tables(1)) {
      try (EntryCursor entries = open.table().cursor(false)) {
        for (entries.seekToFirst(); entries.isValid(); entries.next()) {
          sequences.add(entries.sequence());
        }
      }
    }
    return sequences;
  }

  @Test
  void theLastSequenceComesFromTheManifestWhenTablesHoldOnlyZeros() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    try (Db db = open(directory, OPTIONS)) {
      for (int i = 0; i < 10; i++) {
        db.put(k(i), value(i, 0, 10));
      }
      db.flush();
      overwriteAndCompact(db, "rewritten");
      db.delete(k(5));
      db.compact(null, null);
    }
    for (int round = 0; round < 2; round++) {
      try (Db db = open(directory, OPTIONS)) {
        assertThat(db.recoveryReport().lastSequence()).isEqualTo(12 + round);
        Snapshot before = db.snapshot();
        assertThat(before.sequence()).isEqualTo(12 + round);
        db.put(k(1), text("after " + round));
        assertThat(db.snapshot().sequence()).isEqualTo(13 + round);
        assertThat(db.get(k(1))).isEqualTo(text("after " + round));
        assertThat(db.get(k(1), before)).isNotEqualTo(text("after " + round)).isNotNull();
        before.close();
      }
    }
  }

  @Test
  void snapshotsMisusedAreRefused() throws IOException {
    try (Db db = open(new CrashDirectory(), OPTIONS);
        Db other = open(new CrashDirectory(), OPTIONS)) {
      db.put(k(1), text("one"));
      Snapshot snapshot = db.snapshot();
      ReadOptions options = ReadOptions.DEFAULT.withSnapshot(snapshot);
      assertThatThrownBy(() -> other.get(k(1), snapshot))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("another store");
      assertThatThrownBy(() -> other.cursor(options, null, null))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(other.stats().openCursors()).isZero();
      assertThat(db.get(k(1), options)).isEqualTo(text("one"));
      snapshot.close();
      snapshot.close();
      assertThat(db.stats().openSnapshots()).isZero();
      assertThatThrownBy(() -> db.get(k(1), snapshot))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed");
      assertThatThrownBy(() -> db.cursor(options, null, null))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> db.get(k(1), (Snapshot) null))
          .isInstanceOf(NullPointerException.class);
      assertThat(db.stats().openCursors()).isZero();
    }
  }
}
