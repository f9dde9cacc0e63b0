package dev.tamis.engine;

import dev.tamis.sstable.Compression;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every byte of a store whose process was killed. Without a seal the writes after the last promise
 * may be dropped, and that is reported; whatever was promised is kept or missed.
 */
class KilledStoreDamageTest {
  private static final long SEED = 43;

  @ParameterizedTest
  @EnumSource(Compression.class)
  void oneBitOfEveryByteFlipped(Compression compression) throws IOException {
    DamagedStore store = DamagedStore.killed(compression, SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    Watchdog.watch(
        () -> store.place,
        () -> {
          for (String file : store.files()) {
            int length = store.bytes(file).length;
            for (int offset = 0; offset < length; offset++) {
              store.flip(file, offset, random.nextInt(8));
            }
          }
        });
  }

  @Test
  void everyBitOfTheManifestAndCurrentAndLogsFlipped() throws IOException {
    DamagedStore store = DamagedStore.killed(Compression.LZ4, SEED);
    Watchdog.watch(
        () -> store.place,
        () -> {
          for (String file : store.files()) {
            int length = file.endsWith(".sst") ? 0 : store.bytes(file).length;
            for (int offset = 0; offset < length; offset++) {
              for (int bit = 0; bit < 8; bit++) {
                store.flip(file, offset, bit);
              }
            }
          }
        });
  }

  @Test
  void everyFileButTheLogMissing() throws IOException {
    DamagedStore store = DamagedStore.killed(Compression.LZ4, SEED);
    for (String file : store.files()) {
      if (!file.endsWith(".log")) {
        store.remove(file);
        store.truncate(file, 0);
      }
    }
  }
}
