package dev.tamis.engine;

import dev.tamis.storage.Directory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Keeps files of which something could not be saved under a second name, which nobody reads.
 *
 * <p>The second name is there before the state without the file comes into force, and the first
 * stays until after. Were it a rename, a crash before it would leave an orphan that the next open
 * sweeps, and one in front of the change would take the file from the store that still needs it.
 */
final class DamagedFiles {
  private DamagedFiles() {}

  /** Gives each a durable second name and returns these names; what a crash left of it stays. */
  static List<String> keep(Directory directory, Collection<String> names) throws IOException {
    List<String> present = directory.list();
    List<String> kept = new ArrayList<>();
    for (String name : names) {
      String second = FileNames.damaged(name);
      if (present.contains(name)) {
        if (!present.contains(second)) {
          directory.link(name, second);
        }
        kept.add(second);
      }
    }
    if (!kept.isEmpty()) {
      directory.sync();
    }
    return kept;
  }
}
