package dev.tamis.filter;

/**
 * The bytes of a filter partition are not what they should be. The caller knows the file and the
 * place; during a lookup it answers "maybe", it never answers "absent".
 */
public final class FilterFormatException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String field;
  private final String expected;
  private final String actual;

  public FilterFormatException(String field, String expected, String actual) {
    super("filter " + field + ": actual=" + actual + ", expected=" + expected);
    this.field = field;
    this.expected = expected;
    this.actual = actual;
  }

  /** The field that is wrong, named as in FORMAT.md. */
  public String field() {
    return field;
  }

  /** What it should have been. */
  public String expected() {
    return expected;
  }

  /** What it was. */
  public String actual() {
    return actual;
  }
}
