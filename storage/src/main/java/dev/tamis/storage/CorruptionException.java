package dev.tamis.storage;

import java.io.IOException;

/**
 * Bytes on disk are not what was written. Names the file, the offset of the damaged structure, what
 * was expected and what was found, so that an operator can look at the place and a bug report needs
 * nothing else.
 */
public final class CorruptionException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;
  private final String expected;
  private final String actual;

  /**
   * @param file name of the damaged file
   * @param offset first byte of the damaged structure, in bytes from the start of the file
   * @param what the structure and the field that is wrong, for instance {@code data block checksum}
   * @param expected the value that should stand there
   * @param actual the value that does
   */
  public CorruptionException(
      String file, long offset, String what, Object expected, Object actual) {
    super(
        what
            + ": actual="
            + actual
            + ", expected="
            + expected
            + " (file="
            + file
            + ", offset="
            + offset
            + ")");
    this.file = file;
    this.offset = offset;
    this.expected = String.valueOf(expected);
    this.actual = String.valueOf(actual);
  }

  /** The same with the exception that found it. */
  public CorruptionException(
      String file, long offset, String what, Object expected, Object actual, Throwable cause) {
    this(file, offset, what, expected, actual);
    initCause(cause);
  }

  /** Name of the damaged file. */
  public String file() {
    return file;
  }

  /** First byte of the damaged structure, in bytes from the start of the file. */
  public long offset() {
    return offset;
  }

  /** What should have been there. */
  public String expected() {
    return expected;
  }

  /** What was there. */
  public String actual() {
    return actual;
  }
}
