package dev.tamis.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {
  @TempDir Path temporary;
  private Path store;
  private DiskDirectory directory;

  @BeforeEach
  void openStore() throws IOException {
    store = temporary.resolve("store");
    directory = DiskDirectory.open(store);
  }

  @Test
  void caseJ1_secondLockInThisProcessIsRefusedThroughEveryPath() throws IOException {
    Path link = Files.createSymbolicLink(temporary.resolve("link"), store);
    try (Closeable held = directory.lock("LOCK")) {
      assertThat(held).isNotNull();
      for (Path path :
          new Path[] {
            store, link, temporary.resolve("./store"), temporary.resolve("store/../link/.")
          }) {
        assertRefusedHere(DiskDirectory.openExisting(path));
      }
      // The attempts that failed left the lock in place against others.
      assertRefusedThere("pid " + ProcessHandle.current().pid());
    }
    assertLockedThere();
  }

  @Test
  void caseJ1_lockHeldThroughAnotherClassLoaderIsRefusedAndUnharmed() throws Exception {
    try (URLClassLoader loader = new URLClassLoader(classPath(), null)) {
      Class<?> other = loader.loadClass(DiskDirectory.class.getName());
      assertThat(other).isNotSameAs(DiskDirectory.class);
      Object theirs = other.getMethod("open", Path.class).invoke(null, store);
      Closeable held = (Closeable) other.getMethod("lock", String.class).invoke(theirs, "LOCK");
      for (int attempt = 0; attempt < 3; attempt++) {
        assertThatThrownBy(() -> directory.lock("LOCK"))
            .isInstanceOf(StoreLockedException.class)
            .hasMessageContaining("another class loader");
      }
      assertRefusedThere("pid " + ProcessHandle.current().pid());
      held.close();
    }
    try (Closeable held = directory.lock("LOCK")) {
      assertThat(held).isNotNull();
      assertRefusedThere("pid " + ProcessHandle.current().pid());
    }
    assertLockedThere();
  }

  @Test
  void caseJ2_lockOfAnotherProcessHoldsUntilItDies() throws IOException {
    try (ChildJvm child = ChildJvm.start(LockHolder.class, store.toString())) {
      assertThat(child.line()).isEqualTo("locked true");
      for (int attempt = 0; attempt < 3; attempt++) {
        assertThatThrownBy(() -> directory.lock("LOCK"))
            .isInstanceOf(StoreLockedException.class)
            .hasMessageContaining("pid " + child.pid() + " since 2")
            .hasMessageContaining(store.toString());
      }
      assertRefusedThere("pid " + child.pid());
    }
    directory.lock("LOCK").close();
    assertLockedThere();
  }

  @Test
  void lockIsGoneForOthersOnceItIsClosed() throws IOException {
    directory.lock("LOCK").close();
    assertLockedThere();
    assertThat(directory.list()).containsExactly("LOCK");
  }

  @Test
  void heldLockFileIsNotOpenedThroughAnyDirectory() throws IOException {
    try (Closeable held = directory.lock("LOCK")) {
      assertThat(held).isNotNull();
      assertThatThrownBy(() -> DiskDirectory.openExisting(store).open("LOCK"))
          .isInstanceOf(IllegalStateException.class);
      assertRefusedThere("pid");
    }
  }

  @Test
  void lockIsTakenByAThreadThatIsInterrupted() throws IOException {
    Thread.currentThread().interrupt();
    try (Closeable held = directory.lock("LOCK")) {
      assertThat(held).isNotNull();
      assertThat(Thread.interrupted()).isTrue();
      assertRefusedThere("pid");
    } finally {
      Thread.interrupted();
    }
  }

  private static void assertRefusedHere(DiskDirectory other) {
    assertThatThrownBy(() -> other.lock("LOCK"))
        .as("%s", other)
        .isInstanceOf(StoreLockedException.class)
        .hasMessageContaining("this process, pid " + ProcessHandle.current().pid());
  }

  private void assertRefusedThere(String holder) throws IOException {
    try (ChildJvm child = ChildJvm.start(LockHolder.class, store.toString())) {
      assertThat(child.line()).startsWith("refused " + holder);
    }
  }

  private void assertLockedThere() throws IOException {
    try (ChildJvm child = ChildJvm.start(LockHolder.class, store.toString())) {
      assertThat(child.line()).isEqualTo("locked true");
    }
  }

  private static URL[] classPath() throws MalformedURLException {
    String[] entries = System.getProperty("java.class.path").split(File.pathSeparator, -1);
    URL[] urls = new URL[entries.length];
    for (int i = 0; i < entries.length; i++) {
      urls[i] = Path.of(entries[i]).toUri().toURL();
    }
    return urls;
  }
}
