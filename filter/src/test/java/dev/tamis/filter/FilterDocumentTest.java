package dev.tamis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The second example of FORMAT.md is read from the document, so the document cannot drift. */
class FilterDocumentTest {
  private static final KeyHash HASH = KeyHash.sipHash24(0x0706050403020100L, 0x0F0E0D0C0B0A0908L);
  private static final Pattern KEY_ROW =
      Pattern.compile("\\| (\\w+) \\| ([0-9a-f]{16}) \\| ([\\d ]+) \\|");
  private static final Pattern HEX_ROW =
      Pattern.compile("(?m)^[0-9a-f]{4}  ((?:[0-9a-f]{2} )*[0-9a-f]{2}) {2,}[mbs37]");

  @Test
  void theBytesOfTheExampleAreWritten() throws IOException {
    BloomFilter filter =
        BloomFilter.builder().hash(HASH).expectedKeys(3).falsePositiveRate(0.01).build();
    for (MatchResult row : keyRows()) {
      filter.add(row.group(1));
    }
    assertThat(HexFormat.of().formatHex(filter.toBytes())).isEqualTo(exampleHex());
  }

  @Test
  void theBytesOfTheExampleAreRead() throws IOException, FilterFormatException {
    MembershipFilter filter = MembershipFilter.fromBytes(HexFormat.of().parseHex(exampleHex()));
    for (MatchResult row : keyRows()) {
      assertThat(filter.mightContain(row.group(1))).isTrue();
    }
    assertThat(filter.mightContain("lmdb")).isFalse();
    assertThat(filter.hash()).isEqualTo(HASH);
  }

  @Test
  void theTableOfKeysIsRight() throws IOException {
    for (MatchResult row : keyRows()) {
      long hash = HASH.hash(row.group(1));
      assertThat(hash).isEqualTo(Long.parseUnsignedLong(row.group(2), 16));
      List<String> positions = new ArrayList<>();
      long mixed = (hash ^ (hash >>> 32)) * 0xBF58476D1CE4E5B9L;
      long step = (mixed ^ (mixed >>> 29)) | 1;
      long point = hash;
      for (int i = 0; i < 7; i++) {
        positions.add(Long.toString(Math.multiplyHigh(point >>> 1, 2 * 29)));
        point += step;
        step += i * 0x9E3779B97F4A7C15L;
      }
      assertThat(String.join(" ", positions)).isEqualTo(row.group(3));
    }
  }

  private static List<MatchResult> keyRows() throws IOException {
    List<MatchResult> rows = KEY_ROW.matcher(document()).results().toList();
    assertThat(rows).as("rows of the key table").hasSize(3);
    return rows;
  }

  private static String exampleHex() throws IOException {
    StringBuilder hex = new StringBuilder();
    for (MatchResult row : HEX_ROW.matcher(document()).results().toList()) {
      hex.append(row.group(1).replace(" ", ""));
    }
    assertThat(hex.length()).as("digits of the example").isEqualTo(2 * 72);
    return hex.toString();
  }

  private static String document() throws IOException {
    String both = Files.readString(Path.of("FORMAT.md"));
    return both.substring(both.indexOf("# Format of a filter on its own"));
  }
}
