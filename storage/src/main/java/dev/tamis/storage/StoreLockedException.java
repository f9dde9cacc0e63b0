package dev.tamis.storage;

import java.io.IOException;

/** Somebody else, in this process or another, has the store open; their handle is unharmed. */
public final class StoreLockedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String holder;

  /**
   * @param directory the store that is locked
   * @param holder who holds it, as far as can be known, for instance {@code pid 42 since ...}
   */
  public StoreLockedException(String directory, String holder) {
    super("store is open elsewhere: directory=" + directory + ", holder=" + holder);
    this.holder = holder;
  }

  /** Who holds the lock, as far as can be known. */
  public String holder() {
    return holder;
  }
}
