package dev.tamis.bench.run;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileGrowthTest {
  @TempDir private Path directory;

  @Test
  void countsWhatFilesGrowByThroughRenamesAndRemovals() throws Exception {
    Path old = Files.write(directory.resolve("old"), new byte[1_000_000]);
    try (FileGrowth growth = new FileGrowth(directory)) {
      assertThat(growth.bytes()).as("before").isLessThan(100_000);
      Files.write(old, new byte[500_000], StandardOpenOption.APPEND);
      Path inner = Files.createDirectory(directory.resolve("inner"));
      Path table = Files.write(inner.resolve("table.tmp"), new byte[2_000_000]);
      assertThat(growth.bytes()).isBetween(2_500_000L, 2_600_000L);
      Files.move(table, inner.resolve("table"));
      Files.delete(old);
      assertThat(growth.bytes()).isBetween(2_500_000L, 2_600_000L);
    }
  }

  @Test
  void sizesOfADirectoryAreThoseOfAllFilesInIt() throws Exception {
    Path inner = Files.createDirectory(directory.resolve("inner"));
    Files.write(directory.resolve("a"), "12345".getBytes(US_ASCII));
    Files.write(inner.resolve("b"), "123".getBytes(US_ASCII));
    assertThat(FileGrowth.bytesIn(directory)).isEqualTo(8);
  }

  @Test
  void aLookThatFailedIsNotForgotten(@TempDir Path above) throws Exception {
    Path store = Files.createDirectory(above.resolve("parent")).resolve("store");
    Files.createDirectory(store);
    try (FileGrowth growth = new FileGrowth(store)) {
      Files.delete(store);
      Files.delete(store.getParent());
      // Not just a missing file, which is passed over: its name leads nowhere.
      Files.createSymbolicLink(store.getParent(), store.getParent());
      for (int i = 0; i < 400 && !growth.hasFailed(); i++) {
        Thread.sleep(50);
      }
      assertThat(growth.hasFailed()).isTrue();
      Files.delete(store.getParent());
      Files.createDirectories(store);
      assertThatThrownBy(growth::bytes)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("sizes of the store's files");
    }
  }
}
