package dev.tamis.filter.gate;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A few keys that the source was found not to have: false positives that are asked for again and
 * again, and keys deleted lately, which a filter keeps until it is rebuilt. Thread-safe; look-ups
 * take no lock and allocate nothing.
 */
final class NegativeCache {
  /*
   * It must never hide a key committed afterwards. The danger is a reader that finds a key missing,
   * is overtaken by a commit of the key, and then writes down what was true before. So every place has
   * a stamp. A commit clears its place and changes the stamp when it is announced, and until it ends no
   * stamp is given. A reader takes the stamp before it asks the source and may write only if it is
   * still the same:
   *
   *     commit        announce ---- visible in the source ---- end
   *     reader 1   stamp ... asks ... (refused: another stamp)
   *     reader 2            (no stamp)  asks ...
   *     reader 3                                                    stamp ... asks ... writes
   *
   * Whole keys are kept and compared, not their hashes: a key that is missing can have the hash of one
   * that is not. A place has one key and the newest one wins; commits of other keys with the same place
   * are taken for commits of this one, which costs an entry and nothing else.
   */

  /** No stamp: a commit is under way. */
  static final long NO_STAMP = -1;

  private final AtomicReferenceArray<byte[]> keys;
  private final long[] stamps;
  private final int[] commits;

  /**
   * An empty cache.
   *
   * @param places number of keys, a power of two
   */
  NegativeCache(int places) {
    requirePlaces(places);
    this.keys = new AtomicReferenceArray<>(places);
    this.stamps = new long[places];
    this.commits = new int[places];
  }

  static void requirePlaces(int places) {
    if (places < 1 || Integer.bitCount(places) != 1) {
      throw new IllegalArgumentException(
          "places of a negative cache: actual=" + places + ", expected=a power of two");
    }
  }

  /** Whether the source is known not to have the key. */
  boolean contains(byte[] key, long hash) {
    byte[] found = keys.get(place(hash));
    return found != null && Arrays.equals(found, key);
  }

  /** To be taken before the source is asked for the key, or told to delete it. */
  synchronized long stamp(long hash) {
    int place = place(hash);
    return commits[place] == 0 ? stamps[place] : NO_STAMP;
  }

  /**
   * The source does not have the key; forgotten if a commit came in between.
   *
   * @return whether it was written down
   */
  synchronized boolean put(byte[] key, long hash, long stamp) {
    int place = place(hash);
    if (stamp == NO_STAMP || stamps[place] != stamp) {
      return false;
    }
    keys.set(place, key.clone());
    return true;
  }

  /** A commit of the key is announced. */
  synchronized void announce(long hash) {
    int place = place(hash);
    commits[place]++;
    stamps[place]++;
    keys.set(place, null);
  }

  /** The commit is over. */
  synchronized void end(long hash) {
    commits[place(hash)]--;
  }

  private int place(long hash) {
    return (int) (hash >>> 32) & (stamps.length - 1);
  }
}
