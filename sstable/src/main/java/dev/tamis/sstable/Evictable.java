package dev.tamis.sstable;

/** Memory that is charged to a {@link MemoryBudget} and that its hand may take back. */
abstract class Evictable extends ClockEntry {
  /** Bytes this entry keeps alive, its own object and its share of bookkeeping included. */
  final int chargedBytes;

  Evictable(int chargedBytes) {
    this.chargedBytes = chargedBytes;
  }

  /**
   * Makes the entry unreachable for later look-ups and returns the bytes that became free: its own
   * charge, and that of bookkeeping which existed for it alone. Called under the budget's lock, out
   * of the ring.
   */
  abstract long evict();
}
