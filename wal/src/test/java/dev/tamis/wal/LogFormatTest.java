package dev.tamis.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.CrashDirectory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The worked example in wal/FORMAT.md is what the writer writes. */
class LogFormatTest {
  private static final Pattern HEX_LINE =
      Pattern.compile("^([0-9a-f]{4}) ((?: [0-9a-f]{2})+)  ", Pattern.MULTILINE);

  private static byte[] example() throws Exception {
    String text = Files.readString(Path.of("FORMAT.md"), StandardCharsets.UTF_8);
    StringBuilder hex = new StringBuilder();
    Matcher lines = HEX_LINE.matcher(text);
    while (lines.find()) {
      assertThat(Integer.parseInt(lines.group(1), 16))
          .as("offset of the line %s", lines.group())
          .isEqualTo(hex.length() / 2);
      hex.append(lines.group(2).replace(" ", ""));
    }
    return HexFormat.of().parseHex(hex);
  }

  @Test
  void theExampleIsWhatTheWriterWrites() throws Exception {
    CrashDirectory dir = new CrashDirectory();
    Seal seal;
    try (LogWriter writer = Logs.create(dir)) {
      Logs.append(writer, 1, "tamis".getBytes(StandardCharsets.US_ASCII));
      writer.sync();
      writer.promise();
      Logs.append(writer, 2, new byte[0]);
      seal = writer.seal();
    }
    byte[] written = dir.bytes(Logs.NAME);
    assertThat(HexFormat.ofDelimiter(" ").formatHex(written))
        .isEqualTo(HexFormat.ofDelimiter(" ").formatHex(example()));
    String text = Files.readString(Path.of("FORMAT.md"), StandardCharsets.UTF_8);
    assertThat(text)
        .contains("length " + seal.length() + ", checksum " + LogFormat.hex(seal.checksum()));
  }

  @Test
  void theExampleIsReadAsTheTextSays() throws Exception {
    byte[] file = example();
    assertThat(Logs.offsets(file)).containsExactly(32L, 65L, 93L, 121L, 161L);
    Logs.Outcome outcome = Logs.read(file, null);
    assertThat(outcome.isClean()).isTrue();
    assertThat(outcome.payloads()).hasSize(2);
    assertThat(outcome.payloads().get(0)).isEqualTo("tamis".getBytes(StandardCharsets.US_ASCII));
    assertThat(outcome.promisedUpTo()).isEqualTo(65);
  }
}
