package dev.tamis.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A process of its own that tries to lock a directory, says what came of it in one line, and holds
 * the lock until its input ends.
 */
final class LockHolder {
  private LockHolder() {}

  public static void main(String[] arguments) throws IOException {
    try (DiskDirectory directory = DiskDirectory.openExisting(Path.of(arguments[0]));
        Closeable lock = directory.lock("LOCK")) {
      System.out.println("locked " + (lock != null));
      while (System.in.read() >= 0) {
        // Input is only waited for.
      }
    } catch (StoreLockedException e) {
      System.out.println("refused " + e.holder());
    }
  }
}
