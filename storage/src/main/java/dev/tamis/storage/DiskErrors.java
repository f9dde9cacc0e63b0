package dev.tamis.storage;

import java.io.IOException;
import java.nio.file.Path;

/** Tells a full disk from other failures; Java has no error number for it, only a text. */
final class DiskErrors {
  private static final String[] FULL = {
    "No space left on device",
    "Disk quota exceeded",
    "File too large",
    "There is not enough space on the disk"
  };

  private DiskErrors() {}

  /** The error of something that makes or changes a name. */
  static IOException ofName(String name, IOException failure) {
    String message = String.valueOf(failure.getMessage());
    for (String text : FULL) {
      if (message.contains(text)) {
        return new DiskFullException(name, failure);
      }
    }
    return failure;
  }

  /** The error of writing {@code lengthBytes} bytes or of syncing them. */
  static IOException ofWrite(Path path, String name, long lengthBytes, IOException failure) {
    IOException error = ofName(name, failure);
    // The text follows the system's language, so a disk without room for the bytes counts too.
    if (error == failure && path.toFile().getUsableSpace() < lengthBytes) {
      return new DiskFullException(name, failure);
    }
    return error;
  }
}
