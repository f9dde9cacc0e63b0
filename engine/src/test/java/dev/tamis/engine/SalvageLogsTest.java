package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.CrashDirectory;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log that is damaged in its middle: refused by default, cut there if that is asked for. */
class SalvageLogsTest {
  private static final int KEYS = 1_000;
  private static final int DAMAGED = 300;
  private static final int VALUE_BYTES = 20;

  private final Options options = StoreFixture.quiet().memtableBytes(1 << 20).build();
  private final Options salvaging =
      StoreFixture.quiet().memtableBytes(1 << 20).salvageLogs(true).build();

  /**
   * @param fromRecordEnd where the flipped byte is, seen from the end of record 300: in its value,
   *     its payload's begin, its header
   */
  @ParameterizedTest
  @ValueSource(ints = {4, 35, 50})
  void caseA3_aSalvageKeepsWhatComesBeforeAndNothingBehind(int fromRecordEnd) throws IOException {
    CrashDirectory directory = new CrashDirectory();
    long end = 0;
    try (Db db = SmallStores.open(directory, 1, options)) {
      for (int i = 0; i < KEYS; i++) {
        db.put(StoreFixture.k(i), StoreFixture.value(i, 0, VALUE_BYTES), Durability.SYNC);
        if (i == DAMAGED) {
          end = directory.size(log(directory));
        }
      }
    }
    String log = log(directory);
    byte[] bytes = directory.bytes(log);
    // A promise may stand behind the record at that moment: look for the value itself.
    int value = indexOf(bytes, StoreFixture.value(DAMAGED, 0, VALUE_BYTES), (int) end);
    bytes[value + VALUE_BYTES - fromRecordEnd] ^= 4;
    directory.overwrite(log, bytes);

    CrashDirectory untouched = directory.copy();
    assertThatThrownBy(() -> SmallStores.open(untouched, 2, options))
        .isInstanceOf(CorruptionException.class)
        .hasMessageContaining(log);
    assertThat(untouched.list()).containsExactlyInAnyOrderElementsOf(directory.list());

    try (Db db = SmallStores.open(directory, 2, salvaging)) {
      for (int i = 0; i < KEYS; i++) {
        byte[] expected = i < DAMAGED ? StoreFixture.value(i, 0, VALUE_BYTES) : null;
        assertThat(db.get(StoreFixture.k(i))).as("key %d", i).isEqualTo(expected);
      }
      RecoveryReport report = db.recoveryReport();
      assertThat(report.reasons()).anyMatch(reason -> reason.contains(log));
      assertThat(report.bytesDropped()).isPositive();
      assertThat(report.lastSequence()).isEqualTo(DAMAGED);
      db.put(StoreFixture.k(DAMAGED), StoreFixture.text("again"), Durability.SYNC);
    }
    assertThat(directory.bytes(FileNames.damaged(log))).isEqualTo(bytes);
    try (Db db = SmallStores.open(directory, 3, options)) {
      assertThat(db.recoveryReport().bytesDropped()).isZero();
      assertThat(StoreFixture.text(db.get(StoreFixture.k(DAMAGED)))).isEqualTo("again");
      assertThat(db.get(StoreFixture.k(DAMAGED - 1))).isNotNull();
      assertThat(db.get(StoreFixture.k(DAMAGED + 1))).isNull();
      assertThat(db.verify().problems()).isEmpty();
    }
  }

  private static String log(CrashDirectory directory) throws IOException {
    List<String> logs =
        directory.list().stream().filter(name -> FileNames.logNumber(name) >= 0).toList();
    assertThat(logs).hasSize(1);
    return logs.get(0);
  }

  private static int indexOf(byte[] bytes, byte[] wanted, int before) {
    for (int at = before - wanted.length; at >= 0; at--) {
      if (java.util.Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
        return at;
      }
    }
    throw new AssertionError("value not found");
  }
}
