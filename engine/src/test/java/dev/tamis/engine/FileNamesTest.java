package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileNamesTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 999_999, 1_000_000, 99_999_999_999_999_999L})
  void namesComeBackAsTheirNumber(long number) {
    assertThat(FileNames.logNumber(FileNames.log(number))).isEqualTo(number);
    assertThat(FileNames.tableNumber(FileNames.table(number))).isEqualTo(number);
    assertThat(FileNames.manifestNumber(FileNames.manifest(number))).isEqualTo(number);
    assertThat(FileNames.tableTempNumber(FileNames.tableTemp(number))).isEqualTo(number);
    for (String name :
        new String[] {
          FileNames.log(number),
          FileNames.table(number),
          FileNames.manifest(number),
          FileNames.tableTemp(number)
        }) {
      assertThat(FileNames.anyNumber(name)).as(name).isEqualTo(number);
    }
  }

  @Test
  void everyKindHasItsOwnNames() {
    assertThat(FileNames.tableNumber("000007.log")).isEqualTo(-1);
    assertThat(FileNames.tableNumber("000007.sst.tmp")).isEqualTo(-1);
    assertThat(FileNames.logNumber("000007.sst")).isEqualTo(-1);
    assertThat(FileNames.tableTempNumber("000007.sst")).isEqualTo(-1);
    assertThat(FileNames.manifestNumber("000007.sst")).isEqualTo(-1);
    assertThat(FileNames.table(7)).isEqualTo("000007.sst");
    assertThat(FileNames.manifest(7)).isEqualTo("MANIFEST-000007");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".sst",
        "7.sst",
        "00007.sst",
        "0000007.sst",
        "00000a.sst",
        "-00007.sst",
        "+00007.sst",
        " 000007.sst",
        "000007.SST",
        "000007.sst.bak",
        "000007",
        "MANIFEST-",
        "MANIFEST-7",
        "MANIFEST-000007.tmp",
        "manifest-000007",
        "1000000000000000000.sst",
        "9223372036854775808.log",
        "\u0660\u0660\u0660\u0660\u0660\u0667.sst",
        "CURRENT",
        "CURRENT.tmp",
        "LOCK",
        "../000007.sst"
      })
  void otherNamesAreNotOurs(String name) {
    assertThat(FileNames.anyNumber(name)).isEqualTo(-1);
  }

  @Test
  void digitsDoNotDependOnTheLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(FileNames.table(42)).isEqualTo("000042.sst");
    } finally {
      Locale.setDefault(before);
    }
  }
}
