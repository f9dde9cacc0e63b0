package dev.tamis.engine;

import java.io.IOException;

/**
 * The store has stopped taking writes, because an earlier failure left it uncertain what is on
 * disk. Reads go on; closing and opening again recovers. The cause is always the first failure.
 */
public final class ReadOnlyException extends IOException {
  private static final long serialVersionUID = 1L;

  ReadOnlyException(Throwable firstFailure) {
    super("store is read-only since: " + firstFailure, firstFailure);
  }
}
