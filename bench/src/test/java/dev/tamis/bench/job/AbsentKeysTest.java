package dev.tamis.bench.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AbsentKeysTest {

  @Test
  void asManyAsRealKeysAndAllBetweenThem() {
    DataSet data = UnicodeNames.load();
    List<byte[]> absent = AbsentKeys.between(data, new SplittableRandom(7));
    assertThat(absent).hasSize(data.size());
    assertAbsentAndBetween(data, absent);
    long distinct = absent.stream().map(DataSetTest::text).distinct().count();
    assertThat(distinct).isGreaterThan(data.size() * 99L / 100);
  }

  @Test
  void orderIsRandomAndTheSeedDecides() {
    DataSet data = data("a", "b", "c", "d", "e", "f", "g", "h");
    assertThat(AbsentKeys.between(data, new SplittableRandom(1)))
        .usingElementComparator(Arrays::compareUnsigned)
        .isEqualTo(AbsentKeys.between(data, new SplittableRandom(1)))
        .isNotEqualTo(AbsentKeys.between(data, new SplittableRandom(2)));
    List<byte[]> absent = AbsentKeys.between(data, new SplittableRandom(3));
    List<byte[]> sorted = new ArrayList<>(absent);
    sorted.sort(Arrays::compareUnsigned);
    assertThat(absent).isNotEqualTo(sorted);
  }

  @Test
  void takenSuffixesAreAvoided() {
    List<Entry> lines = new ArrayList<>();
    lines.add(DataSetTest.entry("k", ""));
    for (char c = 'a'; c <= 'z'; c++) {
      lines.add(DataSetTest.entry("k" + c, ""));
    }
    DataSet data = new DataSet("test", lines, 0);
    List<byte[]> absent = AbsentKeys.between(data, new SplittableRandom(5));
    assertThat(absent).hasSize(27);
    assertAbsentAndBetween(data, absent);
  }

  @Test
  void keysOfTheGreatestLengthAreNotExtended() {
    String longest = "k".repeat(65_535);
    DataSet data = data("a", longest, "z");
    List<byte[]> absent = AbsentKeys.between(data, new SplittableRandom(5));
    assertThat(absent).hasSize(3).allMatch(key -> key.length <= 65_535);
    assertAbsentAndBetween(data, absent);
  }

  @Test
  void nothingLiesBetweenOneKey() {
    assertThat(AbsentKeys.between(data("only"), new SplittableRandom(1))).isEmpty();
  }

  private static void assertAbsentAndBetween(DataSet data, List<byte[]> absent) {
    byte[] smallest = data.entry(0).key();
    byte[] largest = data.entry(data.size() - 1).key();
    for (byte[] key : absent) {
      assertThat(data.contains(key)).as(DataSetTest.text(key)).isFalse();
      assertThat(Arrays.compareUnsigned(key, smallest)).isPositive();
      assertThat(Arrays.compareUnsigned(key, largest)).isNegative();
    }
  }

  private static DataSet data(String... keys) {
    return new DataSet(
        "test", Arrays.stream(keys).map(key -> DataSetTest.entry(key, "v")).toList(), 0);
  }
}
