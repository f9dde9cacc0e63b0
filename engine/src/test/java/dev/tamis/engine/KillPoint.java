package dev.tamis.engine;

import dev.tamis.storage.Directory;
import dev.tamis.storage.FaultDirectory;
import dev.tamis.storage.FaultOperation;
import dev.tamis.storage.FaultRule;

/**
 * A place in a store's life at which its process dies: in front of the n-th operation of a kind on
 * files with certain names. As text {@code SYNC:*.log:3}; that is its name in messages too.
 */
record KillPoint(FaultOperation operation, String files, int nth) {
  /** What SIGKILL makes of the exit code. */
  static final int EXIT_CODE = 137;

  static KillPoint parse(String text) {
    String[] parts = text.split(":", -1);
    return new KillPoint(FaultOperation.valueOf(parts[0]), parts[1], Integer.parseInt(parts[2]));
  }

  /** A directory whose process dies there. */
  Directory in(Directory directory) {
    FaultDirectory armed = new FaultDirectory(directory);
    armed.add(
        FaultRule.on(operation, files).nth(nth).run(() -> Runtime.getRuntime().halt(EXIT_CODE)));
    return armed;
  }

  @Override
  public String toString() {
    return operation + ":" + files + ":" + nth;
  }
}
