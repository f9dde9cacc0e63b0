package dev.tamis.bench.report;

import java.util.List;

/**
 * A part of the page.
 *
 * @param id anchor, and the name of its charts in the page's data
 * @param notes what the reader has to know, a paragraph each
 * @param charted whether the script draws charts above the tables
 * @param prose whether the cells of the tables are text rather than figures
 */
record Section(
    String id,
    String heading,
    List<String> notes,
    boolean charted,
    boolean prose,
    List<PageTable> tables) {}
