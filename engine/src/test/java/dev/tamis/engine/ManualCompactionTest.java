package dev.tamis.engine;

import static dev.tamis.engine.TestStore.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import org.junit.jupiter.api.Test;

class ManualCompactionTest {
  private final FaultDirectory directory = new FaultDirectory(new CrashDirectory());

  @Test
  void tablesOfTheLastLevelStayDisjointWhenOnlySomeAreRewritten() throws Exception {
    Options moving = Options.builder().level0Tables(1).build();
    try (Db db = TestStore.open(directory, moving)) {
      moveToLevel1(db, 1, "a", true);
      moveToLevel1(db, 2, "m", false);
      moveToLevel1(db, 3, "z", true);

      db.compact(null, null);

      assertThat(db.verify().problems()).isEmpty();
      assertThat(db.levels().get(1).entries()).as("deletes are gone").isEqualTo(3);
    }
    try (Db db = TestStore.open(directory, moving)) {
      assertThat(db.get(bytes("m"))).isEqualTo(bytes("m"));
    }
  }

  @Test
  void whoWaitsBehindACompactionThatDiesIsTold() throws Exception {
    Db db = TestStore.open(directory, Options.builder().level0Tables(100).build());
    for (int i = 0; i < 2; i++) {
      db.put(bytes("key"), bytes("value " + i));
      db.flush();
    }
    TestStore.Attempt[] second = new TestStore.Attempt[1];
    directory.add(
        FaultRule.on(FaultOperation.CREATE, "*.sst.tmp")
            .run(
                () -> {
                  second[0] = TestStore.start(() -> db.compact(null, null));
                  TestStore.waitUntil(second[0]::isWaiting);
                  throw new StackOverflowError("injected");
                }));

    TestStore.Attempt first = TestStore.start(() -> db.compact(null, null));

    assertThat(first.outcome()).isInstanceOf(ReadOnlyException.class);
    assertThat(second[0].outcome()).isInstanceOf(ReadOnlyException.class);
  }

  /** A table of one key and perhaps of a delete that hides nothing. */
  private static void moveToLevel1(Db db, int tables, String name, boolean withDelete)
      throws Exception {
    db.put(bytes(name), bytes(name));
    if (withDelete) {
      db.delete(bytes(name + "2"));
    }
    db.flush();
    TestStore.waitUntil(() -> db.stats().trivialMoves() == tables);
  }
}
