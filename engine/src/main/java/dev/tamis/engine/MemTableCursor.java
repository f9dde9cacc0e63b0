package dev.tamis.engine;

import dev.tamis.sstable.EntryCursor;

/** A position in a memtable, while the writer goes on. */
final class MemTableCursor implements EntryCursor {
  /*
   * A cursor sorts the entries of one leaf when it enters it and then moves among them; the leaf's
   * later keys and versions pass it by. Leaving the leaf, it descends from the root to the leaf's
   * bound, which still is a bound then, whatever was split meanwhile.
   *
   * Records lie in the order they came, so in key order nearly each is a cache miss. Moving forward,
   * the cursor reads a byte of each of the next eight records at once, and the misses overlap: an
   * entry of a random-order memtable costs half as much (190 ns instead of 345).
   *
   * The versions of a key lie oldest last and link to older ones only. Going back, the cursor
   * collects up to 256 newer versions at a time: found by one logarithmic search, then by links. So
   * a million versions cost a million steps in either direction.
   */
  private static final int WINDOW = 256;
  private static final int AHEAD = 8;
  private static final byte[] EMPTY_KEY = new byte[0];

  private final RecordArena arena;
  private final LeafTree tree;
  private final SortedLeaf sorted;
  private final LeafRange range = new LeafRange();
  // Index of the key in the sorted leaf, and reference of the version; reference 0: not valid.
  private int index;
  private int reference;

  // Only written, which keeps the reads ahead from being optimised away.
  @SuppressWarnings("UnusedVariable")
  private int touched;

  // Newer versions of the present one, the nearest last.
  private int[] newer;
  private int newerCount;

  MemTableCursor(RecordArena arena, LeafTree tree) {
    this.arena = arena;
    this.tree = tree;
    this.sorted = new SortedLeaf(arena);
  }

  @Override
  public boolean isValid() {
    return reference != 0;
  }

  @Override
  public void seekToFirst() {
    range.find(tree, EMPTY_KEY, 0, 0);
    sorted.load(range.leaf());
    standAtOrAfter(0);
  }

  @Override
  public void seekToLast() {
    range.findLast(tree);
    sorted.load(range.leaf());
    standBefore(sorted.count());
  }

  @Override
  public void seek(byte[] key, int offset, int length, long sequence) {
    int at = enter(key, offset, length);
    if (isAt(at, key, offset, length)) {
      int visible = VersionChain.newestVisible(arena, sorted.reference(at), sequence);
      if (visible != 0) {
        stand(at, visible);
        return;
      }
      at++;
    }
    standAtOrAfter(at);
  }

  @Override
  public void seekBefore(byte[] key, int offset, int length, long sequence) {
    int at = enter(key, offset, length);
    if (isAt(at, key, offset, length) && arena.sequence(sorted.reference(at)) > sequence) {
      stand(at, VersionChain.oldestAfter(arena, sorted.reference(at), sequence));
    } else {
      standBefore(at);
    }
  }

  @Override
  public void next() {
    requireValid();
    int older = arena.older(reference);
    if (older != 0) {
      stand(index, older);
    } else {
      if ((index & (AHEAD - 1)) == 0) {
        touched += sorted.touch(index + 1, index + 1 + AHEAD);
      }
      standAtOrAfter(index + 1);
    }
  }

  @Override
  public void previous() {
    requireValid();
    if (newerCount == 0 && !collectNewer()) {
      standBefore(index);
      return;
    }
    reference = newer[--newerCount];
  }

  @Override
  public byte[] keyBytes() {
    requireValid();
    return arena.chunk(reference);
  }

  @Override
  public int keyOffset() {
    requireValid();
    return arena.keyOffset(arena.chunk(reference), reference);
  }

  @Override
  public int keyLength() {
    requireValid();
    return arena.keyLength(arena.chunk(reference), reference);
  }

  @Override
  public long sequence() {
    requireValid();
    return arena.sequence(reference);
  }

  @Override
  public int kind() {
    requireValid();
    return arena.kind(reference);
  }

  @Override
  public byte[] valueBytes() {
    requireValid();
    return arena.valueBytes(reference);
  }

  @Override
  public int valueOffset() {
    requireValid();
    return arena.valueOffset(reference);
  }

  @Override
  public int valueLength() {
    requireValid();
    return arena.valueLength(reference);
  }

  /** Holds nothing; the cursor just isn't valid any more. */
  @Override
  public void close() {
    reference = 0;
  }

  private int enter(byte[] key, int offset, int length) {
    range.find(tree, key, offset, length);
    sorted.load(range.leaf());
    return sorted.lowerBound(key, offset, length);
  }

  private boolean isAt(int at, byte[] key, int offset, int length) {
    return at < sorted.count() && arena.keyEquals(sorted.reference(at), key, offset, length);
  }

  private void stand(int at, int version) {
    index = at;
    reference = version;
    newerCount = 0;
  }

  /** Stands on the newest version of entry {@code at}, or of the first key of a later leaf. */
  private void standAtOrAfter(int at) {
    int first = at;
    while (first == sorted.count()) {
      byte[] bound = range.upper();
      if (bound == null) {
        stand(first, 0);
        return;
      }
      range.find(tree, bound, 0, bound.length);
      sorted.load(range.leaf());
      first = 0;
    }
    stand(first, sorted.reference(first));
  }

  /** Stands on the oldest version of the key before entry {@code at}, in this leaf or before it. */
  private void standBefore(int at) {
    int end = at;
    while (end == 0) {
      byte[] bound = range.lower();
      if (bound == null) {
        stand(0, 0);
        return;
      }
      range.findBefore(tree, bound, 0, bound.length);
      sorted.load(range.leaf());
      end = sorted.count();
    }
    stand(end - 1, VersionChain.atDepth(arena, sorted.reference(end - 1), 0));
  }

  private boolean collectNewer() {
    int newest = sorted.reference(index);
    if (newest == reference) {
      return false;
    }
    if (newer == null) {
      newer = new int[WINDOW];
    }
    int depth = arena.depth(reference);
    int highest = Math.min(depth + WINDOW, arena.depth(newest));
    int version = VersionChain.atDepth(arena, newest, highest);
    while (version != reference) {
      newer[newerCount++] = version;
      version = arena.older(version);
    }
    return true;
  }

  private void requireValid() {
    if (reference == 0) {
      throw new IllegalStateException("cursor: actual=not on an entry, expected=valid");
    }
  }
}
