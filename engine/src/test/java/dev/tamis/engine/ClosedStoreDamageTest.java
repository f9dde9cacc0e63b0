package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.sstable.Compression;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every byte of a closed store, and every file. */
class ClosedStoreDamageTest {
  private static final long SEED = 42;
  private static final int FOOTER_BYTES = 128;

  @ParameterizedTest
  @EnumSource(Compression.class)
  void oneBitOfEveryByteFlipped(Compression compression) throws IOException {
    DamagedStore store = DamagedStore.closed(compression, SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    watch(
        store,
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
  void everyBitOfTheManifestAndCurrentAndLogsAndFootersFlipped() throws IOException {
    DamagedStore store = DamagedStore.closed(Compression.LZ4, SEED);
    watch(
        store,
        () -> {
          for (String file : store.files()) {
            int length = store.bytes(file).length;
            boolean isTable = file.endsWith(".sst");
            for (int offset = isTable ? length - FOOTER_BYTES : 0; offset < length; offset++) {
              for (int bit = 0; bit < 8; bit++) {
                store.flip(file, offset, bit);
              }
            }
          }
        });
  }

  @Test
  void everyFileCutAtEveryLength() throws IOException {
    DamagedStore store = DamagedStore.closed(Compression.LZ4, SEED);
    watch(
        store,
        () -> {
          for (String file : store.files()) {
            int length = store.bytes(file).length;
            for (int cut = 0; cut < length; cut++) {
              store.truncate(file, cut);
            }
          }
        });
  }

  @Test
  void everyFileMissingOrOfASiblingStore() throws IOException {
    DamagedStore store = DamagedStore.closed(Compression.LZ4, SEED);
    DamagedStore sibling = DamagedStore.closed(Compression.LZ4, SEED + 1);
    assertThat(sibling.files()).isEqualTo(store.files());
    watch(
        store,
        () -> {
          for (String file : store.files()) {
            store.remove(file);
            store.replace(file, sibling.bytes(file));
          }
        });
  }

  private static void watch(DamagedStore store, Watchdog.Body body) {
    Watchdog.watch(() -> store.place, body);
  }
}
