package dev.tamis.bench.job;

import dev.tamis.engine.Db;
import dev.tamis.engine.LevelInfo;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits until background compaction has come to rest, so that reads are measured on one shape of
 * the store: the tables of all levels stay the same for a quarter of a second.
 */
final class QuietLevels {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(25);
  private static final int QUIET_POLLS = 10;
  private static final int MAX_POLLS = 2_400;

  private QuietLevels() {}

  /** Returns when the levels are at rest, at the latest after a minute. */
  static void await(Db db) {
    List<Long> last = List.of();
    int quiet = 0;
    for (int poll = 0; poll < MAX_POLLS && quiet < QUIET_POLLS; poll++) {
      List<Long> sizes = db.levels().stream().map(LevelInfo::bytes).toList();
      quiet = sizes.equals(last) ? quiet + 1 : 0;
      last = sizes;
      LockSupport.parkNanos(POLL_NANOS);
    }
  }
}
