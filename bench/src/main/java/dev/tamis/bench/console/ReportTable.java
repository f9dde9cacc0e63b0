package dev.tamis.bench.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;

/** A table in plain text: columns as wide as their widest cell, all but the first aligned right. */
public final class ReportTable {
  private static final int GAP = 2;

  /** The cell of what was not measured. */
  public static final String NOT_MEASURED = "-";

  private final List<List<String>> rows = new ArrayList<>();

  public ReportTable(String... headings) {
    rows.add(List.of(headings));
  }

  public void addRow(String... cells) {
    if (cells.length != rows.get(0).size()) {
      throw new IllegalArgumentException(
          "cells: actual=" + cells.length + ", expected=" + rows.get(0).size());
    }
    rows.add(List.of(cells));
  }

  /** A cell; infinite and NaN are {@link #NOT_MEASURED}. */
  public static String number(String format, double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : NOT_MEASURED;
  }

  /** A cell of a count; below 0 it is {@link #NOT_MEASURED}. */
  public static String count(long value) {
    return value < 0 ? NOT_MEASURED : String.format(Locale.ROOT, "%,d", value);
  }

  /** Lines of the table, each ended by a line separator. */
  public String render() {
    Column[] columns = new Column[rows.get(0).size()];
    for (int i = 0; i < columns.length; i++) {
      int gap = i == 0 ? 0 : GAP;
      columns[i] = new Column(gap + width(i), 0, Column.Overflow.TRUNCATE);
    }
    TextTable table = TextTable.forColumns(Help.defaultColorScheme(Ansi.OFF), columns);
    for (List<String> row : rows) {
      String[] cells = new String[columns.length];
      for (int i = 0; i < cells.length; i++) {
        String cell = row.get(i);
        cells[i] = i == 0 ? cell : " ".repeat(columns[i].width - cell.length()) + cell;
      }
      table.addRowValues(cells);
    }
    return table.toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
