package dev.tamis.engine;

import static dev.tamis.engine.TestStore.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CloseRaceTest {
  private final CrashDirectory disk = new CrashDirectory();
  private final FaultDirectory directory = new FaultDirectory(disk);

  @Test
  void verifyingAStoreThatIsClosedMeanwhileFindsNoDamageAndDeletesNothing() throws Exception {
    Db db = TestStore.open(directory, Options.builder().level0Tables(100).build());
    for (int i = 0; i < 2; i++) {
      db.put(bytes("key"), bytes("value " + i));
      db.flush();
    }
    List<Throwable> failures = new ArrayList<>();
    long[] deletes = new long[1];
    directory.add(
        FaultRule.on(FaultOperation.READ, "*.sst")
            .run(
                () -> {
                  TestStore.Attempt compactAndClose =
                      TestStore.start(
                          () -> {
                            db.compact(null, null);
                            db.close();
                          });
                  try {
                    failures.add(compactAndClose.outcome());
                  } catch (InterruptedException e) {
                    failures.add(e);
                  }
                  deletes[0] = directory.count(FaultOperation.DELETE);
                }));

    assertThatThrownBy(db::verify).isInstanceOf(IllegalStateException.class);

    assertThat(failures).containsExactly((Throwable) null);
    assertThat(directory.count(FaultOperation.DELETE)).isEqualTo(deletes[0]);
  }

  @Test
  void aLogThatCouldNotBeBegunIsNotLeftOpen() throws Exception {
    Db db = TestStore.open(directory, Options.defaults());
    directory.add(FaultRule.on(FaultOperation.APPEND, "*.log").nth(2).failOnce());
    assertThatThrownBy(() -> db.put(bytes("a"), bytes("1"))).isInstanceOf(IOException.class);
    assertThatThrownBy(db::close).isInstanceOf(ReadOnlyException.class);
    assertThat(disk.openHandles()).isEmpty();
  }
}
