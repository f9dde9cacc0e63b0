package dev.tamis.engine;

import java.util.Arrays;

/**
 * A B+tree from keys to their newest records, with leaves that are appended to and inner nodes that
 * are replaced. One writer at a time, any number of readers without locks.
 *
 * <p>Invariant: a reader that starts from the root after a key was put finds the key, and a reader
 * that started before is right for the moment it started: what the writer replaces is never changed
 * again, and every replacement is one release store (of a child in its parent, or of the root).
 *
 * <p>Invariant: a separator, once in the tree, stays in it, at whatever level. So a cursor may
 * leave a leaf by descending from the root to the leaf's bound.
 */
final class LeafTree {
  private static final int MAX_HEIGHT = 32;

  private final RecordArena arena;
  private final SortedLeaf sorted;
  private final InnerNode[] path = new InnerNode[MAX_HEIGHT];
  private final int[] indexes = new int[MAX_HEIGHT];
  private int height;
  private volatile Object root;
  private long nodeBytes;

  LeafTree(RecordArena arena) {
    this.arena = arena;
    this.sorted = new SortedLeaf(arena);
    LeafNode leaf = new LeafNode();
    this.root = leaf;
    this.nodeBytes = leaf.sizeBytes();
  }

  /** A leaf or an inner node. */
  Object root() {
    return root;
  }

  /** Bytes of the nodes that are in the tree. For the writer. */
  long nodeBytes() {
    return nodeBytes;
  }

  /** The newest record of a key, 0 if there is none. */
  int find(byte[] key, int fingerprint) {
    Object node = root;
    while (node instanceof InnerNode inner) {
      node = inner.child(inner.childOf(key, 0, key.length));
    }
    LeafNode leaf = (LeafNode) node;
    int index = leaf.find(arena, key, 0, key.length, fingerprint);
    return index < 0 ? 0 : leaf.reference(index);
  }

  /** The leaf that a key belongs to, remembered together with the way to it. For the writer. */
  LeafNode leafOf(byte[] key, int offset, int length) {
    Object node = root;
    int level = 0;
    while (node instanceof InnerNode inner) {
      int index = inner.childOf(key, offset, length);
      path[level] = inner;
      indexes[level] = index;
      level++;
      node = inner.child(index);
    }
    height = level;
    return (LeafNode) node;
  }

  /**
   * Adds a key that is not in the tree. Requires: {@code leaf} is the last answer of {@link
   * #leafOf}, for this key.
   */
  void insert(LeafNode leaf, byte[] key, int offset, int length, int reference, int fingerprint) {
    LeafNode target = leafWithRoom(leaf, key, offset, length);
    long discriminator = Discriminator.of(key, offset, length, target.prefix.length);
    target.append(discriminator, reference, fingerprint);
  }

  private LeafNode leafWithRoom(LeafNode start, byte[] key, int offset, int length) {
    LeafNode leaf = start;
    while (true) {
      byte[] prefix = leaf.prefix;
      if (prefix.length > 0) {
        int shared = Discriminator.sharedBytes(prefix, 0, prefix.length, key, offset, length);
        if (shared < prefix.length) {
          leaf = replace(leaf, leaf.withShorterPrefix(shared));
        }
      }
      if (leaf.count() < leaf.capacity()) {
        return leaf;
      }
      if (leaf.capacity() < LeafNode.MAX_ENTRIES) {
        return replace(leaf, leaf.grown());
      }
      split(leaf, key, offset, length);
      leaf = leafOf(key, offset, length);
    }
  }

  private LeafNode replace(LeafNode old, LeafNode leaf) {
    setNode(height - 1, leaf);
    nodeBytes += leaf.sizeBytes() - old.sizeBytes();
    return leaf;
  }

  /** Makes two leaves of a full one; the given key, which is not in it, is the reason. */
  private void split(LeafNode leaf, byte[] key, int offset, int length) {
    sorted.load(leaf);
    int count = sorted.count();
    byte[] prefix = sorted.betterPrefix();
    // Ascending keys: the old leaf stays full and the new key begins the next one, else every leaf
    // behind an ascending writer would stay half empty.
    boolean atEnd = sorted.wasAscending() && sorted.lowerBound(key, offset, length) == count;
    int cut = atEnd ? count : count / 2;
    byte[] rightPrefix = prefix;
    byte[] separator;
    if (atEnd) {
      int shared = sorted.sharedWithLast(key, offset, length);
      separator = Arrays.copyOfRange(key, offset, offset + shared + 1);
      if (shared < prefix.length) {
        rightPrefix = Arrays.copyOf(prefix, shared);
      }
    } else {
      separator = sorted.separatorBefore(cut);
    }
    if (prefix != leaf.prefix) {
      sorted.lengthenPrefix(prefix);
    }
    LeafNode left = LeafNode.of(sorted, 0, cut, prefix);
    LeafNode right = LeafNode.of(sorted, cut, count, rightPrefix);
    nodeBytes += left.sizeBytes() + right.sizeBytes() - leaf.sizeBytes();
    insertChild(height - 1, left, separator, right);
  }

  /** Replaces the child on the path at {@code level} by two. */
  private void insertChild(int level, Object left, byte[] separator, Object right) {
    nodeBytes += RecordArena.sizeOfArray(separator.length, 1);
    int at = level;
    while (at >= 0) {
      InnerNode parent = path[at];
      int index = indexes[at];
      Object[] children = parent.childrenWith(index, left, right);
      byte[][] separators = parent.separatorsWith(index, separator);
      nodeBytes -= parent.sizeBytes();
      if (children.length <= InnerNode.MAX_CHILDREN) {
        setNode(at - 1, counted(new InnerNode(children, separators)));
        return;
      }
      // As with leaves: behind ascending keys nodes stay nearly full.
      boolean atEnd = index == parent.childCount() - 1;
      int cut = atEnd ? children.length - children.length / 8 : children.length / 2;
      left =
          counted(
              new InnerNode(
                  Arrays.copyOfRange(children, 0, cut),
                  Arrays.copyOfRange(separators, 0, cut - 1)));
      right =
          counted(
              new InnerNode(
                  Arrays.copyOfRange(children, cut, children.length),
                  Arrays.copyOfRange(separators, cut, separators.length)));
      separator = separators[cut - 1];
      at--;
    }
    root = counted(new InnerNode(new Object[] {left, right}, new byte[][] {separator}));
  }

  private InnerNode counted(InnerNode node) {
    nodeBytes += node.sizeBytes();
    return node;
  }

  /** Publishes the node below the one on the path at {@code level}, or the root. */
  private void setNode(int level, Object node) {
    if (level < 0) {
      root = node;
    } else {
      path[level].setChild(indexes[level], node);
    }
  }
}
