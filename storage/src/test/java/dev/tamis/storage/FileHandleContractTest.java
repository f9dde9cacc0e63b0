package dev.tamis.storage;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of {@link ReadableFile} and {@link AppendableFile}; the first half of the contract. */
abstract class FileHandleContractTest {
  private static final int MIB = 1 << 20;

  Directory directory;

  /** A new, empty directory. */
  protected abstract Directory newDirectory() throws IOException;

  @BeforeEach
  final void openDirectory() throws IOException {
    directory = newDirectory();
  }

  @AfterEach
  final void closeDirectory() throws IOException {
    directory.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 4096, MIB - 1, MIB, MIB + 1, 2 * MIB + 3})
  void readsBackWhatWasAppended(int length) throws IOException {
    byte[] content = randomBytes(length);
    try (AppendableFile file = directory.create("a")) {
      file.append(content, 0, length);
      assertThat(file.size()).isEqualTo(length);
      file.sync();
    }
    assertThat(directory.size("a")).isEqualTo(length);
    try (ReadableFile file = directory.open("a")) {
      assertThat(file.size()).isEqualTo(length);
      assertThat(read(file, 0, length)).isEqualTo(content);
      for (int from : new int[] {length / 3, Math.max(0, length - 1), length}) {
        assertThat(read(file, from, length - from))
            .isEqualTo(Arrays.copyOfRange(content, from, length));
      }
    }
  }

  @Test
  void appendsTakeTheRangeAndFollowEachOther() throws IOException {
    try (AppendableFile file = directory.create("a")) {
      file.append(ascii("xxonexx"), 2, 3);
      file.append(ascii("unused"), 3, 0);
      file.append(ascii("two"), 0, 3);
      assertThat(file.size()).isEqualTo(6);
    }
    assertThat(content("a")).isEqualTo("onetwo");
  }

  @Test
  void appendsAreReadableBeforeAnySyncOrClose() throws IOException {
    try (AppendableFile file = directory.create("a")) {
      file.append(ascii("seen"), 0, 4);
      assertThat(directory.size("a")).isEqualTo(4);
      assertThat(content("a")).isEqualTo("seen");
    }
  }

  @Test
  void appendRangeOutsideTheArrayIsRefusedAndTheHandleGoesOn() throws IOException {
    try (AppendableFile file = directory.create("a")) {
      byte[] three = ascii("abc");
      refused(IndexOutOfBoundsException.class, () -> file.append(three, 1, 3));
      refused(IndexOutOfBoundsException.class, () -> file.append(three, -1, 1));
      refused(IndexOutOfBoundsException.class, () -> file.append(three, 0, -1));
      refused(IndexOutOfBoundsException.class, () -> file.append(three, 1, Integer.MAX_VALUE));
      file.append(three, 0, 3);
      file.sync();
    }
    assertThat(content("a")).isEqualTo("abc");
  }

  @Test
  void readPastTheEndSaysWhereAndHowMuch() throws IOException {
    write("a.sst", "0123456789");
    try (ReadableFile file = directory.open("a.sst")) {
      assertThatThrownBy(() -> read(file, 7, 5))
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("a.sst")
          .hasMessageContaining("position=7")
          .hasMessageContaining("wanted=5")
          .hasMessageContaining("got=3");
      refused(EOFException.class, () -> read(file, 10, 1));
      refused(EOFException.class, () -> read(file, 1L << 40, 1));
      refused(EOFException.class, () -> read(file, Long.MAX_VALUE, 1));
      assertThat(read(file, 10, 0)).isEmpty();
      refused(IllegalArgumentException.class, () -> read(file, -1, 1));
      assertThat(read(file, 9, 1)).isEqualTo(ascii("9"));
    }
  }

  @Test
  void sizeOfAReaderIsFixedWhenItIsOpened() throws IOException {
    try (AppendableFile file = directory.create("a")) {
      file.append(ascii("one"), 0, 3);
      try (ReadableFile reader = directory.open("a")) {
        file.append(ascii("two"), 0, 3);
        assertThat(reader.size()).isEqualTo(3);
        refused(EOFException.class, () -> read(reader, 2, 2));
        assertThat(directory.size("a")).isEqualTo(6);
      }
    }
  }

  @Test
  void readFillsDirectHeapAndSlicedBuffersFromPositionToLimit() throws IOException {
    write("a", "0123456789");
    try (ReadableFile file = directory.open("a")) {
      for (ByteBuffer buffer :
          new ByteBuffer[] {
            ByteBuffer.allocate(8),
            ByteBuffer.allocateDirect(8),
            ByteBuffer.allocate(20).slice(7, 8)
          }) {
        buffer.position(2).limit(5);
        file.readFully(4, buffer);
        assertThat(buffer.position()).isEqualTo(5);
        assertThat(buffer.limit()).isEqualTo(5);
        buffer.clear();
        byte[] all = new byte[8];
        buffer.get(all);
        assertThat(all).isEqualTo(new byte[] {0, 0, '4', '5', '6', 0, 0, 0});
      }
    }
  }

  @Test
  void closedHandlesRefuseAndCloseTwice() throws IOException {
    AppendableFile writer = directory.create("a");
    writer.append(ascii("abc"), 0, 3);
    writer.close();
    writer.close();
    refused(ClosedChannelException.class, () -> writer.append(ascii("d"), 0, 1));
    refused(ClosedChannelException.class, writer::sync);
    assertThat(writer.size()).isEqualTo(3);
    ReadableFile reader = directory.open("a");
    reader.close();
    reader.close();
    refused(ClosedChannelException.class, () -> read(reader, 0, 1));
    assertThat(reader.size()).isEqualTo(3);
    assertThat(content("a")).isEqualTo("abc");
  }

  @Test
  void filesStayUsableAfterTheDirectoryIsClosedTwice() throws IOException {
    AppendableFile writer = directory.create("a");
    writer.append(ascii("abc"), 0, 3);
    ReadableFile reader = directory.open("a");
    directory.close();
    directory.close();
    assertThat(read(reader, 0, 3)).isEqualTo(ascii("abc"));
    writer.append(ascii("d"), 0, 1);
    writer.sync();
    assertThat(writer.size()).isEqualTo(4);
    reader.close();
    writer.close();
  }

  void write(String name, String content) throws IOException {
    try (AppendableFile file = directory.create(name)) {
      file.append(ascii(content), 0, content.length());
    }
  }

  String content(String name) throws IOException {
    try (ReadableFile file = directory.open(name)) {
      return new String(read(file, 0, (int) file.size()), US_ASCII);
    }
  }

  static byte[] read(ReadableFile file, long position, int length) throws IOException {
    byte[] bytes = new byte[length];
    file.readFully(position, ByteBuffer.wrap(bytes));
    return bytes;
  }

  static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }

  private static byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(length).nextBytes(bytes);
    return bytes;
  }

  static void refused(Class<? extends Throwable> type, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(type);
  }
}
