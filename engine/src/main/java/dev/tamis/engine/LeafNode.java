package dev.tamis.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A leaf of a memtable's tree: keys in the order they came, each with the reference of its newest
 * version.
 *
 * <p>One writer at a time, any number of readers. An entry is written first and shown by a release
 * store of the count; what is below the count changes only in its reference, which moves to newer
 * versions by release stores. Only the tree decides that a leaf is not written any more.
 */
final class LeafNode {
  /*
   * Layout, for n = capacity:
   *
   *   fingerprints    n / 8 longs   one byte a key, eight to a long, lowest byte first
   *   references      n ints        RecordArena references
   *   discriminators  n longs       eight key bytes behind the leaf's common prefix
   *
   * A point lookup compares fingerprints, eight at a time, and then whole keys: it touches one or
   * two cache lines of the leaf, not its discriminators. Those are there for ordering: a leaf is
   * sorted when it is full or when a cursor enters it, and they make that possible without going to
   * the records.
   *
   * The first `sortedCount` entries are in order because a split wrote them so.
   */
  static final int MAX_ENTRIES = 64;

  private static final int MIN_ENTRIES = 8;
  private static final int OBJECT_BYTES = 40;
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final VarHandle COUNT;
  private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(LeafNode.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** What all keys of this leaf begin with. */
  final byte[] prefix;

  final int sortedCount;
  private final long[] fingerprints;
  private final int[] references;
  private final long[] discriminators;

  @SuppressWarnings("UnusedVariable") // reached through COUNT
  private int count;

  /** An empty leaf of the smallest capacity, for an empty tree. */
  LeafNode() {
    this(new byte[0], MIN_ENTRIES, 0);
  }

  private LeafNode(byte[] prefix, int capacity, int sortedCount) {
    this.prefix = prefix;
    this.sortedCount = sortedCount;
    // In the order in which a lookup reads them: what is allocated together mostly lies together.
    this.fingerprints = new long[capacity / Long.BYTES];
    this.references = new int[capacity];
    this.discriminators = new long[capacity];
  }

  private LeafNode(LeafNode old, byte[] prefix, int capacity) {
    this.prefix = prefix;
    this.sortedCount = old.sortedCount;
    this.count = old.count();
    this.fingerprints = Arrays.copyOf(old.fingerprints, capacity / Long.BYTES);
    this.references = Arrays.copyOf(old.references, capacity);
    this.discriminators = Arrays.copyOf(old.discriminators, capacity);
  }

  /** A leaf of full capacity with the entries {@code from} to {@code to - 1} of a sorted one. */
  static LeafNode of(SortedLeaf sorted, int from, int to, byte[] prefix) {
    LeafNode leaf = new LeafNode(prefix, MAX_ENTRIES, to - from);
    for (int i = from; i < to; i++) {
      leaf.append(sorted.discriminator(i), sorted.reference(i), sorted.fingerprint(i));
    }
    return leaf;
  }

  /** A copy with more room. Requires: not of full capacity. */
  LeafNode grown() {
    return new LeafNode(this, prefix, capacity() * 2);
  }

  /** A copy for keys that share only the first {@code length} bytes of the prefix. */
  LeafNode withShorterPrefix(int length) {
    LeafNode leaf = new LeafNode(this, Arrays.copyOf(prefix, length), capacity());
    for (int i = 0; i < leaf.count(); i++) {
      leaf.discriminators[i] = Discriminator.behindShorterPrefix(prefix, length, discriminators[i]);
    }
    return leaf;
  }

  int capacity() {
    return references.length;
  }

  /** Number of keys; what is below it may be read. */
  int count() {
    return (int) COUNT.getAcquire(this);
  }

  /** Shows a new key. Requires: room, and a key that begins with the prefix and is not here yet. */
  void append(long discriminator, int reference, int fingerprint) {
    int at = count();
    discriminators[at] = discriminator;
    references[at] = reference;
    int word = at / Long.BYTES;
    // Opaque: a reader may look at the same long for the bytes of earlier keys.
    long bytes = (long) LONGS.getOpaque(fingerprints, word);
    LONGS.setOpaque(
        fingerprints, word, bytes | (long) fingerprint << (at % Long.BYTES * Byte.SIZE));
    COUNT.setRelease(this, at + 1);
  }

  /** Moves an entry to a newer version of its key. */
  void setReference(int index, int reference) {
    INTS.setRelease(references, index, reference);
  }

  int reference(int index) {
    return (int) INTS.getAcquire(references, index);
  }

  /** Index of the entry with the given key, -1 if it is not here. */
  int find(RecordArena arena, byte[] key, int offset, int length, int fingerprint) {
    int visible = count();
    long wanted = fingerprint * LOW_BITS;
    for (int first = 0; first < visible; first += Long.BYTES) {
      long difference = (long) LONGS.getOpaque(fingerprints, first / Long.BYTES) ^ wanted;
      // High bit of every zero byte; a byte above a zero byte may be marked wrongly, never missed.
      long zeros = (difference - LOW_BITS) & ~difference & HIGH_BITS;
      while (zeros != 0) {
        int index = first + Long.numberOfTrailingZeros(zeros) / Byte.SIZE;
        if (index < visible && arena.keyEquals(reference(index), key, offset, length)) {
          return index;
        }
        zeros &= zeros - 1;
      }
    }
    return -1;
  }

  /** Copies the first {@code n} entries. */
  void copyTo(long[] toDiscriminators, int[] toReferences, byte[] toFingerprints, int n) {
    System.arraycopy(discriminators, 0, toDiscriminators, 0, n);
    for (int i = 0; i < n; i++) {
      toReferences[i] = reference(i);
      long bytes = (long) LONGS.getOpaque(fingerprints, i / Long.BYTES);
      toFingerprints[i] = (byte) (bytes >>> (i % Long.BYTES * Byte.SIZE));
    }
  }

  /** Bytes of this leaf; a prefix that leaves share is counted in each. */
  long sizeBytes() {
    return OBJECT_BYTES
        + RecordArena.sizeOfArray(capacity(), Long.BYTES)
        + RecordArena.sizeOfArray(capacity(), Integer.BYTES)
        + RecordArena.sizeOfArray(capacity() / Long.BYTES, Long.BYTES)
        + (prefix.length == 0 ? 0 : RecordArena.sizeOfArray(prefix.length, 1));
  }
}
