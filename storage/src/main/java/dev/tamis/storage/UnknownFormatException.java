package dev.tamis.storage;

import java.io.IOException;

/**
 * A file is whole but was written by a version, or with a feature, that this one does not know.
 * Nothing is damaged: a newer version of the library can read it.
 */
public final class UnknownFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  public UnknownFormatException(String file, String what, Object supported, Object actual) {
    super(
        "unknown "
            + what
            + ": actual="
            + actual
            + ", supported="
            + supported
            + " (file="
            + file
            + ")");
  }
}
