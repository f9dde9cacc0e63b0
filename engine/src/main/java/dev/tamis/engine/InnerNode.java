package dev.tamis.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * An inner node of a memtable's tree: child i holds the keys from separator i - 1 (inclusive) to
 * separator i (exclusive).
 *
 * <p>Separators never change; one more child means a new node. A child may be replaced by one for
 * the same keys, by a release store; children are read by acquire loads.
 */
final class InnerNode {
  static final int MAX_CHILDREN = 64;

  private static final int OBJECT_BYTES = 32;
  private static final int REFERENCE_BYTES = 4;
  private static final VarHandle NODES = MethodHandles.arrayElementVarHandle(Object[].class);

  private final Object[] children;
  private final byte[][] separators;
  // Of the separators, behind what they all share.
  private final long[] discriminators;
  private final byte[] prefix;

  /** Takes the arrays over. Requires: one separator less than children. */
  InnerNode(Object[] children, byte[][] separators) {
    this.children = children;
    this.separators = separators;
    this.prefix = sharedPrefix(separators);
    this.discriminators = new long[separators.length];
    for (int i = 0; i < separators.length; i++) {
      discriminators[i] = Discriminator.of(separators[i], 0, separators[i].length, prefix.length);
    }
  }

  int childCount() {
    return children.length;
  }

  /** A leaf or an inner node. */
  Object child(int index) {
    return NODES.getAcquire(children, index);
  }

  /** Replaces a child by one for the same keys. */
  void setChild(int index, Object node) {
    NODES.setRelease(children, index, node);
  }

  byte[] separator(int index) {
    return separators[index];
  }

  /** Index of the child that holds the key. */
  int childOf(byte[] key, int offset, int length) {
    return indexOf(key, offset, length, true);
  }

  /** Index of the child that holds the greatest keys before the given one. */
  int childBefore(byte[] key, int offset, int length) {
    return indexOf(key, offset, length, false);
  }

  /** Children of this node with child {@code index} replaced by two. */
  Object[] childrenWith(int index, Object left, Object right) {
    Object[] more = new Object[children.length + 1];
    System.arraycopy(children, 0, more, 0, index);
    more[index] = left;
    more[index + 1] = right;
    System.arraycopy(children, index + 1, more, index + 2, children.length - index - 1);
    return more;
  }

  /** Separators of this node with one more in front of separator {@code index}. */
  byte[][] separatorsWith(int index, byte[] separator) {
    byte[][] more = new byte[separators.length + 1][];
    System.arraycopy(separators, 0, more, 0, index);
    more[index] = separator;
    System.arraycopy(separators, index, more, index + 1, separators.length - index);
    return more;
  }

  /** Bytes of the node without its separators, which outlive it. */
  long sizeBytes() {
    return OBJECT_BYTES
        + RecordArena.sizeOfArray(children.length, REFERENCE_BYTES)
        + RecordArena.sizeOfArray(separators.length, REFERENCE_BYTES)
        + RecordArena.sizeOfArray(separators.length, Long.BYTES)
        + RecordArena.sizeOfArray(prefix.length, 1);
  }

  /** Number of separators at or before the key, or, if not inclusive, strictly before it. */
  private int indexOf(byte[] key, int offset, int length, boolean inclusive) {
    int skip = prefix.length;
    if (skip > 0) {
      int shared = Discriminator.sharedBytes(prefix, 0, skip, key, offset, length);
      if (shared < skip) {
        boolean before =
            shared == length || (key[offset + shared] & 0xFF) < (prefix[shared] & 0xFF);
        return before ? 0 : separators.length;
      }
    }
    long wanted = Discriminator.of(key, offset, length, skip);
    int low = 0;
    int high = discriminators.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      long there = discriminators[middle];
      if (there < wanted
          || (there == wanted && isReached(separators[middle], key, offset, length, inclusive))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static boolean isReached(
      byte[] separator, byte[] key, int offset, int length, boolean inclusive) {
    int comparison =
        Arrays.compareUnsigned(separator, 0, separator.length, key, offset, offset + length);
    return comparison < 0 || (comparison == 0 && inclusive);
  }

  private static byte[] sharedPrefix(byte[][] separators) {
    if (separators.length == 0) {
      return new byte[0];
    }
    byte[] first = separators[0];
    byte[] last = separators[separators.length - 1];
    int shared = Discriminator.sharedBytes(first, 0, first.length, last, 0, last.length);
    return Arrays.copyOf(first, shared);
  }
}
