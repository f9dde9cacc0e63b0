package dev.tamis.engine;

import java.io.IOException;
import java.util.function.Supplier;

/**
 * The memtable that writes go to, and its replacement when it is full. Used by the leader of the
 * commit queue only; readers find the memtables in {@link ReadView}, the flush in {@link
 * FlushQueue}.
 */
final class MemTables {

  /**
   * A memtable that takes no more writes.
   *
   * @param lastLog no log with a higher number holds any of its writes
   * @param lastSequence sequence of its last write
   */
  record Frozen(MemTable table, long lastLog, long lastSequence) {}

  private final VersionSet versions;
  private final WriteAheadLog log;
  private final FlushQueue flushes;
  private final Supplier<MemTable> factory;
  private final long capacityBytes;
  private MemTable active;

  MemTables(
      VersionSet versions,
      WriteAheadLog log,
      FlushQueue flushes,
      Supplier<MemTable> factory,
      long capacityBytes) {
    this.versions = versions;
    this.log = log;
    this.flushes = flushes;
    this.factory = factory;
    this.capacityBytes = capacityBytes;
    this.active = versions.view().active();
  }

  MemTable active() {
    return active;
  }

  /** Makes sure that the active memtable may grow. */
  void makeRoom(long lastSequence) throws IOException {
    if (active.memoryBytes() >= capacityBytes) {
      freeze(lastSequence);
    }
  }

  /**
   * Puts an empty memtable in front of the active one, unless that is empty itself; waits for a
   * flush if too many are frozen.
   */
  void freeze(long lastSequence) throws IOException {
    if (active.entries() == 0) {
      return;
    }
    flushes.awaitRoom();
    Frozen frozen = new Frozen(active, log.end(), lastSequence);
    MemTable next = factory.get();
    versions.freeze(next);
    active = next;
    flushes.add(frozen);
  }
}
