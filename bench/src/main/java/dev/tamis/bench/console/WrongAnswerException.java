package dev.tamis.bench.console;

/** The store answered something other than what was written into it: exit code 1. */
public final class WrongAnswerException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param step the step that saw it
   * @param question what was asked, for instance {@code get of key "U+0041"}
   * @param expected the right answer
   * @param actual the answer of the store
   */
  public WrongAnswerException(String step, String question, String expected, String actual) {
    super(
        "wrong answer in step \""
            + step
            + "\": "
            + question
            + ": actual="
            + actual
            + ", expected="
            + expected);
  }
}
