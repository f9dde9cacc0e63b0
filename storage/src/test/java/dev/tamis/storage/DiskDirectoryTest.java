package dev.tamis.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskDirectoryTest {
  @TempDir Path temporary;
  private DiskDirectory directory;

  @BeforeEach
  void openStore() throws IOException {
    directory = DiskDirectory.open(temporary.resolve("store"));
  }

  @AfterEach
  void clearFlag() {
    Thread.interrupted();
  }

  @Test
  void missingDirectoriesAreCreatedAndExistingOnesOpened() throws IOException {
    Path deep = temporary.resolve("a/b/c");
    try (DiskDirectory created = DiskDirectory.open(deep)) {
      created.create("x").close();
      assertThat(created.toString()).isEqualTo(deep.toRealPath().toString());
    }
    try (DiskDirectory again = DiskDirectory.open(deep.resolve("./../c"))) {
      assertThat(again.list()).containsExactly("x");
    }
    Files.createDirectory(temporary.resolve("empty"));
    assertThat(DiskDirectory.open(temporary.resolve("empty")).list()).isEmpty();
  }

  @Test
  void openExistingCreatesNothing() throws IOException {
    Path missing = temporary.resolve("missing");
    assertThatThrownBy(() -> DiskDirectory.openExisting(missing))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(missing).doesNotExist();
    Path file = Files.createFile(temporary.resolve("file"));
    assertThatThrownBy(() -> DiskDirectory.openExisting(file))
        .isInstanceOf(NotDirectoryException.class);
    assertThatThrownBy(() -> DiskDirectory.open(file))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> DiskDirectory.open(file.resolve("below")))
        .isInstanceOf(FileSystemException.class);
  }

  @Test
  void subdirectoriesAndLinksAreNeitherListedNorOpened() throws IOException {
    Path store = temporary.resolve("store");
    Files.createDirectory(store.resolve("sub"));
    Files.createSymbolicLink(store.resolve("link"), store.resolve("sub"));
    directory.create("file").close();
    assertThat(directory.list()).containsExactly("file");
    assertThatThrownBy(() -> directory.open("sub")).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void readWithTheInterruptFlagSetCompletesAndKeepsTheFlag() throws IOException {
    write("a", content(1, 3 << 20));
    try (ReadableFile file = directory.open("a")) {
      Thread.currentThread().interrupt();
      byte[] all = new byte[3 << 20];
      file.readFully(0, ByteBuffer.wrap(all));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(all).isEqualTo(content(1, 3 << 20));
      file.readFully(0, ByteBuffer.allocateDirect(10));
      assertThat(Thread.interrupted()).isFalse();
    }
  }

  @Test
  void readsOfManyThreadsGoOnUnderAStormOfInterrupts() throws Exception {
    byte[] content = content(2, 256 << 10);
    write("a", content);
    AtomicLong flagsSeen = new AtomicLong();
    try (ReadableFile file = directory.open("a")) {
      List<FutureTask<Void>> tasks = new ArrayList<>();
      List<Thread> readers = new ArrayList<>();
      for (int reader = 0; reader < 6; reader++) {
        SplittableRandom random = new SplittableRandom(reader);
        FutureTask<Void> task =
            new FutureTask<>(() -> readAtRandom(file, content, random, flagsSeen), null);
        tasks.add(task);
        readers.add(new Thread(task, "reader-" + reader));
      }
      readers.forEach(Thread::start);
      SplittableRandom random = new SplittableRandom(99);
      while (readers.stream().anyMatch(Thread::isAlive)) {
        readers.get(random.nextInt(readers.size())).interrupt();
        LockSupport.parkNanos(100_000);
      }
      for (FutureTask<Void> task : tasks) {
        task.get();
      }
      assertThat(flagsSeen.get()).isPositive();
      file.readFully(0, ByteBuffer.allocate(1));
    }
    assertThat(descriptorsBelow(temporary)).isZero();
  }

  private static void readAtRandom(
      ReadableFile file, byte[] content, SplittableRandom random, AtomicLong flagsSeen) {
    try {
      for (int i = 0; i < 1500; i++) {
        int length = 1 + random.nextInt(8192);
        int position = random.nextInt(content.length - length);
        ByteBuffer buffer = ByteBuffer.allocate(length);
        file.readFully(position, buffer);
        assertThat(buffer.flip()).isEqualTo(ByteBuffer.wrap(content, position, length));
        if (Thread.interrupted()) {
          flagsSeen.incrementAndGet();
        }
      }
    } catch (IOException e) {
      throw new AssertionError("read failed at an interrupt", e);
    }
  }

  @Test
  void interruptedReadNeverAnswersFromAnotherFileOfThatName() throws IOException {
    write("a", content(3, 100));
    write("b", content(4, 100));
    try (ReadableFile file = directory.open("a")) {
      directory.rename("b", "a");
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> file.readFully(0, ByteBuffer.allocate(10)))
          .isInstanceOf(NoSuchFileException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void interruptedThreadCreatesAppendsSyncsOpensAndLists() throws IOException {
    Thread.currentThread().interrupt();
    try (AppendableFile file = directory.create("a")) {
      byte[] content = content(5, (2 << 20) + 1);
      file.append(content, 0, content.length);
      file.sync();
      file.append(content, 0, 1);
      assertThat(file.size()).isEqualTo(content.length + 1);
    }
    try (ReadableFile file = directory.open("a")) {
      assertThat(file.size()).isEqualTo((2 << 20) + 2);
    }
    directory.rename("a", "b");
    assertThat(directory.list()).containsExactly("b");
    assertThat(directory.size("b")).isEqualTo((2 << 20) + 2);
    directory.delete("b");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void syncOfNamesWithTheInterruptFlagSetCompletesAndKeepsTheFlag() throws IOException {
    Thread.currentThread().interrupt();
    directory.sync();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void fileThatIsShorterThanWhenItWasOpenedEndsEarly() throws IOException {
    write("a", content(6, 100));
    try (ReadableFile file = directory.open("a")) {
      Files.write(temporary.resolve("store/a"), new byte[40]);
      assertThat(file.size()).isEqualTo(100);
      assertThatThrownBy(() -> file.readFully(30, ByteBuffer.allocate(20)))
          .isInstanceOf(java.io.EOFException.class)
          .hasMessageContaining("got=10");
    }
  }

  @Test
  void nothingLeavesADescriptorOpen() throws IOException {
    write("a", content(7, 10));
    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(() -> directory.create("a"))
          .isInstanceOf(FileAlreadyExistsException.class);
      assertThatThrownBy(() -> directory.open("gone")).isInstanceOf(NoSuchFileException.class);
      directory.open("a").close();
      directory.lock("LOCK").close();
      directory.list();
      directory.sync();
      ReadableFile held = directory.open("a");
      assertThat(descriptorsBelow(temporary)).isEqualTo(1);
      held.close();
    }
    assertThat(descriptorsBelow(temporary)).isZero();
  }

  @Test
  void fileSizeLimitOfTheSystemIsADiskThatIsFull() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash to set a limit with");
    List<String> limited = List.of("/bin/bash", "-c", "ulimit -f 1024; exec \"$@\"", "limited");
    String store = temporary.resolve("store").toString();
    try (ChildJvm child = ChildJvm.start(limited, OversizeWriter.class, store)) {
      assertThat(child.line()).isEqualTo("DiskFullException IOException 0");
    }
  }

  @Test
  void errorsOfAFullDiskAreToldFromOthers() {
    for (String text : new String[] {"No space left on device", "x: Disk quota exceeded"}) {
      assertThat(DiskErrors.ofName("7.sst", new IOException(text)))
          .isInstanceOf(DiskFullException.class)
          .hasMessageContaining("7.sst");
    }
    IOException other = new IOException("Input/output error");
    assertThat(DiskErrors.ofName("7.sst", other)).isSameAs(other);
    assertThat(DiskErrors.ofWrite(temporary, "7.sst", 1, other)).isSameAs(other);
    assertThat(DiskErrors.ofWrite(temporary, "7.sst", Long.MAX_VALUE, other))
        .isInstanceOf(DiskFullException.class);
    assertThat(DiskErrors.ofName("7.sst", new IOException((String) null)))
        .isNotInstanceOf(DiskFullException.class);
  }

  /** Descriptors of this process on files below a directory. */
  private static long descriptorsBelow(Path root) throws IOException {
    Path descriptors = Path.of("/proc/self/fd");
    assumeTrue(Files.isDirectory(descriptors), "no /proc/self/fd here");
    long count = 0;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(descriptors)) {
      for (Path entry : entries) {
        // The stream's own descriptor is gone when it is looked at.
        if (Files.isSymbolicLink(entry)
            && Files.readSymbolicLink(entry).startsWith(root.toRealPath())) {
          count++;
        }
      }
    }
    return count;
  }

  private void write(String name, byte[] content) throws IOException {
    try (AppendableFile file = directory.create(name)) {
      file.append(content, 0, content.length);
    }
  }

  private static byte[] content(long seed, int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }
}
