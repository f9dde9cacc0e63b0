package dev.tamis.engine;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * The snapshots that are open. Taking one and reading the list for a compaction exclude each other:
 * otherwise a compaction that has just looked could drop a version that a snapshot taken a moment
 * later, at an older sequence, still needs.
 */
final class Snapshots {
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<Snapshot> open = new HashSet<>();

  Snapshot take(LongSupplier visibleSequence) {
    lock.lock();
    try {
      Snapshot snapshot = new Snapshot(this, visibleSequence.getAsLong());
      open.add(snapshot);
      return snapshot;
    } finally {
      lock.unlock();
    }
  }

  void release(Snapshot snapshot) {
    lock.lock();
    try {
      open.remove(snapshot);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The sequences that readers may stand at, ascending: every open snapshot's, and the newest
   * visible one, at which a snapshot could be taken this moment.
   */
  long[] boundaries(LongSupplier visibleSequence) {
    lock.lock();
    try {
      return LongStream.concat(
              open.stream().mapToLong(Snapshot::sequence),
              LongStream.of(visibleSequence.getAsLong()))
          .sorted()
          .distinct()
          .toArray();
    } finally {
      lock.unlock();
    }
  }

  int count() {
    lock.lock();
    try {
      return open.size();
    } finally {
      lock.unlock();
    }
  }
}
