package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.assertHolds;
import static dev.tamis.engine.StoreFixture.k;
import static dev.tamis.engine.StoreFixture.model;
import static dev.tamis.engine.StoreFixture.number;
import static dev.tamis.engine.StoreFixture.open;
import static dev.tamis.engine.StoreFixture.quiet;
import static dev.tamis.engine.StoreFixture.tableNames;
import static dev.tamis.engine.StoreFixture.text;
import static dev.tamis.engine.StoreFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tamis.sstable.Compression;
import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.LittleEndian;
import dev.tamis.storage.SaltedChecksum;
import dev.tamis.storage.UnknownFormatException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged tables as they show through {@link Db}: errors where data is lost, never silence. */
class TableDamageCasesTest {
  private static final int KEYS = 20_000;
  private static final Options OPTIONS = quiet().blockBytes(4096).build();

  /** The only table of a store, in a form that can be damaged and opened again and again. */
  @SuppressWarnings("ArrayRecordComponent") // copied before it is damaged
  private record Sound(CrashDirectory directory, String table, byte[] bytes) {
    CrashDirectory with(byte[] damaged) throws IOException {
      CrashDirectory copy = directory.copy();
      copy.overwrite(table, damaged);
      return copy;
    }
  }

  private static Sound store(int keys, Options options) throws IOException {
    CrashDirectory directory = new CrashDirectory();
    try (Db db = open(directory, options)) {
      for (int i = 0; i < keys; i++) {
        db.put(k(i), value(i, 0, 16));
      }
      db.compact(null, null);
    }
    String table = tableNames(directory).get(0);
    return new Sound(directory, table, directory.bytes(table));
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 50, 99})
  void caseC1_aBitInADataBlock(int percent) throws IOException {
    Sound sound = store(KEYS, OPTIONS);
    byte[] damaged = sound.bytes().clone();
    int place = (int) (TableRegions.of(damaged).dataEnd() * percent / 100);
    damaged[place] ^= 0x10;
    CrashDirectory directory = sound.with(damaged);
    try (Db db = open(directory, OPTIONS)) {
      int lost = 0;
      int firstLost = -1;
      for (int i = 0; i < KEYS; i++) {
        try {
          assertThat(db.get(k(i))).isEqualTo(value(i, 0, 16));
        } catch (CorruptionException e) {
          assertNamesThePlace(e, sound.table(), place);
          firstLost = lost++ == 0 ? i : firstLost;
        }
      }
      assertThat(lost).isBetween(1, 400);
      assertThat(scanForward(db, null)).isEqualTo(firstLost);
      assertThat(scanForward(db, k(firstLost / 2))).isEqualTo(firstLost - firstLost / 2);
      // One entry less: the versions of the key beside the damage might go on inside it.
      assertThat(scanBackward(db, null)).isEqualTo(KEYS - firstLost - lost - 1);
      int middle = (firstLost + lost + KEYS) / 2;
      assertThat(scanBackward(db, k(middle))).isEqualTo(middle - firstLost - lost);
      assertThat(db.verify().problems()).singleElement().isInstanceOf(CorruptionException.class);

      db.put(k(0), text("new"));
      db.flush();
      List<String> inputs = tableNames(directory);
      assertThatThrownBy(() -> db.compact(null, null))
          .isInstanceOfSatisfying(
              CorruptionException.class, e -> assertNamesThePlace(e, sound.table(), place));
      assertThat(tableNames(directory)).as("inputs, no output").isEqualTo(inputs);
      assertThat(directory.list()).noneMatch(name -> name.endsWith(".tmp"));
      assertThat(db.health().state()).isEqualTo(Health.State.DEGRADED);
      assertThat(db.health().cause()).isInstanceOf(CorruptionException.class);
      assertThat(db.get(k(0))).isEqualTo(text("new"));
      assertThat(db.get(k(firstLost - 1))).isEqualTo(value(firstLost - 1, 0, 16));
      db.put(k(1), text("newer"));
      db.flush();
      assertThat(db.get(k(1))).isEqualTo(text("newer"));
    }
  }

  @Test
  void caseC1_damageUnderAnOpenStoreIsSeenOnceTheBlockIsReadAgain() throws IOException {
    CrashDirectory directory = new CrashDirectory();
    try (Db db = open(directory, quiet().cacheBytes(0).build())) {
      db.put(k(1), text("one"));
      db.flush();
      assertThat(db.get(k(1))).isEqualTo(text("one"));
      String table = tableNames(directory).get(0);
      byte[] damaged = directory.bytes(table);
      damaged[0] ^= 1;
      directory.overwrite(table, damaged);
      assertThatThrownBy(() -> db.get(k(1)))
          .isInstanceOf(CorruptionException.class)
          .hasMessageContaining(table);
    }
  }

  @Test
  void caseE10_aFailedCursorStaysFailedUntilItIsPositionedAnew() throws IOException {
    Sound sound = store(2000, OPTIONS);
    byte[] damaged = sound.bytes().clone();
    damaged[(int) TableRegions.of(damaged).dataEnd() / 2] ^= 1;
    try (Db db = open(sound.with(damaged), OPTIONS);
        Cursor cursor = db.cursor()) {
      cursor.seekToFirst();
      Throwable error =
          catchThrowable(
              () -> {
                while (cursor.isValid()) {
                  cursor.next();
                }
              });
      assertThat(error).isInstanceOf(CorruptionException.class);
      assertThatThrownBy(cursor::isValid).isInstanceOf(IllegalStateException.class).hasCause(error);
      assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class).hasCause(error);
      assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class).hasCause(error);
      cursor.seekToLast();
      assertThat(cursor.key()).isEqualTo(k(1999));
    }
  }

  @Test
  void caseC2_everyByteBehindTheFiltersIsChecked() throws IOException {
    Options options = quiet().blockBytes(512).cacheBytes(0).build();
    Sound sound = store(2000, options);
    int from = (int) TableRegions.of(sound.bytes()).indexOffset();
    SplittableRandom random = new SplittableRandom(2);
    int noticed = 0;
    for (int place = from; place < sound.bytes().length; place += 1 + random.nextInt(24)) {
      int at = place;
      List<UnaryOperator<Byte>> faults =
          List.of(b -> (byte) (b ^ (1 << random.nextInt(8))), b -> (byte) 0, b -> (byte) 0xFF);
      for (UnaryOperator<Byte> fault : faults) {
        byte[] damaged = sound.bytes().clone();
        damaged[at] = fault.apply(damaged[at]);
        if (!Arrays.equals(damaged, sound.bytes())) {
          assertDamageIsReported(sound, damaged, options, "byte " + at + " is " + damaged[at]);
          noticed++;
        }
      }
    }
    assertThat(noticed).isGreaterThan(200);
  }

  @Test
  void caseC2_hostileLengthsInTheFooterAreRefused() throws IOException {
    Sound sound = store(100, OPTIONS);
    int footer = sound.bytes().length - 128;
    for (int field = 0; field < 11; field++) {
      for (long hostile : new long[] {0, -1, Integer.MAX_VALUE, Long.MAX_VALUE}) {
        byte[] damaged = sound.bytes().clone();
        LittleEndian.putLong(damaged, footer + 8 * field, hostile);
        long id = TableRegions.of(damaged).fileId();
        LittleEndian.putInt(
            damaged, footer + 92, SaltedChecksum.of(id, footer, 8, damaged, footer, 92));
        if (!Arrays.equals(damaged, sound.bytes())) {
          assertThatThrownBy(() -> open(sound.with(damaged), OPTIONS).close())
              .as("footer field %d is %d", field, hostile)
              .isInstanceOf(CorruptionException.class)
              .hasMessageContaining(sound.table());
        }
      }
    }
  }

  @Test
  void caseC6_hostileCompressedBlocksAreTypedErrors() throws IOException {
    Options options = quiet().compression(Compression.LZ4).blockBytes(32 << 10).build();
    CrashDirectory directory = new CrashDirectory();
    try (Db db = open(directory, options)) {
      for (int i = 0; i < 100; i++) {
        db.put(k(i), new byte[100]);
      }
      db.compact(null, null);
    }
    String table = tableNames(directory).get(0);
    Sound sound = new Sound(directory, table, directory.bytes(table));
    TableRegions regions = TableRegions.of(sound.bytes());
    int end = (int) regions.dataEnd();
    assertThat(sound.bytes()[end - 9]).as("the one block is compressed").isEqualTo((byte) 1);
    int raw = LittleEndian.getInt(sound.bytes(), end - 8);
    for (int claimed : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 0, raw + 1, raw - 1}) {
      byte[] damaged = sound.bytes().clone();
      LittleEndian.putInt(damaged, end - 8, claimed);
      assertUnreadable(sound, withBlockChecksum(damaged, regions), options, "raw " + claimed);
    }
    for (int seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] damaged = sound.bytes().clone();
      byte[] noise = new byte[end - 9];
      random.nextBytes(noise);
      System.arraycopy(noise, 0, damaged, 0, 1 + random.nextInt(noise.length));
      assertUnreadable(sound, withBlockChecksum(damaged, regions), options, "seed " + seed);
    }
    byte[] unknown = sound.bytes().clone();
    unknown[end - 9] = 7;
    assertUnreadable(sound, withBlockChecksum(unknown, regions), options, "compression 7");
  }

  private static byte[] withBlockChecksum(byte[] file, TableRegions regions) {
    int end = (int) regions.dataEnd();
    LittleEndian.putInt(file, end - 4, SaltedChecksum.of(regions.fileId(), 0, 1, file, 0, end - 4));
    return file;
  }

  /** The whole block is wrong: nothing of it may be answered, by any path. */
  private static void assertUnreadable(Sound sound, byte[] damaged, Options options, String about)
      throws IOException {
    CrashDirectory directory = sound.with(damaged);
    try (Db db = open(directory, options)) {
      db.put(k(50), text("sound"));
      db.flush();
      List<String> inputs = tableNames(directory);
      for (int i = 0; i < 100; i += 33) {
        int key = i;
        assertThatThrownBy(() -> db.get(k(key)))
            .as("get, %s", about)
            .isInstanceOf(CorruptionException.class)
            .hasMessageContaining(sound.table());
      }
      try (Cursor cursor = db.cursor()) {
        assertThatThrownBy(cursor::seekToFirst).isInstanceOf(CorruptionException.class);
      }
      assertThatThrownBy(() -> db.compact(null, null))
          .as("compact, %s", about)
          .isInstanceOf(CorruptionException.class);
      assertThat(tableNames(directory)).isEqualTo(inputs);
      assertThat(db.get(k(50))).isEqualTo(text("sound"));
      assertThat(db.health().state()).isEqualTo(Health.State.DEGRADED);
    }
  }

  /** Opening, reading everything or verifying must tell, and what is read must be right. */
  private static void assertDamageIsReported(
      Sound sound, byte[] damaged, Options options, String about) throws IOException {
    try (Db db = open(sound.with(damaged), options)) {
      NavigableMap<byte[], byte[]> model = model();
      for (int i = 0; i < 2000; i++) {
        model.put(k(i), value(i, 0, 16));
      }
      assertHolds(db, model, about);
      assertThat(db.verify().problems()).as(about).isNotEmpty();
    } catch (CorruptionException | UnknownFormatException e) {
      assertThat(e.getMessage()).as(about).contains(sound.table());
    }
  }

  private static void assertNamesThePlace(CorruptionException e, String table, int place) {
    assertThat(e.file()).isEqualTo(table);
    assertThat(e.offset()).isBetween(place - 5000L, (long) place);
  }

  /** Entries of a forward scan, which must be right, before the damage stops it. */
  private static int scanForward(Db db, byte[] from) throws IOException {
    int passed = 0;
    try (Cursor cursor = db.cursor()) {
      if (from == null) {
        cursor.seekToFirst();
      } else {
        cursor.seek(from);
      }
      long expected = from == null ? 0 : number(from);
      while (true) {
        assertThat(cursor.isValid()).as("a damaged scan looks finished").isTrue();
        assertThat(cursor.key()).isEqualTo(k(expected));
        assertThat(cursor.value()).isEqualTo(value(expected, 0, 16));
        passed++;
        expected++;
        cursor.next();
      }
    } catch (CorruptionException e) {
      return passed;
    }
  }

  private static int scanBackward(Db db, byte[] from) throws IOException {
    int passed = 0;
    try (Cursor cursor = db.cursor()) {
      if (from == null) {
        cursor.seekToLast();
      } else {
        cursor.seekFloor(from);
      }
      long expected = from == null ? KEYS - 1 : number(from);
      while (true) {
        assertThat(cursor.isValid()).as("a damaged scan looks finished").isTrue();
        assertThat(cursor.key()).isEqualTo(k(expected));
        passed++;
        expected--;
        cursor.previous();
      }
    } catch (CorruptionException e) {
      return passed;
    }
  }
}
