package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.ChildJvm;
import dev.tamis.storage.StoreLockedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockTest {
  private static final byte[] KEY = "key".getBytes(UTF_8);

  @TempDir Path temporary;
  private Path store;

  @BeforeEach
  void nameTheStore() {
    store = temporary.resolve("store");
  }

  @Test
  void caseJ1_secondOpenInThisProcessIsRefusedThroughEveryPath() throws IOException {
    try (Db db = Db.open(store, Options.defaults())) {
      db.put(KEY, bytes("before"), Durability.SYNC);
      Path link = Files.createSymbolicLink(temporary.resolve("link"), store);
      for (Path path :
          new Path[] {store, store, link, temporary.resolve("./store"), link.resolve(".")}) {
        assertThatThrownBy(() -> Db.open(path, Options.defaults()))
            .as("%s", path)
            .isInstanceOfSatisfying(
                StoreLockedException.class,
                refused ->
                    assertThat(refused.holder())
                        .contains("this process, pid " + ProcessHandle.current().pid() + " since"));
      }
      assertThat(db.get(KEY)).isEqualTo(bytes("before"));
      db.put(KEY, bytes("after"), Durability.SYNC);
      db.flush();
      db.compact(null, null);
      assertThat(db.verify().problems()).isEmpty();
      // The refused ones have not dropped the lock against others.
      assertRefusedThere(store);
    }
    try (Db db = Db.open(temporary.resolve("./store"), Options.defaults())) {
      assertThat(db.recoveryReport().cleanlyClosed()).isTrue();
      assertThat(db.get(KEY)).isEqualTo(bytes("after"));
    }
  }

  @Test
  void caseJ2_secondProcessIsRefusedUntilTheFirstIsKilled() throws IOException {
    try (ChildJvm first = ChildJvm.start(StoreHolder.class, store.toString(), "first")) {
      assertThat(first.line()).isEqualTo("opened null");
      for (int attempt = 0; attempt < 3; attempt++) {
        assertThatThrownBy(() -> Db.open(store, Options.defaults()))
            .isInstanceOfSatisfying(
                StoreLockedException.class,
                refused -> assertThat(refused.holder()).contains("pid " + first.pid() + " since"));
      }
      // A third process after the failed attempts: they must not have freed the lock.
      try (ChildJvm third = ChildJvm.start(StoreHolder.class, store.toString(), "third")) {
        assertThat(third.line()).startsWith("refused").contains("pid " + first.pid());
      }
      first.kill();
    }
    try (Db db = Db.open(store, Options.defaults())) {
      assertThat(db.recoveryReport().cleanlyClosed()).isFalse();
      assertThat(db.get(KEY)).isEqualTo(bytes("first"));
    }
  }

  @Test
  void lockGoesWithTheCloseAlsoForOtherProcesses() throws IOException {
    Db.open(store, Options.defaults()).close();
    try (ChildJvm child = ChildJvm.start(StoreHolder.class, store.toString(), "child")) {
      assertThat(child.line()).isEqualTo("opened null");
      child.send("close");
      assertThat(child.line()).isEqualTo("closed");
      try (Db db = Db.open(store, Options.defaults())) {
        assertThat(db.recoveryReport().cleanlyClosed()).isTrue();
        assertThat(db.get(KEY)).isEqualTo(bytes("child"));
      }
    }
  }

  @Test
  void failedOpenReleasesTheLock() throws IOException {
    Db.open(store, Options.defaults()).close();
    Path current = store.resolve("CURRENT");
    byte[] good = Files.readAllBytes(current);
    Files.write(current, new byte[3]);
    assertThatThrownBy(() -> Db.open(store, Options.defaults())).isInstanceOf(IOException.class);
    Files.write(current, good);
    Db.open(store, Options.defaults()).close();
  }

  private static void assertRefusedThere(Path store) throws IOException {
    try (ChildJvm child = ChildJvm.start(StoreHolder.class, store.toString(), "child")) {
      assertThat(child.line())
          .startsWith("refused")
          .contains("pid " + ProcessHandle.current().pid());
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
