package dev.tamis.bench.report;

import java.util.ArrayList;
import java.util.List;

/** A table of the page: columns of text, then columns of figures. */
final class PageTable {
  private final String caption;
  private final int textColumns;
  private final List<Cell> headings;
  private final List<Row> rows = new ArrayList<>();

  /**
   * A cell as the template needs it.
   *
   * @param text whether it is aligned as text
   */
  record Cell(boolean text, String value) {}

  /**
   * A row as the template needs it.
   *
   * @param head first cell, which says what the row is about
   */
  record Row(String head, List<Cell> cells) {}

  PageTable(String caption, int textColumns, List<String> headings) {
    this.caption = caption;
    this.textColumns = textColumns;
    this.headings = cells(headings);
  }

  PageTable addRow(List<String> cells) {
    if (cells.size() != headings.size()) {
      throw new IllegalArgumentException(
          "cells: actual=" + cells.size() + ", expected=" + headings.size());
    }
    rows.add(new Row(cells.get(0), cells(cells).subList(1, cells.size())));
    return this;
  }

  String caption() {
    return caption;
  }

  List<Cell> headings() {
    return headings;
  }

  List<Row> rows() {
    return rows;
  }

  private List<Cell> cells(List<String> values) {
    List<Cell> cells = new ArrayList<>();
    for (String value : values) {
      cells.add(new Cell(cells.size() < textColumns, value));
    }
    return cells;
  }
}
