package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.CrashModel;
import dev.tamis.wal.Seal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CurrentFileTest {
  private static final CurrentFile SEALED =
      new CurrentFile(7, 0xFEDC_BA98_0000_00FFL, new Seal(1234, 0x0000_0ABC));
  private static final CurrentFile OPEN = new CurrentFile(1_000_000, 1, null);

  private final CrashDirectory directory = new CrashDirectory();

  private CurrentFile read(String content) throws IOException {
    directory.put(FileNames.CURRENT, content.getBytes(StandardCharsets.ISO_8859_1));
    return CurrentFile.read(directory);
  }

  @Test
  void itIsOneLineOfText() throws IOException {
    assertThat(SEALED.encode())
        .startsWith("MANIFEST-000007 id=fedcba98000000ff sealed=1234:00000abc crc=")
        .endsWith("\n");
    for (CurrentFile file : List.of(SEALED, OPEN)) {
      assertThat(read(file.encode())).isEqualTo(file);
    }
  }

  @Test
  void aMissingLineFeedAndARepeatedLineAreAccepted() throws IOException {
    String line = SEALED.encode();
    String bare = line.stripTrailing();
    assertThat(read(bare)).isEqualTo(SEALED);
    assertThat(read(line + line)).isEqualTo(SEALED);
    assertThat(read(line + bare)).isEqualTo(SEALED);
  }

  @Test
  void everyOtherContentIsRefused() {
    String line = SEALED.encode();
    for (String content :
        List.of(
            "",
            "\n",
            "\0".repeat(16),
            "MANIFEST-000007",
            "MANIFEST-000007\n",
            "../../etc/passwd\n",
            "x".repeat(10_000),
            "\u00ff\u00fe\u00fd",
            " " + line,
            line + "\n",
            line + OPEN.encode(),
            line + line + line,
            line.replace("\n", "\r\n"),
            line.replace("id=fedcba98", "id=FEDCBA98"))) {
      assertThatThrownBy(() -> read(content))
          .as(content)
          .isInstanceOf(CorruptionException.class)
          .hasMessageContaining("CURRENT");
    }
  }

  @Test
  void everyFlippedBitAndEveryTruncationIsRefused() {
    byte[] sound = SEALED.encode().getBytes(StandardCharsets.ISO_8859_1);
    for (int bit = 0; bit < 8 * (sound.length - 1); bit++) {
      byte[] flipped = sound.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      directory.put(FileNames.CURRENT, flipped);
      assertThatThrownBy(() -> CurrentFile.read(directory))
          .as("bit %d", bit)
          .isInstanceOf(CorruptionException.class);
    }
    for (int length = 0; length < sound.length - 1; length++) {
      String cut = SEALED.encode().substring(0, length);
      assertThatThrownBy(() -> read(cut)).as(cut).isInstanceOf(CorruptionException.class);
    }
  }

  @Test
  void aReplacementIsTheOldOrTheNewFileAtEveryCrash() throws IOException {
    OPEN.write(directory);
    CrashDirectory again = directory.copy();
    long before = again.operations();
    SEALED.write(again);
    long operations = again.operations() - before;
    assertThat(operations).isGreaterThan(3);
    for (long step = 1; step <= operations; step++) {
      CrashDirectory crashing = directory.copy();
      crashing.crashAt(step);
      assertThatThrownBy(() -> SEALED.write(crashing)).as("step %d", step).isNotNull();
      for (CrashModel model : CrashModel.values()) {
        CrashDirectory image = crashing.crash(model, step);
        assertThat(CurrentFile.read(image)).as("%s, step %d", model, step).isIn(OPEN, SEALED);
        SEALED.write(image);
        assertThat(CurrentFile.read(image)).isEqualTo(SEALED);
      }
    }
    assertThat(CurrentFile.read(again.crash(CrashModel.DROP_ALL, 1))).isEqualTo(SEALED);
  }
}
