package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tamis.storage.StoreLockedException;
import java.io.IOException;
import java.nio.file.Path;

/** A process that opens a store, writes its name there, and keeps it open until it is told. */
final class StoreHolder {
  private StoreHolder() {}

  public static void main(String[] arguments) throws IOException {
    byte[] key = "key".getBytes(UTF_8);
    try (Db db = Db.open(Path.of(arguments[0]), Options.defaults())) {
      byte[] value = db.get(key);
      db.put(key, arguments[1].getBytes(UTF_8));
      System.out.println("opened " + (value == null ? null : new String(value, UTF_8)));
      while (System.in.read() >= '\n' + 1) {
        // Until the end of a line, or of the input.
      }
    } catch (StoreLockedException e) {
      System.out.println("refused " + e.getMessage());
      return;
    }
    System.out.println("closed");
  }
}
