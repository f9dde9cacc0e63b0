package dev.tamis.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** The example of the README; {@link ReadmeTest} compares the two and runs this one. */
final class EmbeddingExample {
  private EmbeddingExample() {}

  static void run(Path directory, PrintStream out) throws IOException {
    // begin of the README's example
    try (Db db = Db.open(directory, Options.defaults())) {
      db.put("apple".getBytes(UTF_8), "red".getBytes(UTF_8));
      db.put("plum".getBytes(UTF_8), "blue".getBytes(UTF_8), Durability.SYNC);

      WriteBatch batch = new WriteBatch();
      batch.put("pear".getBytes(UTF_8), "green".getBytes(UTF_8)).delete("plum".getBytes(UTF_8));
      try (Snapshot before = db.snapshot()) {
        db.write(batch); // all of it or nothing, visible at once
        out.println(db.get("plum".getBytes(UTF_8)) == null); // true
        out.println(new String(db.get("plum".getBytes(UTF_8), before), UTF_8)); // blue
      }

      try (Cursor cursor = db.cursor()) {
        for (cursor.seek("b".getBytes(UTF_8)); cursor.isValid(); cursor.next()) {
          out.println(new String(cursor.key(), UTF_8) + " = " + new String(cursor.value(), UTF_8));
        }
      }
      db.sync(); // now everything survives a power cut
    }
    // end of the README's example
  }
}
