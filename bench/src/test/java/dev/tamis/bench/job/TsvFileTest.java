package dev.tamis.bench.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.bench.console.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TsvFileTest {
  private static final long PLENTY = 1 << 30;

  @TempDir private Path directory;

  @Test
  void keyIsTextBeforeTheFirstTabAndValueTheRest() throws Exception {
    DataSet data = load("b\tone\ttwo\na\t\nc\t\tx");
    assertThat(DataSetTest.keys(data)).containsExactly("a", "b", "c");
    assertThat(data.entry(0).value()).isEmpty();
    assertThat(DataSetTest.text(data.entry(1).value())).isEqualTo("one\ttwo");
    assertThat(DataSetTest.text(data.entry(2).value())).isEqualTo("\tx");
  }

  @Test
  void carriageReturnsAndByteOrderMarkAreNotData() throws Exception {
    DataSet data = load("\uFEFFkey\tvalue\r\nother\tv\r\n");
    assertThat(DataSetTest.keys(data)).containsExactly("key", "other");
    assertThat(DataSetTest.text(data.entry(0).value())).isEqualTo("value");
  }

  @Test
  void blankLinesAreSkippedAndCounted() throws Exception {
    DataSet data = load("\na\t1\n\r\n\nb\t2\n\n");
    assertThat(data.size()).isEqualTo(2);
    assertThat(data.blankLines()).isEqualTo(4);
  }

  @Test
  void keyThatComesAgainOverwrites() throws Exception {
    DataSet data = load("a\t1\nb\t2\na\t3\n");
    assertThat(data.overwrites()).isEqualTo(1);
    assertThat(DataSetTest.text(data.entry(0).value())).isEqualTo("3");
  }

  @Test
  void gzipIsUnpackedWhateverTheName() throws Exception {
    for (String name : new String[] {"data.tsv.gz", "data.tsv"}) {
      Path file = Files.write(directory.resolve(name), gzip("käse\twert\n"));
      DataSet data = TsvFile.load(file, PLENTY);
      assertThat(DataSetTest.keys(data)).as(name).containsExactly("käse");
    }
  }

  @Test
  void lineWithoutATabIsNamed() {
    assertMalformed("a\t1\n\nnonsense\nb\t2\n", ":3: no tab between key and value");
  }

  @Test
  void emptyKeyIsNamed() {
    assertMalformed("a\t1\n\tvalue\n", ":2: the key is empty");
  }

  @Test
  void bytesThatAreNotUtf8AreNamed() {
    assertMalformed("a\t1\nk\u00FC\tx\n".getBytes(ISO_8859_1), ":2: is not valid UTF-8");
    assertMalformed(new byte[] {'a', '\t', (byte) 0xC3}, ":1: is not valid UTF-8");
    assertMalformed(new byte[] {'a', '\t', (byte) 0xC0, (byte) 0x80}, ":1: is not valid UTF-8");
  }

  @Test
  void longestKeyIsAcceptedAndALongerOneIsNamed() throws Exception {
    assertThat(load("a\t1\n" + "k".repeat(65_535) + "\tv\n").size()).isEqualTo(2);
    assertMalformed(
        "a\t1\n" + "k".repeat(65_536) + "\tv\n", ":2: the key is too long: 65536 bytes");
  }

  @Test
  void damagedGzipIsNamed() throws Exception {
    byte[] packed = gzip("key\tvalue\n".repeat(5_000));
    assertMalformed(
        Arrays.copyOf(packed, packed.length - 9), "the gzip data is damaged or cut off");
    assertMalformed(Arrays.copyOf(packed, 5), ":1: the gzip data is damaged or cut off");
    packed[packed.length - 8] ^= 1;
    assertMalformed(packed, "the gzip data is damaged or cut off");
  }

  @Test
  void fileWithoutEntriesIsRefused() {
    assertMalformed("", ": holds no entries");
    assertMalformed("\n\n", ": holds no entries");
  }

  @Test
  void missingFileAndDirectoryAreNamed() {
    Path missing = directory.resolve("missing.tsv");
    assertThatThrownBy(() -> TsvFile.load(missing, PLENTY))
        .isInstanceOf(InputException.class)
        .hasMessage(missing + ": no such file");
    assertThatThrownBy(() -> TsvFile.load(directory, PLENTY))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(directory + ": is a directory");
  }

  @Test
  void dataThatDoesNotFitIntoMemoryIsRefusedBeforeItFillsTheHeap() throws Exception {
    Path file = Files.writeString(directory.resolve("data.tsv"), "key\tvalue\n".repeat(100));
    assertThatThrownBy(() -> TsvFile.load(file, 1_000))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("does not fit into memory")
        .hasMessageContaining("-Xmx");
    Path endless = Files.writeString(directory.resolve("line.tsv"), "k\t" + "v".repeat(500));
    assertThatThrownBy(() -> TsvFile.load(endless, 1_000))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("line.tsv:1: the line is too long");
  }

  private DataSet load(String text) throws IOException, InputException {
    return TsvFile.load(Files.writeString(directory.resolve("data.tsv"), text), PLENTY);
  }

  private void assertMalformed(String text, String message) {
    assertMalformed(text.getBytes(UTF_8), message);
  }

  private void assertMalformed(byte[] bytes, String message) {
    Path file = directory.resolve("bad.tsv");
    assertThatThrownBy(() -> TsvFile.load(Files.write(file, bytes), PLENTY))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(message);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }
}
