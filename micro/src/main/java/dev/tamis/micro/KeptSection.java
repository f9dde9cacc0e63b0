package dev.tamis.micro;

import dev.tamis.bench.console.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The end of the page, which is put there by hand and survives the page being written anew.
 *
 * @param content what is between the marks
 */
record KeptSection(String content) {
  static final String BEGIN = "<!-- compare -->";
  static final String END = "<!-- /compare -->";

  private static final String HEADING =
      """

      ## Beside other engines

      What `java -jar peers/target/tamis-peers.jar compare` prints, put in by hand; the script keeps what is between
      its two marks.

      """;

  /**
   * The section of a page.
   *
   * @return empty if there is no such file
   * @throws InputException if the page has not exactly one section: it is not overwritten then
   */
  static KeptSection of(Path page) throws IOException, InputException {
    if (!Files.exists(page)) {
      return new KeptSection("\n");
    }
    String text = Files.readString(page);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin || text.lastIndexOf(BEGIN) != begin) {
      throw new InputException(
          page + ": has no section from " + BEGIN + " to " + END + ", so it is left as it is");
    }
    return new KeptSection(text.substring(begin + BEGIN.length(), end));
  }

  String render() {
    return HEADING + BEGIN + content + END + "\n";
  }
}
