package dev.tamis.engine;

import static dev.tamis.engine.SmallStores.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class AwaitQuietTest {
  private final FaultDirectory directory = new FaultDirectory(new CrashDirectory());

  @Test
  void afterwardsNothingIsDueAndTheLevelsStayAsTheyAre() throws Exception {
    Options options = SmallStores.tiny().build();
    try (Db db = SmallStores.open(directory, 1, options)) {
      for (int i = 0; i < 3000; i++) {
        db.put(bytes(SmallStores.key(i * 7919 % 3000)), new byte[50]);
      }

      db.awaitQuiet();

      Version version = db.store().versions.view().version();
      assertThat(new CompactionPicker(options).pick(version)).isNull();
      assertThat(db.stats().compactions()).isPositive();
      long compactions = db.stats().compactions();
      db.awaitQuiet();
      assertThat(db.stats().compactions()).isEqualTo(compactions);
    }
  }

  @Test
  void workThatFailsIsToldInsteadOfWaitedFor() throws Exception {
    Options options = SmallStores.tiny().level0Tables(1).build();
    try (Db db = SmallStores.open(directory, 1, options)) {
      directory.add(FaultRule.on(FaultOperation.CREATE, "*.sst.tmp").failForever());
      db.put(bytes("a"), new byte[5000]);
      db.put(bytes("b"), new byte[5000]);
      assertThatThrownBy(db::awaitQuiet).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aClosedStoreRefuses() throws Exception {
    Db db = SmallStores.open(directory, 1);
    db.close();
    assertThatThrownBy(db::awaitQuiet)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("store is closed");
  }
}
