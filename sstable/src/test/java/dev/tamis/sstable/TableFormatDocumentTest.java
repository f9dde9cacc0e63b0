package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The example of FORMAT.md is read from the document, so the document cannot drift. */
class TableFormatDocumentTest {
  private static final Pattern LINE =
      Pattern.compile("^([0-9a-f]{4})  ((?:[0-9a-f]{2} ?){1,16})(?: .*)?$");

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void theExampleIsWhatTheWriterWrites() throws IOException {
    byte[] documented = example();
    TableFixture fixture = new TableFixture();
    fixture.write(TableFixture.options(4096, 4096, 4096, 10), entries());
    assertThat(fixture.bytes()).isEqualTo(documented);
  }

  @Test
  void theExampleIsRead() throws IOException {
    TableFixture fixture = TableFixture.withBytes(example());
    try (Table table = fixture.open();
        EntryCursor cursor = table.cursor(true)) {
      table.verify();
      assertThat(fixture.get(table, text("apple"), 2)).isSameAs(Table.TOMBSTONE);
      assertThat(fixture.get(table, text("apple"), 3)).isEqualTo(text("red"));
      cursor.seekToFirst();
      for (Entry e : entries()) {
        assertThat(Entry.at(cursor)).isEqualTo(e);
        cursor.next();
      }
      assertThat(cursor.isValid()).isFalse();
    }
  }

  private static List<Entry> entries() {
    return List.of(
        Entry.put(text("apple"), 3, text("red")),
        Entry.delete(text("apple"), 1),
        Entry.put(text("apricot"), 2, text("orange")));
  }

  private static byte[] example() throws IOException {
    String document = Files.readString(Path.of("FORMAT.md"));
    int from = document.indexOf("```hexdump\n") + "```hexdump\n".length();
    String[] lines = document.substring(from, document.indexOf("\n```", from)).split("\n", -1);
    byte[] bytes = new byte[16 * lines.length];
    int length = 0;
    for (String line : lines) {
      Matcher matcher = LINE.matcher(line);
      assertThat(matcher.matches()).as(line).isTrue();
      assertThat(Integer.parseInt(matcher.group(1), 16)).as(line).isEqualTo(length);
      for (String hex : matcher.group(2).trim().split(" ", -1)) {
        bytes[length++] = (byte) Integer.parseInt(hex, 16);
      }
    }
    return Arrays.copyOf(bytes, length);
  }
}
