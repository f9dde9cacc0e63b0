package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Case B1 of the collection: what a crash may make of CURRENT, and what nothing but rot does. */
class CurrentCasesTest {
  private final WriteHistory history = new WriteHistory();

  /** A closed store with a table and a write that is in the log. */
  private CrashDirectory closedStore() throws IOException {
    CrashDirectory disk = new CrashDirectory();
    try (Db db = SmallStores.open(disk, 1)) {
      history.put(db, "a", "1", Durability.BUFFERED);
      history.flush(db);
      history.put(db, "a", "3", Durability.SYNC);
    }
    return disk;
  }

  @Test
  void caseB1_currentInItsAcceptedForms() throws IOException {
    CrashDirectory disk = closedStore();
    String line = new String(disk.bytes("CURRENT"), ISO_8859_1);
    String bare = line.substring(0, line.length() - 1);
    for (String form : List.of(line, bare, line + line, line + bare)) {
      CrashDirectory image = disk.copy();
      image.overwrite("CURRENT", SmallStores.bytes(form));
      try (Db db = SmallStores.open(image, 2)) {
        SmallStores.assertHolds(db, history.latest(), form);
      }
    }
  }

  @Test
  void caseB1_currentInAnyOtherFormIsRefusedAndNothingIsChanged() throws IOException {
    CrashDirectory disk = closedStore();
    String line = new String(disk.bytes("CURRENT"), ISO_8859_1);
    List<String> forms =
        List.of(
            "",
            "\n",
            "\0".repeat(16),
            "../../etc/passwd",
            "../../etc/passwd id=0000000000000001 sealed=- crc=00000000\n",
            "MANIFEST-000001\n",
            "MANIFEST-" + "1".repeat(10_000),
            "\u00ff\u00fe\u0080",
            line + "x",
            line + line + line,
            line.replace("MANIFEST-00000", "MANIFEST-00001"),
            line.replace(" crc", "  crc"),
            line.toUpperCase(Locale.ROOT));
    for (String form : forms) {
      CrashDirectory image = disk.copy();
      image.overwrite("CURRENT", SmallStores.bytes(form));
      long operations = image.operations();
      assertThatThrownBy(() -> SmallStores.open(image, 2))
          .as(form)
          .isInstanceOfSatisfying(
              CorruptionException.class, e -> assertThat(e.file()).isEqualTo("CURRENT"));
      assertThat(image.operations()).as("changes nothing: " + form).isEqualTo(operations);
    }
  }

  @Test
  void caseB1_noNewStoreIsMadeOverOneThatLostItsCurrent() throws IOException {
    CrashDirectory disk = closedStore();
    disk.delete("CURRENT");
    List<String> before = disk.list();
    assertThatThrownBy(() -> SmallStores.open(disk, 2)).isInstanceOf(CorruptionException.class);
    assertThat(disk.list()).isEqualTo(before);
  }
}
