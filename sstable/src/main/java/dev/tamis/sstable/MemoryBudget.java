package dev.tamis.sstable;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A limit in bytes for everything that stores keep in memory: cached blocks and index partitions
 * with their slot arrays, filter partitions, and whatever else is charged (memtables, fences). One
 * budget may serve several stores. Thread-safe.
 *
 * <p>What can be evicted (blocks, and filter partitions that are not pinned) makes room for what
 * can't. Pinned memory may exceed the limit; nothing evictable is kept then. A limit of 0 is legal
 * and keeps nothing.
 *
 * <p>Essay. A hit takes no lock and never comes here. A miss has just read, checked and
 * decompressed a block, which costs 1-5 us even from the page cache, so one lock around "make room,
 * then put it in" (about 20 ns when free) is not what it waits for, and in return the accounting is
 * exact: room is made <em>before</em> something is put in, so the newcomer is never the victim of
 * its own arrival, and the use exceeds the limit by no more than what the threads are putting in at
 * this moment, one block each. Rejected: a lock-free ring whose threads leave the eviction to
 * whoever holds the hand. The others return while the budget is still over and put the next block
 * on top.
 *
 * <p>When all that is evictable would not make enough room, nothing is evicted and the newcomer is
 * simply not kept. Otherwise one block that can't fit would empty the cache each time it is read.
 */
public final class MemoryBudget {
  private final long limitBytes;
  private final AtomicLong usedBytes = new AtomicLong();
  private final AtomicLong blockBytes = new AtomicLong();
  private final AtomicLong filterBytes = new AtomicLong();

  private final ReentrantLock lock = new ReentrantLock();
  // Guarded by lock.
  private final ClockRing ring = new ClockRing();
  private long evictableBytes;
  private final AtomicLong evictions = new AtomicLong();
  private final AtomicLong filterEvictions = new AtomicLong();

  /**
   * @param limitBytes at least 0
   */
  public MemoryBudget(long limitBytes) {
    if (limitBytes < 0) {
      throw new IllegalArgumentException("limitBytes must be at least 0, is " + limitBytes);
    }
    this.limitBytes = limitBytes;
  }

  public long limitBytes() {
    return limitBytes;
  }

  /** Everything charged and not yet released. */
  public long usedBytes() {
    return usedBytes.get();
  }

  /** The part of {@link #usedBytes} that is cached data blocks and index partitions. */
  public long blockBytes() {
    return blockBytes.get();
  }

  /** The part of {@link #usedBytes} that is filter partitions, pinned ones included. */
  public long filterBytes() {
    return filterBytes.get();
  }

  /** How many blocks and filter partitions were evicted so far to make room for others. */
  public long evictions() {
    return evictions.get();
  }

  /** How many of {@link #evictions} were filter partitions. */
  public long filterEvictions() {
    return filterEvictions.get();
  }

  /**
   * Counts memory that can't be evicted, and evicts what can be until the limit holds again.
   *
   * @param bytes at least 0
   */
  public void charge(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes to charge must be at least 0, are " + bytes);
    }
    if (usedBytes.addAndGet(bytes) > limitBytes) {
      lock.lock();
      try {
        evictDownToLimit();
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Takes back an earlier {@link #charge}.
   *
   * @throws IllegalStateException if that is more than is charged at all
   */
  public void release(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes to release must be at least 0, are " + bytes);
    }
    long left = usedBytes.addAndGet(-bytes);
    if (left < 0) {
      usedBytes.addAndGet(bytes);
      throw new IllegalStateException("released " + bytes + " bytes of " + (left + bytes));
    }
  }

  void lock() {
    lock.lock();
  }

  void unlock() {
    lock.unlock();
  }

  /**
   * Charges {@code bytes} if evicting can make room for them, and evicts as much as that needs;
   * else changes nothing. Requires: the lock.
   */
  boolean tryCharge(long bytes) {
    if (bytes > limitBytes || usedBytes.get() - evictableBytes > limitBytes - bytes) {
      return false;
    }
    usedBytes.addAndGet(bytes);
    evictDownToLimit();
    return true;
  }

  /** Puts an entry that is already charged under the hand. Requires: the lock. */
  void admit(Evictable entry) {
    entry.recentlyUsed = false;
    ring.add(entry);
    evictableBytes += entry.chargedBytes;
    // A charge that came between this entry's own and now found nothing to evict.
    evictDownToLimit();
  }

  /** Takes an entry away from the hand, if it was there; it stays charged. Requires: the lock. */
  void withdraw(Evictable entry) {
    if (ring.contains(entry)) {
      ring.remove(entry);
      evictableBytes -= entry.chargedBytes;
    }
  }

  void countBlock(long deltaBytes) {
    blockBytes.addAndGet(deltaBytes);
  }

  void countFilter(long deltaBytes) {
    filterBytes.addAndGet(deltaBytes);
  }

  private void evictDownToLimit() {
    while (usedBytes.get() > limitBytes) {
      Evictable victim = (Evictable) ring.takeVictim();
      if (victim == null) {
        return;
      }
      evictableBytes -= victim.chargedBytes;
      release(victim.evict());
      evictions.incrementAndGet();
      if (victim instanceof FilterHandle) {
        filterEvictions.incrementAndGet();
      }
    }
  }
}
