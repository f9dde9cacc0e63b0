package dev.tamis.bench.console;

/**
 * What the user gave cannot be used: a file, a line in it, a directory. The message is one complete
 * line; the program prints it and ends with exit code 2.
 */
public final class InputException extends Exception {
  private static final long serialVersionUID = 1L;

  public InputException(String message) {
    super(message);
  }

  public InputException(String message, Throwable cause) {
    super(message, cause);
  }
}
