package dev.tamis.storage;

/** The rule for names that every {@link Directory} applies before it does anything. */
final class FileName {
  private static final int MAXIMUM_LENGTH = 255;

  private FileName() {}

  /**
   * Returns {@code name} if it is one.
   *
   * @throws IllegalArgumentException if it is not; the message holds the name
   */
  static String checked(String name) {
    int length = name.length();
    if (length < 1 || length > MAXIMUM_LENGTH) {
      throw new IllegalArgumentException(
          "file name length: actual=" + length + ", expected=1 to " + MAXIMUM_LENGTH);
    }
    for (int i = 0; i < length; i++) {
      if (!isAllowed(name.charAt(i))) {
        throw new IllegalArgumentException(
            "file name character: actual=" + name + ", expected=[A-Za-z0-9._-]");
      }
    }
    if (name.equals(".") || name.equals("..")) {
      throw new IllegalArgumentException("file name: actual=" + name + ", expected=no . or ..");
    }
    return name;
  }

  private static boolean isAllowed(char c) {
    return (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '_'
        || c == '-';
  }
}
