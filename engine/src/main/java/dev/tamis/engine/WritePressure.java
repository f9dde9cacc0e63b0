package dev.tamis.engine;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/**
 * Slows writes down before they have to stop. Each table in level 0 beyond twice the trigger makes
 * every read and the next merge dearer, so each adds to a delay that grows with the bytes written:
 * at the start a writer keeps 64 MiB/s, and every further table halves that. At three times the
 * trigger writes wait until a merge has made room.
 *
 * <p>The delay is taken by the leader of the commit queue, so it holds for the store as a whole. If
 * merging fails and the wait could not end, the write fails with the reason instead.
 */
final class WritePressure {
  private static final long FIRST_BYTES_PER_SECOND = 64L << 20;
  private static final long MAX_DELAY_NANOS = 100_000_000;

  private final VersionSet versions;
  private final CompactionQueue compactions;
  private final int slowAt;
  private final int stopAt;

  WritePressure(VersionSet versions, CompactionQueue compactions, int level0Tables) {
    this.versions = versions;
    this.compactions = compactions;
    this.slowAt = 2 * level0Tables;
    this.stopAt = 3 * level0Tables;
  }

  /** Holds a write of this many bytes back for as long as the state of the tree asks for. */
  void delay(long bytes) throws IOException {
    if (tables() < slowAt) {
      return;
    }
    compactions.awaitRoomInLevel0(() -> tables() < stopAt);
    // A flush may have filled level 0 again; the next write waits for that, this one has waited.
    long delayNanos = Math.min(MAX_DELAY_NANOS, delayNanos(bytes));
    if (delayNanos > 0) {
      // An interrupted thread isn't held back, and keeps its flag.
      LockSupport.parkNanos(delayNanos);
    }
  }

  /** What a write of this size would wait now, {@link Long#MAX_VALUE} if it would have to stop. */
  long delayNanos(long bytes) {
    int tables = tables();
    if (tables >= stopAt) {
      return Long.MAX_VALUE;
    }
    if (tables < slowAt) {
      return 0;
    }
    long bytesPerSecond = FIRST_BYTES_PER_SECOND >> Math.min(tables - slowAt, 10);
    return Math.min(MAX_DELAY_NANOS, bytes * 1_000_000_000 / bytesPerSecond);
  }

  /** Why writes are slowed or stopped, or empty. */
  String reason() {
    int tables = tables();
    if (tables < slowAt) {
      return "";
    }
    String effect = tables >= stopAt ? "writes wait" : "writes are slowed";
    return "level 0 has " + tables + " tables, from " + slowAt + " on " + effect;
  }

  private int tables() {
    ReadView view = versions.view();
    return view == null ? 0 : view.version().tables(0).size();
  }
}
