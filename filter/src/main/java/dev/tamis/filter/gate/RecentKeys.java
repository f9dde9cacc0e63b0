package dev.tamis.filter.gate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Hashes of keys that a version's filter may lack. One thread at a time adds (the lock of {@link
 * GateVersions} sees to that), any number ask without a lock.
 *
 * <p>Beyond its capacity it gives up and contains everything: memory stays bounded, and what is not
 * known to be covered is "maybe".
 */
final class RecentKeys {
  /*
   * Open addressing in a table that is at most half full; 0 is an empty place, so the hash 0 has a flag
   * of its own. Nothing is ever removed: a set is dropped as a whole with its version. A table is
   * filled before it is published, and places are written once, with release; so a reader that sees a
   * later table, or a place, sees all that was there before.
   */
  private static final VarHandle PLACES = MethodHandles.arrayElementVarHandle(long[].class);
  private static final long[] NO_PLACES = new long[2];
  private static final int FIRST_PLACES = 16;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final int capacity;
  private volatile long[] table = NO_PLACES;
  private volatile boolean hasZero;
  private volatile boolean overflowed;
  private volatile int size;

  RecentKeys(int capacity) {
    this.capacity = capacity;
  }

  boolean contains(long hash) {
    long[] places = table; // before the flag, which is set before the table is let go
    if (overflowed) {
      return true;
    }
    if (hash == 0) {
      return hasZero;
    }
    int mask = places.length - 1;
    for (int at = first(hash, mask); ; at = (at + 1) & mask) {
      long found = (long) PLACES.getAcquire(places, at);
      if (found == hash) {
        return true;
      }
      if (found == 0) {
        return false;
      }
    }
  }

  void add(long hash) {
    if (contains(hash)) {
      return;
    }
    int before = size;
    if (before == capacity) {
      overflowed = true;
      table = NO_PLACES;
      return;
    }
    if (hash == 0) {
      hasZero = true;
    } else {
      if (2 * (before + 1) > table.length || table == NO_PLACES) {
        grow();
      }
      put(table, hash);
    }
    size = before + 1;
  }

  /** Whether keys were dropped, so that nothing is known any more. */
  boolean overflowed() {
    return overflowed;
  }

  /** Distinct hashes added, up to the capacity. */
  int size() {
    return size;
  }

  private void grow() {
    long[] larger = new long[Math.max(FIRST_PLACES, 2 * table.length)];
    for (long hash : table) {
      if (hash != 0) {
        put(larger, hash);
      }
    }
    table = larger;
  }

  private static void put(long[] places, long hash) {
    int mask = places.length - 1;
    int at = first(hash, mask);
    while (places[at] != 0) {
      at = (at + 1) & mask;
    }
    PLACES.setRelease(places, at, hash);
  }

  private static int first(long hash, int mask) {
    return (int) ((hash * MIX) >>> 40) & mask;
  }
}
