package dev.tamis.bench.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnicodeNamesTest {
  private static final String CATEGORIES =
      "Lu Ll Lt Lm Lo Mn Me Mc Nd Nl No Zs Zl Zp Cc Cf Pd Ps Pe Pc Po Sm Sc Sk So Pi Pf";

  private static final DataSet DATA = UnicodeNames.load();
  private static final Map<String, String> VALUES = values();

  private static Map<String, String> values() {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < DATA.size(); i++) {
      values.put(DataSetTest.text(DATA.entry(i).key()), DataSetTest.text(DATA.entry(i).value()));
    }
    return values;
  }

  @Test
  void everyNamedCharacterOfThisJdkIsThereOnce() {
    long expected = 0;
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      boolean privateUse = Character.getType(c) == Character.PRIVATE_USE;
      boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
      if (Character.isDefined(c) && !privateUse && !surrogate) {
        expected++;
      }
    }
    assertThat(DATA.size()).isEqualTo((int) expected).isGreaterThanOrEqualTo(143_924);
    assertThat(VALUES).hasSize(DATA.size());
    assertThat(DATA.overwrites()).isZero();
  }

  @Test
  void valueIsNameAndCategory() {
    assertThat(VALUES)
        .containsEntry("U+0000", "NULL\tCc")
        .containsEntry("U+0041", "LATIN CAPITAL LETTER A\tLu")
        .containsEntry("U+20AC", "EURO SIGN\tSc")
        .containsEntry("U+1F600", "GRINNING FACE\tSo")
        .containsEntry("U+E0001", "LANGUAGE TAG\tCf");
  }

  @Test
  void surrogatesPrivateUseAndUnassignedAreLeftOut() {
    assertThat(VALUES).doesNotContainKeys("U+D800", "U+DFFF", "U+E000", "U+F8FF", "U+10FFFD");
    assertThat(VALUES).doesNotContainKeys("U+0378", "U+FFFF");
  }

  @Test
  void everyCategoryHasItsTwoLetters() {
    assertThat(VALUES.values().stream().map(value -> value.split("\t", -1)[1]).distinct())
        .containsExactlyInAnyOrder(CATEGORIES.split(" "));
  }
}
