package dev.tamis.engine;

import static dev.tamis.engine.StoreFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.FieldReader;
import dev.tamis.storage.FieldWriter;
import dev.tamis.storage.UnknownFormatException;
import dev.tamis.wal.Seal;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Manifest records: what is written is read, and what can't have been written is refused. */
class VersionEditTest {
  private static final String FILE = "MANIFEST-000007";

  private static VersionEdit decode(byte[] bytes) throws IOException {
    return VersionEdit.decode(FILE, new FieldReader(FILE, 60, bytes, 0, bytes.length));
  }

  private static TableFile table(long number) {
    return new TableFile(
        number,
        0xFEDC_BA98_7654_3210L,
        1L << 40,
        bytes(),
        bytes(0xFF, 0, 0x80),
        3,
        (1L << 56) - 1,
        1_000_000,
        7,
        999_999,
        1L << 33,
        10.25,
        0.0105);
  }

  private static VersionEdit full() {
    VersionEdit edit = new VersionEdit();
    edit.identity = new VersionEdit.Identity(-5, 1, Long.MIN_VALUE);
    edit.add(0, table(9)).add(6, table(1L << 50));
    edit.remove(3, table(4)).remove(0, table(5));
    edit.flushedSequence = (1L << 56) - 1;
    edit.nextNumber = 12;
    edit.firstLog = 11;
    edit.unlogged = true;
    edit.sealedLogs.put(11L, new Seal(1234, -1));
    edit.sealedLogs.put(12L, new Seal(1L << 40, 0x89ABCDEF));
    return edit;
  }

  @Test
  void everyFieldComesBack() throws IOException {
    VersionEdit edit = full();
    VersionEdit read = decode(edit.encode());
    assertThat(read.identity).isEqualTo(edit.identity);
    assertThat(read.unlogged).isTrue();
    assertThat(read.added).isEqualTo(edit.added);
    for (int i = 0; i < 2; i++) {
      TableFile actual = read.added.get(i).table();
      assertThat(actual.facts()).isEqualTo(edit.added.get(i).table().facts());
      assertThat(actual.filterBitsPerKey()).isEqualTo(10.25);
      assertThat(actual.expectedFilterRate()).isEqualTo(0.0105);
    }
    assertThat(read.removed).isEqualTo(edit.removed);
    assertThat(read.flushedSequence).isEqualTo(edit.flushedSequence);
    assertThat(read.nextNumber).isEqualTo(12);
    assertThat(read.firstLog).isEqualTo(11);
    assertThat(read.sealedLogs).isEqualTo(edit.sealedLogs);
    assertThat(read.encode()).isEqualTo(edit.encode());
  }

  @Test
  void anEmptyEditSaysNothing() throws IOException {
    assertThat(new VersionEdit().encode()).isEmpty();
    VersionEdit read = decode(new byte[0]);
    assertThat(read.identity).isNull();
    assertThat(read.added).isEmpty();
    assertThat(read.flushedSequence).isEqualTo(-1);
    assertThat(read.nextNumber).isEqualTo(-1);
    assertThat(read.firstLog).isEqualTo(-1);
  }

  @Test
  void aFlushedSequenceOfZeroIsNotNone() throws IOException {
    VersionEdit edit = new VersionEdit();
    edit.flushedSequence = 0;
    assertThat(decode(edit.encode()).flushedSequence).isZero();
  }

  @Test
  void everyTruncationIsRefusedOrEndsBetweenFields() throws IOException {
    byte[] whole = full().encode();
    int refused = 0;
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      try {
        assertThat(decode(cut).encode()).as("cut at %d", length).hasSize(length);
      } catch (CorruptionException e) {
        refused++;
        assertThat(e.getMessage()).as("cut at %d", length).contains(FILE);
        assertThat(e.offset()).as("cut at %d", length).isBetween(60L, 60L + length);
      }
    }
    // 11 fields have 11 ends, the last of which is no cut; the start is one more.
    assertThat(refused).isEqualTo(whole.length - 11);
  }

  @Test
  void unknownTagsLevelsAndKeyspacesAreRefused() {
    for (int tag : new int[] {0, 9, 100, Integer.MAX_VALUE}) {
      byte[] bytes = new FieldWriter(16).putVarint(tag).toByteArray();
      assertThatThrownBy(() -> decode(bytes))
          .as("tag %d", tag)
          .isInstanceOf(UnknownFormatException.class)
          .hasMessageContaining(FILE)
          .hasMessageContaining(String.valueOf(tag));
    }
    byte[] level = new FieldWriter(16).putVarint(3).putVarint(7).putVarint(1).toByteArray();
    assertThatThrownBy(() -> decode(level)).isInstanceOf(CorruptionException.class);
    byte[] keyspace = new FieldWriter(16).putVarint(2).putVarint(1).putVarint(1).toByteArray();
    assertThatThrownBy(() -> decode(keyspace)).isInstanceOf(IOException.class);
  }

  @Test
  void noiseIsReadOrRefusedButNothingElse() {
    for (int seed = 0; seed < 20_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] noise = full().encode();
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        noise[random.nextInt(noise.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(decode(noise)).as("seed %d", seed).isNotNull();
      } catch (CorruptionException | UnknownFormatException e) {
        assertThat(e.getMessage()).as("seed %d", seed).contains(FILE);
      } catch (IOException | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  @Test
  void removingATableThatIsNotThereIsABug() {
    VersionEdit edit = new VersionEdit().remove(1, table(4));
    assertThatThrownBy(() -> Version.empty().apply(edit, java.util.Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("number=4");
  }
}
