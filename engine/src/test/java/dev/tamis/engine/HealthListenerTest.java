package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class HealthListenerTest {
  private final FaultDirectory directory = new FaultDirectory(new CrashDirectory());
  private final List<Health> heard = new CopyOnWriteArrayList<>();

  @Test
  void hearsOfTheFirstFailureAndOfTheClose() throws Exception {
    Db db = open(heard::add);
    SmallStores.put(db, "a", "1", Durability.SYNC);
    directory.add(FaultRule.on(FaultOperation.APPEND, "*.log").failForever());
    assertThatThrownBy(() -> SmallStores.put(db, "b", "2", Durability.BUFFERED))
        .isInstanceOf(IOException.class);
    Waits.until(() -> heard.size() == 1);
    assertThat(heard.get(0).state()).isEqualTo(Health.State.READ_ONLY);
    assertThat(heard.get(0).cause()).isSameAs(db.health().cause()).isNotNull();
    assertThatThrownBy(db::close).isInstanceOf(IOException.class);
    Waits.until(() -> heard.size() == 2);
    assertThat(heard.get(1).state()).isEqualTo(Health.State.CLOSED);
  }

  @Test
  void hearsThatAFlushFailsAndThatItWorksAgain() throws Exception {
    try (Db db = open(heard::add)) {
      SmallStores.put(db, "a", "1", Durability.BUFFERED);
      directory.add(FaultRule.on(FaultOperation.CREATE, "*.sst.tmp").failForever());
      assertThatThrownBy(db::flush).isInstanceOf(IOException.class);
      directory.clear();
      db.flush();
      Waits.until(() -> heard.size() == 2);
      assertThat(heard)
          .extracting(Health::state)
          .containsExactly(Health.State.DEGRADED, Health.State.OPEN);
    }
  }

  @Test
  void caseJ8_oneThatThrowsHearsOfTheNextChangeAllTheSame() throws Exception {
    Db db =
        open(
            health -> {
              Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {});
              heard.add(health);
              throw new IllegalStateException("listener");
            });
    SmallStores.put(db, "a", "1", Durability.BUFFERED);
    directory.add(FaultRule.on(FaultOperation.CREATE, "*.sst.tmp").failForever());
    assertThatThrownBy(db::flush).isInstanceOf(IOException.class);
    directory.clear();
    db.flush();
    db.close();
    Waits.until(() -> heard.size() == 3);
    assertThat(heard.get(2).state()).isEqualTo(Health.State.CLOSED);
  }

  @Test
  void caseJ8_oneThatBlocksStallsNothing() throws Exception {
    CountDownLatch released = new CountDownLatch(1);
    Db db =
        open(
            health -> {
              heard.add(health);
              Waits.await(released);
            });
    try {
      SmallStores.put(db, "a", "1", Durability.BUFFERED);
      directory.add(FaultRule.on(FaultOperation.CREATE, "*.sst.tmp").failForever());
      assertThatThrownBy(db::flush).isInstanceOf(IOException.class);
      Waits.until(() -> heard.size() == 1);
      directory.clear();
      db.flush();
      SmallStores.put(db, "b", "2", Durability.SYNC);
      assertThat(SmallStores.get(db, "b")).isEqualTo("2");
      db.close();
      assertThat(heard).hasSize(1);
    } finally {
      released.countDown();
    }
    Waits.until(() -> heard.size() == 3);
    assertThat(heard)
        .extracting(Health::state)
        .containsExactly(Health.State.DEGRADED, Health.State.OPEN, Health.State.CLOSED);
  }

  @Test
  void caseJ8_mayCloseTheStore() throws Exception {
    AtomicReference<Db> store = new AtomicReference<>();
    Db db =
        open(
            health -> {
              heard.add(health);
              if (health.state() == Health.State.DEGRADED) {
                closeQuietly(store.get());
              }
            });
    store.set(db);
    SmallStores.put(db, "a", "1", Durability.BUFFERED);
    directory.add(FaultRule.on(FaultOperation.CREATE, "*.sst.tmp").failForever());
    assertThatThrownBy(db::flush).isInstanceOfAny(IOException.class, IllegalStateException.class);
    Waits.until(() -> db.health().state() == Health.State.CLOSED && heard.size() == 2);
    assertThat(heard.get(1).state()).isEqualTo(Health.State.CLOSED);
  }

  private static void closeQuietly(Db db) {
    try {
      db.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Db open(Consumer<Health> listener) throws IOException {
    return SmallStores.open(directory, 1, SmallStores.tiny().healthListener(listener).build());
  }
}
