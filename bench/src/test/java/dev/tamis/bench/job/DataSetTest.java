package dev.tamis.bench.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DataSetTest {

  @Test
  void keysAreSortedByUnsignedBytes() {
    DataSet data =
        new DataSet("test", List.of(entry("é", "1"), entry("z", "2"), entry("a", "3")), 0);
    assertThat(keys(data)).containsExactly("a", "z", "é");
  }

  @Test
  void lastOccurrenceOfAKeyWinsForEverySeed() {
    List<Entry> lines = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      lines.add(entry("key" + i % 100, "value" + i));
    }
    DataSet data = new DataSet("test", lines, 0);
    assertThat(data.size()).isEqualTo(100);
    assertThat(data.overwrites()).isEqualTo(200);
    for (long seed = 0; seed < 20; seed++) {
      Map<String, String> state = new HashMap<>();
      List<Entry> writes = data.writes(new SplittableRandom(seed));
      writes.forEach(write -> state.put(text(write.key()), text(write.value())));
      assertThat(writes).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(lines);
      for (int i = 0; i < 100; i++) {
        assertThat(state).as("seed %d", seed).containsEntry("key" + i, "value" + (i + 200));
        assertThat(text(data.entry(i).value())).isEqualTo(state.get(text(data.entry(i).key())));
      }
    }
  }

  @Test
  void oneSeedGivesOneOrderAndAnotherSeedAnother() {
    List<Entry> lines = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      lines.add(entry("key" + i, ""));
    }
    DataSet data = new DataSet("test", lines, 0);
    assertThat(data.writes(new SplittableRandom(1)))
        .isEqualTo(data.writes(new SplittableRandom(1)))
        .isNotEqualTo(data.writes(new SplittableRandom(2)));
    assertThat(data.reads(new SplittableRandom(1)))
        .isNotEqualTo(data.reads(new SplittableRandom(2)))
        .hasSize(50);
  }

  @Test
  void bytesCountDistinctKeysAndFinalValues() {
    DataSet data =
        new DataSet("test", List.of(entry("ab", "123"), entry("c", ""), entry("ab", "7")), 4);
    assertThat(data.keyBytes()).isEqualTo(3);
    assertThat(data.valueBytes()).isEqualTo(1);
    assertThat(data.blankLines()).isEqualTo(4);
  }

  @Test
  void containsFindsEveryKeyAndNothingElse() {
    DataSet data = new DataSet("test", List.of(entry("b", ""), entry("d", ""), entry("é", "")), 0);
    for (String key : List.of("b", "d", "é")) {
      assertThat(data.contains(key.getBytes(UTF_8))).as(key).isTrue();
    }
    for (String key : List.of("", "a", "bb", "c", "z", "ü")) {
      assertThat(data.contains(key.getBytes(UTF_8))).as(key).isFalse();
    }
  }

  @Test
  void nothingIsNoDataSet() {
    assertThatThrownBy(() -> new DataSet("empty.tsv", List.of(), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("empty.tsv");
  }

  static Entry entry(String key, String value) {
    return new Entry(key.getBytes(UTF_8), value.getBytes(UTF_8));
  }

  static List<String> keys(DataSet data) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < data.size(); i++) {
      keys.add(text(data.entry(i).key()));
    }
    return keys;
  }

  static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }
}
