package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.sstable.Compression;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.UnknownFormatException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;

/**
 * A small store with tables in two levels and writes that are only in the log, and copies of it
 * with damage in one file. Whatever is damaged, a read gives the right answer or says that bytes
 * are not what was written.
 */
final class DamagedStore {
  private static final int OLD_KEYS = 14;

  private final Options options;
  private final CrashDirectory whole;
  private final WriteHistory history;
  private final boolean isClosed;

  /** What is being tried, for messages. */
  String place = "";

  private DamagedStore(
      Options options, CrashDirectory whole, WriteHistory history, boolean isClosed) {
    this.options = options;
    this.whole = whole;
    this.history = history;
    this.isClosed = isClosed;
  }

  /** A store that was closed. */
  static DamagedStore closed(Compression compression, long seed) throws IOException {
    Options options = options(compression);
    CrashDirectory disk = new CrashDirectory();
    WriteHistory history = new WriteHistory();
    try (Db db = SmallStores.open(disk, seed, options)) {
      fill(db, history);
      assertThat(db.levels()).filteredOn(level -> level.tables() > 0).hasSizeGreaterThan(1);
    }
    return new DamagedStore(options, disk, history, true);
  }

  /** A store whose process was killed, with some writes at the end that were never synced. */
  static DamagedStore killed(Compression compression, long seed) throws IOException {
    Options options = options(compression);
    CrashDirectory disk = new CrashDirectory();
    WriteHistory history = new WriteHistory();
    try (Db db = SmallStores.open(disk, seed, options)) {
      fill(db, history);
      return new DamagedStore(options, disk.crash(CrashModel.KEEP_ALL, seed), history, false);
    }
  }

  private static Options options(Compression compression) {
    return SmallStores.tiny().compression(compression).level0Tables(50).build();
  }

  private static void fill(Db db, WriteHistory history) throws IOException {
    for (int i = 0; i < OLD_KEYS; i++) {
      history.put(db, SmallStores.key(i), "old" + "o".repeat(i), Durability.BUFFERED);
    }
    db.compact(null, null);
    for (int i = 3; i < OLD_KEYS; i += 3) {
      history.put(db, SmallStores.key(i), "new" + i, Durability.BUFFERED);
    }
    history.delete(db, SmallStores.key(1), Durability.BUFFERED);
    history.flush(db);
    history.put(db, SmallStores.key(5), "logged", Durability.SYNC);
    history.delete(db, SmallStores.key(7), Durability.SYNC);
    history.put(db, "unsynced", "a", Durability.BUFFERED);
    history.put(db, "unsynced", "b", Durability.BUFFERED);
  }

  /** Every file but the lock. */
  List<String> files() throws IOException {
    return whole.list().stream().filter(name -> !name.equals("LOCK")).toList();
  }

  byte[] bytes(String file) throws IOException {
    return whole.bytes(file);
  }

  /** Flips one bit and reads everything. */
  void flip(String file, int offset, int bit) throws IOException {
    byte[] bytes = whole.bytes(file);
    bytes[offset] ^= (byte) (1 << bit);
    tryWith(file, bytes, "bit " + bit + " of byte " + offset + " of " + bytes.length + " flipped");
  }

  /** Cuts a file and reads everything. */
  void truncate(String file, int length) throws IOException {
    tryWith(file, Arrays.copyOf(whole.bytes(file), length), "cut to " + length + " bytes");
  }

  /** Puts other content into a file and reads everything. */
  void replace(String file, byte[] content) throws IOException {
    tryWith(file, content, "replaced");
  }

  /** Takes a file away and reads everything. */
  void remove(String file) throws IOException {
    place = file + " removed";
    CrashDirectory image = whole.copy();
    image.delete(file);
    read(image);
  }

  private void tryWith(String file, byte[] content, String what) throws IOException {
    place = file + ": " + what;
    CrashDirectory image = whole.copy();
    image.overwrite(file, content);
    read(image);
  }

  private void read(CrashDirectory image) throws IOException {
    try (Db db = SmallStores.open(image, 77, options)) {
      RecoveryReport report = db.recoveryReport();
      NavigableMap<String, String> expected = history.at(report.lastSequence());
      assertThat(expected).as(place).isNotNull();
      if (report.lastSequence() != history.sequence()) {
        assertThat(isClosed).as(place + ": a closed store lost writes").isFalse();
        assertThat(report.lastSequence()).as(place).isGreaterThanOrEqualTo(history.durable());
        assertThat(report.reasons()).as(place).isNotEmpty();
        assertThat(report.bytesDropped()).as(place).isPositive();
      }
      readAll(db, expected);
    } catch (CorruptionException | UnknownFormatException e) {
      assertThat(e.getMessage()).as(place).isNotEmpty();
    }
    assertThat(image.openHandles()).as(place).isEmpty();
  }

  private void readAll(Db db, NavigableMap<String, String> expected) throws IOException {
    for (int i = 0; i <= OLD_KEYS; i++) {
      String key = SmallStores.key(i);
      rightOrCorrupt(() -> assertThat(SmallStores.get(db, key)).isEqualTo(expected.get(key)));
    }
    rightOrCorrupt(() -> assertThat(SmallStores.scan(db)).isEqualTo(expected));
    rightOrCorrupt(() -> assertThat(SmallStores.scanBackward(db)).isEqualTo(expected));
    for (IOException problem : db.verify().problems()) {
      assertThat(problem)
          .as(place)
          .isInstanceOfAny(CorruptionException.class, UnknownFormatException.class);
    }
  }

  private void rightOrCorrupt(Watchdog.Body read) {
    try {
      read.run();
    } catch (CorruptionException | UnknownFormatException e) {
      assertThat(e.getMessage()).as(place).isNotEmpty();
    } catch (Exception e) {
      throw new AssertionError(place + ": " + e, e);
    }
  }
}
