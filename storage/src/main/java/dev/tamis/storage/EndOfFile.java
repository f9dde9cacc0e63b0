package dev.tamis.storage;

import java.io.EOFException;

/** The two errors of a position that are the same for every {@link ReadableFile}. */
final class EndOfFile {
  private EndOfFile() {}

  static void checkPosition(String file, long position) {
    if (position < 0) {
      throw new IllegalArgumentException(
          "position: actual=" + position + ", expected=0 or more (file=" + file + ")");
    }
  }

  static EOFException at(String file, long position, int wanted, int got) {
    return new EOFException(
        "end of file: file="
            + file
            + ", position="
            + position
            + ", wanted="
            + wanted
            + " bytes, got="
            + got);
  }
}
