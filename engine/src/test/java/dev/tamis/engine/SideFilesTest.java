package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.k;
import static dev.tamis.engine.StoreFixture.model;
import static dev.tamis.engine.StoreFixture.open;
import static dev.tamis.engine.StoreFixture.quiet;
import static dev.tamis.engine.StoreFixture.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import java.io.IOException;
import java.util.NavigableMap;
import org.junit.jupiter.api.Test;

/** Files beside tables and logs, over many opens. */
class SideFilesTest {
  private static final int KEYS = 300;

  /** Every third process is killed, so that each kind of leftover comes into being again. */
  @Test
  void caseK8_aThousandOpensLeaveNoSideFiles() throws IOException {
    Options options = quiet().level0Tables(3).build();
    CrashDirectory store = new CrashDirectory();
    NavigableMap<byte[], byte[]> model = model();
    for (int i = 0; i < 1000; i++) {
      CrashDirectory left = store;
      try (Db db = open(store, options)) {
        // An order that makes tables overlap, so that they are merged.
        int number = i * 199 % KEYS;
        byte[] value = value(number, i, 100);
        db.put(k(number), value, Durability.SYNC);
        model.put(k(number), value);
        if (i % 10 == 0) {
          db.flush();
        }
        db.awaitQuiet();
        if (i % 3 == 0) {
          left = store.crash(CrashModel.KEEP_ALL, i);
        }
      }
      store = left;
      long sideBytes = 0;
      int sideFiles = 0;
      for (String name : store.list()) {
        if (FileNames.tableNumber(name) < 0 && FileNames.logNumber(name) < 0) {
          sideFiles++;
          sideBytes += store.size(name);
        }
      }
      assertThat(sideFiles).as("LOCK, CURRENT, manifest; %s", store.list()).isLessThanOrEqualTo(5);
      assertThat(sideBytes).as("after open %d", i).isLessThan(128 << 10);
      assertThat(store.list()).as("after open %d", i).hasSizeLessThan(40);
    }
    try (Db db = open(store, options)) {
      StoreFixture.assertHolds(db, model, "after a thousand opens");
    }
  }
}
