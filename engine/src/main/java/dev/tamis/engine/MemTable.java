package dev.tamis.engine;

import dev.tamis.filter.ConcurrentLineFilter;
import dev.tamis.filter.KeyHash;
import dev.tamis.sstable.EntryCursor;
import dev.tamis.sstable.EntryKind;
import dev.tamis.sstable.Table;
import dev.tamis.sstable.ValueForm;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The newest entries of a store, in memory: written by one thread at a time (whoever holds the
 * caller's lock), read by any number without locks.
 *
 * <p>The caller publishes a sequence by a volatile write after {@link #add}; a reader that has seen
 * it finds every entry up to it. Nothing is ever removed. After an exception or an Error from
 * {@code add} the entry is not there, and the others are untouched.
 */
final class MemTable {
  /*
   * The idea: a B+tree whose leaves are appended to. A key goes to the end of its leaf and is shown
   * by one release store; a full leaf is sorted and becomes two new ones, put into a copy of the
   * parent. Readers need no lock and never retry: what they stand in is never changed again below
   * what they saw.
   *
   *   filter        one line a key (ConcurrentLineFilter): an absent key mostly ends here, and a key
   *                 that is new for the writer needs no search in its leaf
   *   LeafTree      InnerNode: separators, copied on a split; LeafNode: fingerprints, references,
   *                 discriminators
   *   RecordArena   keys, values, sequences; VersionChain: older versions of a key, with jump links
   *
   * Why not a skip list: every level of a search is a cache miss. Against ConcurrentSkipListMap in
   * the same run (500,000 random keys of 16 bytes, values of 100, one thread, JDK 17, hash and copy
   * of the value included): inserts 6 times as fast, hits 4 to 5 times, misses 9 times and behind
   * the filter more than 30 times. A scan costs about a fifth of a hit per entry. An entry of 116
   * bytes occupies 160: 20 of record header and rounding, 20 of leaf (13 a slot, 70 % full), 2.6 of
   * filter; splits leave 40 bytes of garbage per entry. Leaves of 32 and of 128 keys were no faster
   * than those of 64.
   *
   * Rejected: an adaptive radix tree (a prototype inserted and missed a little faster, iterated at
   * half the speed, and has four node kinds to publish instead of one); a hash table sorted at the
   * flush (fastest to fill, but every cursor would have to sort everything); updating inner nodes in
   * place (a copy costs 1 KiB for every 32 keys).
   *
   * The filter's size is fixed at its creation, for entries of 64 bytes and so for more keys than
   * will mostly come: at 10 bits per key that is 2 % of the capacity. It is made with the first
   * entry.
   */
  private static final int MAX_KEY_BYTES = 0xFFFF;
  private static final int MAX_VALUE_BYTES = 256 << 20;
  private static final long MAX_SEQUENCE = (1L << 56) - 1;
  private static final long OBJECT_BYTES = 1744;
  // A filter is made for entries this small: 16 bytes of key, 8 of value, and what goes with them.
  private static final long FILTER_ENTRY_BYTES = 64;

  private final RecordArena arena;
  private final LeafTree tree;
  private final double filterBitsPerKey;
  private final int filterKeys;
  // Made at the first add. Plain: whoever sees an entry published sees its filter too.
  private ConcurrentLineFilter filter;

  private final AtomicLong memoryBytes = new AtomicLong();
  private final AtomicLong entries = new AtomicLong();
  private final AtomicLong tombstones = new AtomicLong();
  private final AtomicLong firstSequence = new AtomicLong();
  private final AtomicLong lastSequence = new AtomicLong();

  /**
   * An empty memtable. Costs about 3 KiB, whatever the capacity.
   *
   * @param capacityBytes where the caller means to freeze it; a hint for first sizes, not a limit
   * @param filterBitsPerKey 0 for no filter
   */
  MemTable(long capacityBytes, double filterBitsPerKey) {
    if (capacityBytes <= 0) {
      throw new IllegalArgumentException(
          "memtable capacity: actual=" + capacityBytes + ", expected=at least 1 byte");
    }
    this.arena = new RecordArena(capacityBytes);
    this.tree = new LeafTree(arena);
    this.filterBitsPerKey = filterBitsPerKey;
    long keys = Math.max(16, capacityBytes / FILTER_ENTRY_BYTES);
    this.filterKeys = (int) Math.min(keys, 1 << 26);
    countMemory();
  }

  /**
   * Adds an entry; takes copies of key and value.
   *
   * @param sequence greater than that of every entry before
   * @param kind one of {@link EntryKind}
   * @param hash the key's {@link KeyHash}
   */
  void add(
      byte[] key,
      int keyOffset,
      int keyLength,
      long sequence,
      int kind,
      byte[] value,
      int valueOffset,
      int valueLength,
      long hash) {
    check(keyLength, sequence, kind, valueLength);
    boolean mayBePresent = true;
    if (filterBitsPerKey > 0) {
      if (filter == null) {
        filter = new ConcurrentLineFilter(filterKeys, filterBitsPerKey);
      }
      mayBePresent = filter.mightContain(hash);
      if (!mayBePresent) {
        filter.add(hash);
      }
    }
    int fingerprint = KeyHash.fingerprint(hash);
    LeafNode leaf = tree.leafOf(key, keyOffset, keyLength);
    int index = mayBePresent ? leaf.find(arena, key, keyOffset, keyLength, fingerprint) : -1;
    int older = index < 0 ? 0 : leaf.reference(index);
    int reference =
        arena.append(
            key, keyOffset, keyLength, sequence, kind, value, valueOffset, valueLength, older);
    if (index < 0) {
      tree.insert(leaf, key, keyOffset, keyLength, reference, fingerprint);
    } else {
      leaf.setReference(index, reference);
    }
    count(sequence, kind);
  }

  /**
   * The newest version of a key with a sequence of at most {@code sequence}: its value in the given
   * form, {@link Table#TOMBSTONE} if it is a delete, null if there is none. O(1) behind the tree
   * for the newest version; the search for an older one among n reads at most about 3 log2 n
   * records.
   */
  byte[] get(byte[] key, long hash, long sequence, ValueForm form) {
    int newest = tree.find(key, KeyHash.fingerprint(hash));
    if (newest == 0) {
      return null;
    }
    int visible = VersionChain.newestVisible(arena, newest, sequence);
    if (visible == 0) {
      return null;
    }
    return arena.kind(visible) == EntryKind.DELETE
        ? Table.TOMBSTONE
        : arena.takeValue(visible, form);
  }

  /** False only if no published entry has a key of this hash. Always true without a filter. */
  boolean mightContain(long hash) {
    if (filterBitsPerKey <= 0) {
      return true;
    }
    ConcurrentLineFilter present = filter;
    return present != null && present.mightContain(hash);
  }

  /**
   * A cursor over all versions. It shows every entry that was published before its last seek, and
   * may show newer ones.
   */
  EntryCursor cursor() {
    return new MemTableCursor(arena, tree);
  }

  /** Bytes of heap that this memtable occupies, unused ends of its chunks included. */
  long memoryBytes() {
    return memoryBytes.get();
  }

  /** Number of entries, versions and tombstones counted each. */
  long entries() {
    return entries.get();
  }

  long tombstones() {
    return tombstones.get();
  }

  /** Sequence of the first entry; 0 if there is none. */
  long firstSequence() {
    return firstSequence.get();
  }

  /** Sequence of the last entry; 0 if there is none. */
  long lastSequence() {
    return lastSequence.get();
  }

  private void check(int keyLength, long sequence, int kind, int valueLength) {
    if (keyLength > MAX_KEY_BYTES) {
      throw new IllegalArgumentException(
          "key length: actual=" + keyLength + ", expected=at most " + MAX_KEY_BYTES);
    }
    if (valueLength > MAX_VALUE_BYTES) {
      throw new IllegalArgumentException(
          "value length: actual=" + valueLength + ", expected=at most " + MAX_VALUE_BYTES);
    }
    long last = lastSequence.getPlain();
    if (sequence <= last || sequence > MAX_SEQUENCE) {
      throw new IllegalArgumentException(
          "sequence: actual=" + sequence + ", expected=" + (last + 1) + " to " + MAX_SEQUENCE);
    }
    if (!EntryKind.isKnown(kind)) {
      throw new IllegalArgumentException(
          "entry kind: actual=" + kind + ", expected=" + EntryKind.DELETE + " or " + EntryKind.PUT);
    }
  }

  // Release stores by the one writer: no locked instruction, and readers see a value that was true.
  private void count(long sequence, int kind) {
    long before = entries.getPlain();
    if (before == 0) {
      firstSequence.lazySet(sequence);
    }
    if (kind == EntryKind.DELETE) {
      tombstones.lazySet(tombstones.getPlain() + 1);
    }
    entries.lazySet(before + 1);
    lastSequence.lazySet(sequence);
    countMemory();
  }

  private void countMemory() {
    long bytes = OBJECT_BYTES + arena.allocatedBytes() + tree.nodeBytes();
    memoryBytes.lazySet(bytes + (filter == null ? 0 : filter.sizeBytes()));
  }
}
