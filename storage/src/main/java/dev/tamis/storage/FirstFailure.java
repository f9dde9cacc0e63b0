package dev.tamis.storage;

import java.io.IOException;

/**
 * The memory of an appendable file for its first failure. What an append or a sync has left behind
 * when it threw is unknown, so nothing may be built upon it: the handle refuses from then on. Safe
 * for use by several threads.
 */
final class FirstFailure {
  private final String file;
  private volatile Throwable failure;

  FirstFailure(String file) {
    this.file = file;
  }

  /** Fails if something failed before. */
  void check() throws IOException {
    Throwable first = failure;
    if (first != null) {
      throw new IOException("file failed before and takes no more calls: file=" + file, first);
    }
  }

  /** Keeps {@code next} if it is the first, and returns it to be thrown. */
  <T extends Throwable> T remember(T next) {
    if (failure == null) {
      failure = next;
    }
    return next;
  }
}
