package dev.tamis.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of {@link Directory} and its handles, for every implementation to inherit. */
public abstract class DirectoryContractTest extends FileHandleContractTest {
  @Test
  void newDirectoryIsEmpty() throws IOException {
    assertThat(directory.list()).isEmpty();
    assertThat(directory.toString()).isNotEmpty();
    assertThat(directory.freeSpace()).isPositive();
  }

  @Test
  void createRefusesANameThatIsTakenAndChangesNothing() throws IOException {
    write("a", "old");
    assertThatThrownBy(() -> directory.create("a"))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("a");
    assertThat(content("a")).isEqualTo("old");
  }

  @Test
  void missingFilesAreNoSuchFileExceptionsWithTheName() throws IOException {
    missing(() -> directory.open("gone.sst"));
    missing(() -> directory.size("gone.sst"));
    missing(() -> directory.delete("gone.sst"));
    missing(() -> directory.rename("gone.sst", "b"));
    missing(() -> directory.rename("gone.sst", "gone.sst"));
    missing(() -> directory.link("gone.sst", "b"));
    assertThat(directory.list()).isEmpty();
  }

  @Test
  void deletedNameIsFreeAgain() throws IOException {
    write("a", "old");
    directory.delete("a");
    assertThat(directory.list()).isEmpty();
    missing("a", () -> directory.open("a"));
    write("a", "new");
    assertThat(content("a")).isEqualTo("new");
  }

  @Test
  void deletedFileGoesOnBeingReadThroughItsHandle() throws IOException {
    write("a", "still here");
    try (ReadableFile file = directory.open("a")) {
      directory.delete("a");
      write("a", "other one!");
      assertThat(read(file, 0, 10)).isEqualTo(ascii("still here"));
      assertThat(file.size()).isEqualTo(10);
    }
  }

  @Test
  void renamedFileKeepsItsBytesAndFreesItsName() throws IOException {
    write("a", "content");
    directory.rename("a", "b");
    assertThat(directory.list()).containsExactly("b");
    assertThat(content("b")).isEqualTo("content");
    write("a", "new");
    assertThat(content("b")).isEqualTo("content");
  }

  @Test
  void renameReplacesItsTargetAndOldHandlesReadTheOldFile() throws IOException {
    write("a", "new");
    write("b", "old");
    try (ReadableFile old = directory.open("b")) {
      directory.rename("a", "b");
      assertThat(directory.list()).containsExactly("b");
      assertThat(content("b")).isEqualTo("new");
      assertThat(read(old, 0, 3)).isEqualTo(ascii("old"));
    }
  }

  @Test
  void renameToItselfChangesNothing() throws IOException {
    write("a", "content");
    directory.rename("a", "a");
    assertThat(directory.list()).containsExactly("a");
    assertThat(content("a")).isEqualTo("content");
  }

  @Test
  void appendsThroughARenamedHandleGoOn() throws IOException {
    try (AppendableFile file = directory.create("a")) {
      file.append(ascii("one"), 0, 3);
      directory.rename("a", "b");
      file.append(ascii("two"), 0, 3);
      file.sync();
    }
    assertThat(content("b")).isEqualTo("onetwo");
  }

  @Test
  void linkIsASecondNameOfTheSameBytes() throws IOException {
    write("a", "content");
    directory.link("a", "b");
    assertThat(directory.list()).containsExactly("a", "b");
    directory.delete("a");
    assertThat(content("b")).isEqualTo("content");
  }

  @Test
  void linkRefusesANameThatIsTaken() throws IOException {
    write("a", "one");
    write("b", "two");
    refused(FileAlreadyExistsException.class, () -> directory.link("a", "b"));
    refused(FileAlreadyExistsException.class, () -> directory.link("a", "a"));
    assertThat(content("b")).isEqualTo("two");
  }

  @Test
  void renameBetweenTwoNamesOfOneFileLeavesBoth() throws IOException {
    write("a", "content");
    directory.link("a", "b");
    directory.rename("a", "b");
    assertThat(directory.list()).containsExactly("a", "b");
  }

  @Test
  void listIsSorted() throws IOException {
    for (String name : new String[] {"b", "B", "10", "9", "a.tmp", "a", "_", "-"}) {
      write(name, name);
    }
    assertThat(directory.list()).containsExactly("-", "10", "9", "B", "_", "a", "a.tmp", "b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "..", "a/b", "/a", "../a", "a b", "a\\b", "a:b", "a\0b", "ä", "a\n", "*"})
  void namesThatAreNoneAreRefusedEverywhere(String name) throws IOException {
    write("a", "content");
    badName(() -> directory.create(name));
    badName(() -> directory.open(name));
    badName(() -> directory.size(name));
    badName(() -> directory.delete(name));
    badName(() -> directory.lock(name));
    badName(() -> directory.rename(name, "b"));
    badName(() -> directory.rename("a", name));
    badName(() -> directory.link(name, "b"));
    badName(() -> directory.link("a", name));
    assertThat(directory.list()).containsExactly("a");
  }

  @Test
  void namesMayBe255CharactersLong() throws IOException {
    String longest = "n".repeat(255);
    write(longest, "x");
    assertThat(directory.list()).containsExactly(longest);
    badName(() -> directory.create("n".repeat(256)));
    write("..a", "x");
    write(".hidden_-9Z", "x");
  }

  @Test
  void secondLockIsRefusedUntilTheFirstIsClosed() throws IOException {
    Closeable first = directory.lock("LOCK");
    for (int attempt = 0; attempt < 3; attempt++) {
      refused(StoreLockedException.class, () -> directory.lock("LOCK"));
    }
    assertThat(directory.list()).containsExactly("LOCK");
    first.close();
    Closeable second = directory.lock("LOCK");
    // Closing the first again must not take the second away.
    first.close();
    refused(StoreLockedException.class, () -> directory.lock("LOCK"));
    second.close();
    directory.lock("LOCK").close();
    assertThat(directory.list()).containsExactly("LOCK");
  }

  @Test
  void heldLockFileIsNotOpened() throws IOException {
    try (Closeable held = directory.lock("LOCK")) {
      refused(IllegalStateException.class, () -> directory.open("LOCK"));
      refused(StoreLockedException.class, () -> directory.lock("LOCK"));
      assertThat(held).isNotNull();
    }
    directory.open("LOCK").close();
  }

  @Test
  void locksOfDifferentNamesAreIndependent() throws IOException {
    try (Closeable one = directory.lock("LOCK");
        Closeable other = directory.lock("OTHER")) {
      assertThat(one).isNotSameAs(other);
    }
  }

  @Test
  void syncsReturnOnFilesAndNamesOfEveryKind() throws IOException {
    directory.sync();
    try (AppendableFile file = directory.create("a")) {
      file.sync();
      file.append(ascii("x"), 0, 1);
      file.sync();
      file.sync();
      directory.delete("a");
      file.append(ascii("y"), 0, 1);
      file.sync();
      assertThat(file.size()).isEqualTo(2);
    }
    directory.sync();
    assertThat(directory.list()).isEmpty();
  }

  private static void missing(ThrowingCallable call) {
    missing("gone.sst", call);
  }

  private static void missing(String name, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NoSuchFileException.class).hasMessageContaining(name);
  }

  private static void badName(ThrowingCallable call) {
    refused(IllegalArgumentException.class, call);
  }
}
