package dev.tamis.sstable;

/** A node of a {@link ClockRing}: something that was used recently, or was not. */
abstract class ClockEntry {
  /**
   * Set by whoever uses the entry, cleared by the hand. A lost update only costs a second chance.
   */
  boolean recentlyUsed;

  // Both null while the entry is in no ring; guarded by the lock of the ring's owner.
  ClockEntry previous;
  ClockEntry next;

  /** Notes a use. Reads first: a hot entry's cache line then stays shared between the cores. */
  final void touch() {
    if (!recentlyUsed) {
      recentlyUsed = true;
    }
  }
}
