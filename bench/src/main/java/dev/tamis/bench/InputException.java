package dev.tamis.bench;

/**
 * What the user gave cannot be used: a file, a line in it, a directory. The message is one complete
 * line; the program prints it and ends with exit code 2.
 */
final class InputException extends Exception {
  private static final long serialVersionUID = 1L;

  InputException(String message) {
    super(message);
  }

  InputException(String message, Throwable cause) {
    super(message, cause);
  }
}
