package dev.tamis.engine;

import java.io.IOException;
import java.util.List;

/**
 * What {@link Db#verify} read and found.
 *
 * @param tables tables read through
 * @param entries entries in them
 * @param bytes bytes of the files read
 * @param problems everything that is wrong, the damaged file and place in each; empty if all is
 *     well
 */
public record VerifyReport(int tables, long entries, long bytes, List<IOException> problems) {

  /** Whether nothing is wrong. */
  public boolean isClean() {
    return problems.isEmpty();
  }
}
