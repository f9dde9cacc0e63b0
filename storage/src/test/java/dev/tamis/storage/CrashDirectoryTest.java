package dev.tamis.storage;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CrashDirectoryTest {
  private static final int SEEDS = 200;

  private final CrashDirectory directory = new CrashDirectory();

  @ParameterizedTest
  @EnumSource(CrashModel.class)
  void syncedBytesAndNamesStayUnderEveryModel(CrashModel model) throws IOException {
    AppendableFile file = write("a", "synced");
    file.sync();
    directory.sync();
    file.append(ascii("unsynced"), 0, 8);
    write("b", "new").sync();
    for (long seed = 0; seed < SEEDS; seed++) {
      CrashDirectory image = directory.crash(model, seed);
      assertThat(image.list()).as("%s seed %d", model, seed).contains("a");
      assertThat(text(image, "a")).as("%s seed %d", model, seed).startsWith("synced");
    }
  }

  @ParameterizedTest
  @EnumSource(CrashModel.class)
  void sameSeedGivesTheSameImage(CrashModel model) throws IOException {
    unsyncedHistory(directory);
    for (long seed = 0; seed < 20; seed++) {
      assertThat(fingerprint(directory.crash(model, seed)))
          .as("%s seed %d", model, seed)
          .isEqualTo(fingerprint(directory.copy().crash(model, seed)));
    }
  }

  @Test
  void everyModelThatDrawsGivesManyImages() throws IOException {
    unsyncedHistory(directory);
    for (CrashModel model : CrashModel.values()) {
      Set<String> images = new HashSet<>();
      for (long seed = 0; seed < SEEDS; seed++) {
        images.add(fingerprint(directory.crash(model, seed)));
      }
      boolean fixed = model == CrashModel.KEEP_ALL || model == CrashModel.DROP_ALL;
      if (fixed) {
        assertThat(images).as("%s", model).hasSize(1);
      } else {
        assertThat(images).as("%s", model).hasSizeGreaterThan(5);
      }
    }
  }

  @Test
  void keepAllKeepsAllAndStillDoesNotCallItDurable() throws IOException {
    write("a", "unsynced");
    CrashDirectory killed = directory.crash(CrashModel.KEEP_ALL, 0);
    assertThat(text(killed, "a")).isEqualTo("unsynced");
    killed.sync();
    CrashDirectory powerCut = killed.crash(CrashModel.DROP_ALL, 0);
    assertThat(text(powerCut, "a")).isEmpty();
    assertThat(directory.crash(CrashModel.DROP_ALL, 0).list()).isEmpty();
  }

  @Test
  void dropAllLosesUnsyncedNamesOfSyncedFilesAndBytesOfSyncedNames() throws IOException {
    write("bytes", "synced").sync();
    write("name", "lost");
    assertThat(directory.crash(CrashModel.DROP_ALL, 0).list()).isEmpty();
    directory.sync();
    CrashDirectory image = directory.crash(CrashModel.DROP_ALL, 0);
    assertThat(image.list()).containsExactly("bytes", "name");
    assertThat(text(image, "bytes")).isEqualTo("synced");
    assertThat(text(image, "name")).isEmpty();
  }

  @Test
  void renameThatIsNotDurableRestoresBothNames() throws IOException {
    write("CURRENT", "old").sync();
    write("CURRENT.tmp", "new").sync();
    directory.sync();
    directory.rename("CURRENT.tmp", "CURRENT");
    CrashDirectory image = directory.crash(CrashModel.DROP_ALL, 0);
    assertThat(text(image, "CURRENT")).isEqualTo("old");
    assertThat(text(image, "CURRENT.tmp")).isEqualTo("new");
    directory.sync();
    image = directory.crash(CrashModel.DROP_ALL, 0);
    assertThat(image.list()).containsExactly("CURRENT");
    assertThat(text(image, "CURRENT")).isEqualTo("new");
  }

  @Test
  void deleteThatIsNotDurableBringsTheFileBack() throws IOException {
    write("a", "content").sync();
    directory.sync();
    directory.delete("a");
    assertThat(text(directory.crash(CrashModel.DROP_ALL, 0), "a")).isEqualTo("content");
    directory.sync();
    assertThat(directory.crash(CrashModel.DROP_ALL, 0).list()).isEmpty();
  }

  @Test
  void prefixImagesAreExactlyThePointsOfTheGlobalOrder() throws IOException {
    AppendableFile a = directory.create("a");
    a.append(ascii("1"), 0, 1);
    AppendableFile b = directory.create("b");
    b.append(ascii("2"), 0, 1);
    a.append(ascii("3"), 0, 1);
    directory.delete("b");
    Set<String> images = new TreeSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      images.add(fingerprint(directory.crash(CrashModel.PREFIX, seed)));
    }
    assertThat(images)
        .containsExactlyInAnyOrder("", "a=;", "a=1;", "a=1;b=;", "a=1;b=2;", "a=13;b=2;", "a=13;");
  }

  @Test
  void blocksLeaveHolesOfZerosOnBlockBoundaries() throws IOException {
    AppendableFile file = write("a", "x".repeat(5000));
    file.sync();
    directory.sync();
    byte[] more = ascii("y".repeat(20_000));
    file.append(more, 0, more.length);
    boolean hole = false;
    for (long seed = 0; seed < SEEDS; seed++) {
      String left = text(directory.crash(CrashModel.BLOCKS, seed), "a");
      assertThat(left).startsWith("x".repeat(5000));
      for (int block = 8192; block < left.length(); block += 4096) {
        String bytes = left.substring(block, Math.min(left.length(), block + 4096));
        assertThat(bytes.chars().distinct().count()).as("seed %d at %d", seed, block).isEqualTo(1);
        hole |= bytes.charAt(0) == 0 && left.indexOf('y', block) > 0;
      }
    }
    assertThat(hole).isTrue();
  }

  @Test
  void tornKeepsWhatCameBeforeTheTornWriteAndCutsAtAnyByte() throws IOException {
    AppendableFile file = write("a", "first");
    directory.sync();
    file.append(ascii("z".repeat(3000)), 0, 3000);
    Set<Integer> lengths = new HashSet<>();
    boolean holes = false;
    for (long seed = 0; seed < SEEDS; seed++) {
      String left = text(directory.crash(CrashModel.TORN, seed), "a");
      if (left.length() > 5) {
        assertThat(left).startsWith("first");
        lengths.add(left.length());
        holes |= left.indexOf(0) >= 0 && left.lastIndexOf('z') > left.indexOf(0);
      }
    }
    assertThat(lengths).hasSizeGreaterThan(30);
    assertThat(holes).isTrue();
  }

  @Test
  void sizeFirstShowsZerosGarbageAndMissingBytes() throws IOException {
    write("a", "q".repeat(100));
    boolean zeros = false;
    boolean garbage = false;
    boolean empty = false;
    for (long seed = 0; seed < SEEDS; seed++) {
      CrashDirectory image = directory.crash(CrashModel.SIZE_FIRST, seed);
      assertThat(image.list()).containsExactly("a");
      String left = text(image, "a");
      empty |= left.isEmpty();
      zeros |= left.length() == 100 && left.chars().allMatch(c -> c == 0);
      garbage |= left.chars().anyMatch(c -> c != 0 && c != 'q');
    }
    assertThat(List.of(zeros, garbage, empty)).containsOnly(true);
  }

  @Test
  void dirSubsetReordersDeletesAndRenames() throws IOException {
    write("old", "1").sync();
    write("tmp", "2").sync();
    directory.sync();
    directory.rename("tmp", "new");
    directory.delete("old");
    Set<String> images = new TreeSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      images.add(fingerprint(directory.crash(CrashModel.DIR_SUBSET, seed)));
    }
    assertThat(images)
        .containsExactlyInAnyOrder("old=1;tmp=2;", "new=2;old=1;", "tmp=2;", "new=2;");
  }

  @Test
  void crashLeavesTheOriginalAndItsHandlesAlone() throws IOException {
    AppendableFile file = write("a", "one");
    CrashDirectory image = directory.crash(CrashModel.KEEP_ALL, 0);
    file.append(ascii("two"), 0, 3);
    image.delete("a");
    image.create("a").close();
    assertThat(text(directory, "a")).isEqualTo("onetwo");
    assertThat(text(image, "a")).isEmpty();
    file.sync();
    directory.sync();
    assertThat(text(directory.crash(CrashModel.DROP_ALL, 0), "a")).isEqualTo("onetwo");
  }

  @Test
  void locksAreGoneInTheImage() throws IOException {
    try (Closeable held = directory.lock("LOCK")) {
      directory.crash(CrashModel.KEEP_ALL, 0).lock("LOCK").close();
      assertThat(directory.openHandles()).containsExactly("lock LOCK");
      assertThat(held).isNotNull();
    }
  }

  @ParameterizedTest
  @EnumSource(CrashPoint.class)
  void crashComesAtEveryOperationAndStays(CrashPoint point) throws IOException {
    CrashDirectory whole = new CrashDirectory();
    unsyncedHistory(whole);
    long operations = whole.operations();
    assertThat(operations).isGreaterThan(10);
    for (long at = 1; at <= operations; at++) {
      CrashDirectory dying = new CrashDirectory();
      dying.crashAt(at, point);
      long number = at;
      assertThatThrownBy(() -> unsyncedHistory(dying))
          .isInstanceOfSatisfying(
              SimulatedCrash.class, e -> assertThat(e.operation()).isEqualTo(number));
      assertThatThrownBy(dying::list).isInstanceOf(SimulatedCrash.class);
      assertThatThrownBy(() -> dying.create("x")).isInstanceOf(SimulatedCrash.class);
      assertThat(dying.operations()).isEqualTo(at);
      dying.crash(CrashModel.KEEP_ALL, at).list();
    }
    CrashDirectory surviving = new CrashDirectory();
    surviving.crashAt(operations + 1, point);
    unsyncedHistory(surviving);
  }

  @Test
  void pointSaysHowMuchOfTheLastOperationIsThere() throws IOException {
    List<String> left = new ArrayList<>();
    for (CrashPoint point : CrashPoint.values()) {
      CrashDirectory dying = new CrashDirectory();
      AppendableFile file = dying.create("a");
      dying.crashAt(2, point);
      assertThatThrownBy(() -> file.append(ascii("x".repeat(100)), 0, 100))
          .isInstanceOf(SimulatedCrash.class);
      left.add(text(dying, "a"));
    }
    assertThat(left.get(0)).isEmpty();
    assertThat(left.get(1).length()).isBetween(1, 99);
    assertThat(left.get(2)).hasSize(100);
  }

  @Test
  void openHandlesAreNamedUntilTheyAreClosed() throws IOException {
    AppendableFile writer = write("a", "x");
    ReadableFile reader = directory.open("a");
    assertThat(directory.openHandles()).containsExactly("append a", "read a");
    writer.close();
    reader.close();
    assertThat(directory.openHandles()).isEmpty();
  }

  @Test
  void overwriteIsRotUnderOpenHandlesAndPutIsAnotherFile() throws IOException {
    write("a", "good").close();
    try (ReadableFile reader = directory.open("a")) {
      directory.overwrite("a", ascii("rott"));
      assertThat(read(reader, 4)).isEqualTo("rott");
      directory.overwrite("a", ascii("ro"));
      assertThatThrownBy(() -> read(reader, 4)).isInstanceOf(EOFException.class);
      directory.put("a", ascii("else"));
      assertThat(read(reader, 2)).isEqualTo("ro");
    }
    assertThat(text(directory.crash(CrashModel.DROP_ALL, 0), "a")).isEqualTo("else");
  }

  @Test
  void freeSpaceIsWhatWasSet() {
    directory.setFreeSpace(42);
    assertThat(directory.freeSpace()).isEqualTo(42);
  }

  private static void unsyncedHistory(CrashDirectory directory) throws IOException {
    try (AppendableFile log = directory.create("log")) {
      directory.sync();
      for (int i = 0; i < 6; i++) {
        byte[] record = new byte[700 * (i + 1)];
        Arrays.fill(record, (byte) ('a' + i));
        log.append(record, 0, record.length);
        if (i == 2) {
          log.sync();
        }
      }
      try (AppendableFile tmp = directory.create("tmp")) {
        tmp.append(ascii("pointer"), 0, 7);
        tmp.sync();
      }
      directory.rename("tmp", "CURRENT");
      directory.link("CURRENT", "backup");
      directory.delete("backup");
    }
  }

  private AppendableFile write(String name, String text) throws IOException {
    AppendableFile file = directory.create(name);
    file.append(ascii(text), 0, text.length());
    return file;
  }

  private static String text(CrashDirectory directory, String name) throws IOException {
    return new String(directory.bytes(name), US_ASCII);
  }

  private static String read(ReadableFile file, int length) throws IOException {
    byte[] bytes = new byte[length];
    file.readFully(0, ByteBuffer.wrap(bytes));
    return new String(bytes, US_ASCII);
  }

  private static String fingerprint(CrashDirectory directory) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String name : directory.list()) {
      all.append(name).append('=').append(text(directory, name)).append(';');
    }
    return all.toString();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }
}
