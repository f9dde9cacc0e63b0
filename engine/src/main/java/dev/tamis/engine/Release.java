package dev.tamis.engine;

import java.io.Closeable;
import java.io.IOException;

/** Closes things when something has already gone wrong, without hiding what did. */
final class Release {
  private Release() {}

  /** Closes all of them; what they throw is added to the failure. */
  static void all(Iterable<? extends Closeable> parts, Throwable failure) {
    for (Closeable part : parts) {
      try {
        part.close();
      } catch (IOException | RuntimeException | Error e) {
        failure.addSuppressed(e);
      }
    }
  }
}
