package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The example of FORMAT.md is read from the document, so the document cannot drift. */
class FormatDocumentTest {
  private static final KeyHash HASH = KeyHash.xxh64(0x5EED);
  private static final int SALT = 0x01020304;
  private static final Pattern KEY_ROW =
      Pattern.compile("\\| (\\w+) \\| ([0-9a-f]{16}) \\| (\\d+) \\| ([\\d ]+) \\| (\\d+) \\|");
  private static final Pattern HEX_ROW =
      Pattern.compile("(?m)^[0-9a-f]{4}  ((?:[0-9a-f]{2} ){15}[0-9a-f]{2})  ");

  @Test
  void theBytesOfTheExampleAreWhatIsBuilt() throws IOException {
    FilterPartitionBuilder builder = new FilterPartitionBuilder(HASH);
    for (MatchResult row : keyRows()) {
      builder.add(HASH.hash(row.group(1).getBytes(StandardCharsets.UTF_8)));
    }
    assertThat(builder.keyCount()).isEqualTo(3);
    assertThat(HexFormat.of().formatHex(builder.build(10, SALT)))
        .isEqualTo(HexFormat.of().formatHex(exampleBytes()));
  }

  @Test
  void caseH11_theBytesOfTheExampleAreRead() throws IOException, FilterFormatException {
    byte[] bytes = exampleBytes();
    FilterPartition.Header header = FilterPartition.decode(bytes, 0, bytes.length, SALT);
    assertThat(header)
        .isEqualTo(
            new FilterPartition.Header(1, 1, 0x5EED, 3, 1, BloomMath.splitLineRate(3, 1), 0, 0, 0));
    ByteBuffer lines = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (MatchResult row : keyRows()) {
      long hash = Long.parseUnsignedLong(row.group(2), 16);
      assertThat(SplitLine.mightContain(lines, 64, 1, hash)).isTrue();
    }
    long absent = HASH.hash("lmdb".getBytes(StandardCharsets.UTF_8));
    assertThat(SplitLine.mightContain(lines, 64, 1, absent)).isFalse();
  }

  @Test
  void theTableOfKeysIsRight() throws IOException {
    for (MatchResult row : keyRows()) {
      long hash = HASH.hash(row.group(1).getBytes(StandardCharsets.UTF_8));
      assertThat(hash).isEqualTo(Long.parseUnsignedLong(row.group(2), 16));
      assertThat(SplitLine.lineOf(hash, 1000)).isEqualTo(Integer.parseInt(row.group(3)));
      List<String> positions = new ArrayList<>();
      long remixed = (hash & 0xFFFFFFFFL) * 0x9E3779B97F4A7C15L;
      for (int word = 0; word < 8; word++) {
        positions.add(Long.toString((remixed >>> (16 + 6 * word)) & 63));
      }
      assertThat(String.join(" ", positions)).isEqualTo(row.group(4));
      assertThat(KeyHash.fingerprint(hash)).isEqualTo(Integer.parseInt(row.group(5)));
    }
  }

  private static List<MatchResult> keyRows() throws IOException {
    List<MatchResult> rows = KEY_ROW.matcher(document()).results().toList();
    assertThat(rows).as("rows of the key table").hasSize(3);
    return rows;
  }

  private static byte[] exampleBytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (MatchResult row : HEX_ROW.matcher(document()).results().toList()) {
      bytes.writeBytes(HexFormat.ofDelimiter(" ").parseHex(row.group(1)));
    }
    assertThat(bytes.size()).as("bytes of the example").isEqualTo(128);
    return bytes.toByteArray();
  }

  private static String document() throws IOException {
    String both = Files.readString(Path.of("FORMAT.md"));
    return both.substring(0, both.indexOf("# Format of a filter on its own"));
  }
}
