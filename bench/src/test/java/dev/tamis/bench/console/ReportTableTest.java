package dev.tamis.bench.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ReportTableTest {

  @Test
  void firstColumnIsAlignedLeftTheOthersRight() {
    ReportTable table = new ReportTable("step", "operations", "ops/s");
    table.addRow("load", "143,924", "-");
    table.addRow("read every key", "5", "1,234,567");
    assertThat(table.render().lines())
        .containsExactly(
            "step            operations      ops/s",
            "load               143,924          -",
            "read every key           5  1,234,567");
  }

  @Test
  void rowOfAnotherWidthIsRefused() {
    ReportTable table = new ReportTable("a", "b");
    assertThatThrownBy(() -> table.addRow("1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cells: actual=1, expected=2");
  }
}
