package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.storage.CrashPoint;
import dev.tamis.storage.FileStamp;
import dev.tamis.storage.LittleEndian;
import dev.tamis.storage.SimulatedCrash;
import dev.tamis.storage.UnknownFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases B of the collection: the manifest and the set of files. */
class ManifestCasesTest {
  private final WriteHistory history = new WriteHistory();

  /** A closed store with two tables and a write that is in the log. */
  private CrashDirectory closedStore() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    try (Db db = SmallStores.open(disk, 1)) {
      fill(db);
    }
    return disk;
  }

  private void fill(Db db) throws IOException {
    history.put(db, "a", "1", Durability.BUFFERED);
    history.flush(db);
    history.put(db, "b", "2", Durability.BUFFERED);
    history.flush(db);
    history.put(db, "a", "3", Durability.SYNC);
  }

  @Test
  void caseB4_tornRecordAtTheEndOfTheManifest() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    CrashDirectory killed;
    try (Db db = SmallStores.open(disk, 1, SmallStores.tiny().level0Tables(50).build())) {
      fill(db);
      killed = disk.crash(CrashModel.KEEP_ALL, 0);
    }
    String manifest = onlyManifest(killed);
    byte[] bytes = killed.bytes(manifest);
    int opened = 0;
    for (int length = bytes.length; length >= 0; length--) {
      CrashDirectory image = killed.copy();
      image.overwrite(manifest, Arrays.copyOf(bytes, length));
      try (Db db = SmallStores.open(image, 2)) {
        history.assertRecovered(db, "manifest cut to " + length);
        opened++;
      } catch (CorruptionException e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
    }
    // At least where only the promise behind the last edit is cut.
    assertThat(opened).isGreaterThan(20);
  }

  private static String onlyManifest(CrashDirectory disk) throws IOException {
    List<String> names =
        disk.list().stream().filter(name -> FileNames.manifestNumber(name) >= 0).toList();
    assertThat(names).hasSize(1);
    return names.get(0);
  }

  @Test
  void caseB5_bitFlipInAManifestOfTwentyEdits() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    Options options = SmallStores.tiny().level0Tables(50).build();
    try (Db db = SmallStores.open(disk, 1, options)) {
      for (int i = 0; i < 20; i++) {
        history.put(db, SmallStores.key(i), "v" + i, Durability.BUFFERED);
        history.flush(db);
      }
    }
    String manifest = onlyManifest(disk);
    byte[] bytes = disk.bytes(manifest);
    SplittableRandom random = new SplittableRandom(5);
    for (int offset = 0; offset < bytes.length; offset += 1 + random.nextInt(4)) {
      byte[] flipped = bytes.clone();
      flipped[offset] ^= (byte) (1 << random.nextInt(8));
      CrashDirectory image = disk.copy();
      image.overwrite(manifest, flipped);
      assertThatThrownBy(() -> SmallStores.open(image, 2, options))
          .as("byte " + offset)
          .isInstanceOfSatisfying(
              CorruptionException.class, e -> assertThat(e.file()).isEqualTo(manifest));
    }
  }

  @Test
  void caseB7_unknownExtraFiles() throws IOException {
    CrashDirectory other = new CrashDirectory();
    try (Db db = SmallStores.open(other, 99)) {
      db.put(new byte[] {'a'}, new byte[] {'x'});
      db.flush();
    }
    String foreign = other.list().stream().filter(n -> n.endsWith(".sst")).findFirst().orElse("");
    CrashDirectory disk = closedStore();
    byte[] table = other.bytes(foreign);
    disk.put("999999.sst", table);
    disk.put("000007.sst.tmp", table);
    disk.put("foo.tmp", new byte[3]);
    disk.put(".DS_Store", new byte[3]);
    disk.put("lost-found", new byte[0]);
    try (Db db = SmallStores.open(disk, 2)) {
      SmallStores.assertHolds(db, history.latest(), "with extra files");
      assertThat(db.recoveryReport().reasons()).anyMatch(line -> line.startsWith("999999.sst"));
      history.put(db, "c", "4", Durability.BUFFERED);
      history.flush(db);
    }
    assertThat(disk.bytes("999999.sst")).isEqualTo(table);
    assertThat(disk.list())
        .contains("foo.tmp", ".DS_Store", "lost-found")
        .doesNotContain("000007.sst.tmp")
        .anyMatch(name -> FileNames.tableNumber(name) > 999_999);
  }

  @Test
  void caseB7_directoriesAndNamesOfOthersOnDisk(@TempDir Path path) throws IOException {
    Db.open(path, SmallStores.tiny().build()).close();
    Files.createDirectory(path.resolve("lost+found"));
    Files.createDirectory(path.resolve("000009.log.d"));
    Files.writeString(path.resolve("a b\u00e4"), "x");
    try (Db db = Db.open(path, SmallStores.tiny().build())) {
      history.put(db, "a", "1", Durability.BUFFERED);
      history.flush(db);
    }
    try (Db db = Db.open(path, SmallStores.tiny().build())) {
      SmallStores.assertHolds(db, history.latest(), "beside other names");
    }
    assertThat(path.resolve("lost+found")).exists();
    assertThat(path.resolve("a b\u00e4")).hasContent("x");
  }

  @ParameterizedTest
  @EnumSource(
      value = CrashModel.class,
      names = {"DIR_SUBSET", "DROP_ALL", "SIZE_FIRST", "BLOCKS"})
  void caseB9_renameOrDirectoryNotSynced(CrashModel model) throws IOException {
    CrashDirectory whole = new CrashDirectory();
    WriteHistory ignored = new WriteHistory();
    rotate(whole, ignored);
    for (long at = 1; at <= whole.operations(); at++) {
      CrashDirectory disk = new CrashDirectory();
      disk.crashAt(at);
      WriteHistory written = new WriteHistory();
      try {
        rotate(disk, written);
      } catch (IOException | SimulatedCrash e) {
        assertThat(e.toString()).contains("simulated crash");
      }
      for (long seed = 0; seed < 4; seed++) {
        String context = model + " before operation " + at + ", seed " + seed;
        try (Db db = SmallStores.open(disk.crash(model, seed), seed)) {
          written.assertRecovered(db, context);
        }
      }
    }
  }

  /** Creates a store, rotates logs, flushes, compacts, reopens. */
  private static void rotate(CrashDirectory disk, WriteHistory written) throws IOException {
    for (int session = 0; session < 2; session++) {
      Db db = SmallStores.open(disk, session);
      try {
        for (int i = 0; i < 3; i++) {
          written.put(db, "key" + i, session + "-" + i, Durability.SYNC);
          written.flush(db);
        }
        db.compact(null, null);
      } catch (Throwable e) {
        Release.all(List.of(db), e);
        throw e;
      }
      written.close(db);
    }
  }

  @ParameterizedTest
  @EnumSource(CrashPoint.class)
  void caseB10_crashWhileTheStoreIsBeingCreated(CrashPoint point) throws IOException {
    CrashDirectory whole = new CrashDirectory();
    SmallStores.open(whole, 1).close();
    assertThat(whole.operations()).isGreaterThan(5);
    for (long at = 1; at <= whole.operations(); at++) {
      CrashDirectory disk = new CrashDirectory();
      disk.crashAt(at, point);
      try (Db db = SmallStores.open(disk, 1)) {
        assertThat(SmallStores.scan(db)).isEmpty();
      } catch (IOException | SimulatedCrash e) {
        assertThat(e.toString()).contains("simulated crash");
      }
      for (CrashModel model : CrashModel.values()) {
        CrashDirectory image = disk.crash(model, at);
        try (Db db = SmallStores.open(image, 2)) {
          assertThat(SmallStores.scan(db)).as(model + " " + at).isEmpty();
          SmallStores.put(db, "k", "v", Durability.SYNC);
        }
        try (Db db = SmallStores.open(image, 3)) {
          assertThat(SmallStores.get(db, "k")).isEqualTo("v");
        }
        assertThat(image.list()).filteredOn(n -> n.startsWith("MANIFEST")).hasSize(1);
      }
    }
  }

  @Test
  void caseB11_growthOfTheManifest() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    int flushes = 2500;
    CrashDirectory killed;
    try (Db db = SmallStores.open(disk, 1)) {
      for (int i = 0; i < flushes; i++) {
        history.put(db, "key", "value" + i, Durability.BUFFERED);
        history.flush(db);
        if (i % 100 == 0) {
          assertThat(disk.size(onlyManifestOrNewest(disk))).isLessThan(66 << 10);
        }
      }
      killed = disk.crash(CrashModel.KEEP_ALL, 0);
    }
    try (Db db = SmallStores.open(killed, 2)) {
      history.assertRecovered(db, "killed after " + flushes + " flushes");
    }
    try (Db db = SmallStores.open(disk, 2)) {
      history.assertRecovered(db, "closed after " + flushes + " flushes");
    }
    assertThat(FileNames.manifestNumber(onlyManifest(disk))).isGreaterThan(1);
  }

  private static String onlyManifestOrNewest(CrashDirectory disk) throws IOException {
    return disk.list().stream()
        .filter(name -> FileNames.manifestNumber(name) >= 0)
        .max(Comparator.comparingLong(FileNames::manifestNumber))
        .orElseThrow();
  }

  @Test
  void caseB12_sideFileDamagedAndNoLeftoversAfterTenOpens() throws IOException {
    CrashDirectory disk = closedStore();
    disk.overwrite("LOCK", SmallStores.bytes("garbage"));
    List<String> before = disk.list();
    for (int i = 0; i < 10; i++) {
      disk.overwrite("LOCK", new byte[i % 2]);
      try (Db db = SmallStores.open(disk, i)) {
        SmallStores.assertHolds(db, history.latest(), "open " + i);
      }
      assertThat(disk.list()).isEqualTo(before);
    }
  }

  @Test
  void caseB14_filesOfALaterFormatAreRefusedBeforeAnythingIsWritten() throws IOException {
    CrashDirectory disk = closedStore();
    for (String name : disk.list()) {
      if (name.equals("LOCK") || name.equals("CURRENT")) {
        continue;
      }
      CrashDirectory image = disk.copy();
      byte[] bytes = image.bytes(name);
      int at = name.endsWith(".sst") ? bytes.length - FileStamp.BYTES : 0;
      byte[] stamp = Arrays.copyOfRange(bytes, at, at + FileStamp.BYTES);
      int magic = LittleEndian.getInt(stamp, 0);
      FileStamp now = FileStamp.decode(name, at, stamp, magic, 1, 0);
      byte[] later = new FileStamp(magic, 2, 0, 0, now.fileId()).encode(at);
      System.arraycopy(later, 0, bytes, at, later.length);
      image.overwrite(name, bytes);
      long operations = image.operations();
      assertThatThrownBy(() -> SmallStores.open(image, 2))
          .isInstanceOf(UnknownFormatException.class)
          .hasMessageContaining(name)
          .hasMessageContaining("2");
      assertThat(image.operations()).as(name).isEqualTo(operations);
    }
  }
}
