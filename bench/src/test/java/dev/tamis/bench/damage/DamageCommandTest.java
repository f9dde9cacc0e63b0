package dev.tamis.bench.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.bench.BenchProgram;
import java.util.List;
import org.junit.jupiter.api.Test;

class DamageCommandTest {
  private final BenchProgram program = new BenchProgram();

  @Test
  void everyKindOfFileAndDamageIsCountedAndNothingIsSilent() {
    assertThat(program.run("damage", "--num=5", "--stride=211")).as(program.err()).isZero();
    List<List<String>> rows =
        program.out().lines().map(line -> List.of(line.trim().split(" {2,}"))).toList();
    for (String file : List.of("table", "log", "MANIFEST", "CURRENT")) {
      for (String damage : List.of("bit flipped", "cut short", "missing", "of another store")) {
        assertThat(rows).as(file + " " + damage).anyMatch(row -> isRow(row, file, damage));
      }
    }
  }

  @Test
  void anEngineThatLosesWritesSilentlyIsCaught() {
    assertThat(program.run("damage", "--engine=forgetful", "--num=3")).isEqualTo(1);
    assertThat(program.err()).contains("damage").contains("forgetful");
    assertThat(program.out()).containsPattern("data +cut short +\\d+ .* [1-9]\\d* +0 +0");
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThat(program.run("damage", "--num=0")).isEqualTo(2);
    assertThat(program.err()).contains("--num: actual=0, expected=1 to 1000");
    assertThat(program.run("damage", "--stride=0")).isEqualTo(2);
    assertThat(program.run("damage", "--engine=none")).isEqualTo(2);
  }

  /** Title, counts of copies and outcomes: the last three are silent, hang and other error. */
  private static boolean isRow(List<String> row, String file, String damage) {
    return row.size() == 10
        && row.get(0).equals(file)
        && row.get(1).equals(damage)
        && row.subList(7, 10).equals(List.of("0", "0", "0"));
  }
}
