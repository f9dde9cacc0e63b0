package dev.tamis.sstable;

/**
 * The CLOCK: a ring of entries and a hand that gives every recently used one a second chance.
 *
 * <p>Essay. The ring holds exactly the entries that can be evicted, linked through themselves. The
 * alternative, a hand that walks over the slot arrays of all tables, looks simpler and needs no
 * links, but a store of thousands of tables with a small cache has a thousand empty slots for each
 * full one, and every eviction would step over them. Lists of occupied slots for each table would
 * cure that at the price of a second level of bookkeeping. Here a step of the hand is one load and
 * at most one store, and each step either evicts, which a put has paid for, or clears a mark, which
 * a hit has paid for: O(1) amortised whatever the number of tables. The price is two references (8
 * bytes) in each entry.
 *
 * <p>A new entry goes in right behind the hand, unmarked: it has one whole turn to be used once. A
 * scan of cold blocks therefore pushes out other cold blocks, not the marked ones. LRU would need a
 * write to shared links at each hit, which is what the mark avoids.
 *
 * <p>Not thread-safe; the owner's lock guards it. Marks are set without the lock.
 */
final class ClockRing {
  private ClockEntry hand;
  private int size;

  int size() {
    return size;
  }

  /** Requires: {@code entry} is in no ring. */
  void add(ClockEntry entry) {
    if (hand == null) {
      entry.previous = entry;
      entry.next = entry;
      hand = entry;
    } else {
      entry.previous = hand.previous;
      entry.next = hand;
      hand.previous.next = entry;
      hand.previous = entry;
    }
    size++;
  }

  boolean contains(ClockEntry entry) {
    return entry.next != null;
  }

  /** Requires: {@code entry} is in this ring. */
  void remove(ClockEntry entry) {
    if (entry.next == entry) {
      hand = null;
    } else {
      entry.previous.next = entry.next;
      entry.next.previous = entry.previous;
      if (hand == entry) {
        hand = entry.next;
      }
    }
    entry.previous = null;
    entry.next = null;
    size--;
  }

  /**
   * Moves the hand to the next entry that was not used since the hand last passed, removes it and
   * returns it; null if the ring is empty. After one full turn the mark no longer counts: readers
   * that mark as fast as the hand clears can't keep it turning.
   */
  ClockEntry takeVictim() {
    if (hand == null) {
      return null;
    }
    for (int chances = size; chances > 0 && hand.recentlyUsed; chances--) {
      hand.recentlyUsed = false;
      hand = hand.next;
    }
    ClockEntry victim = hand;
    remove(victim);
    return victim;
  }
}
