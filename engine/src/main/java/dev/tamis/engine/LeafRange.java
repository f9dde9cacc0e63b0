package dev.tamis.engine;

/**
 * A leaf that a cursor found, and which keys belong to it: from {@code lower} (inclusive; null if
 * it was the first leaf) to {@code upper} (exclusive; null if it was the last). Not thread-safe.
 */
final class LeafRange {
  private LeafNode leaf;
  private byte[] lower;
  private byte[] upper;

  LeafNode leaf() {
    return leaf;
  }

  byte[] lower() {
    return lower;
  }

  byte[] upper() {
    return upper;
  }

  /** Finds the leaf that the key belongs to. */
  void find(LeafTree tree, byte[] key, int offset, int length) {
    Object node = start(tree);
    while (node instanceof InnerNode inner) {
      node = descend(inner, inner.childOf(key, offset, length));
    }
    leaf = (LeafNode) node;
  }

  /** Finds the leaf that the greatest keys before the given one belong to. */
  void findBefore(LeafTree tree, byte[] key, int offset, int length) {
    Object node = start(tree);
    while (node instanceof InnerNode inner) {
      node = descend(inner, inner.childBefore(key, offset, length));
    }
    leaf = (LeafNode) node;
  }

  /** Finds the last leaf. */
  void findLast(LeafTree tree) {
    Object node = start(tree);
    while (node instanceof InnerNode inner) {
      node = descend(inner, inner.childCount() - 1);
    }
    leaf = (LeafNode) node;
  }

  private Object start(LeafTree tree) {
    lower = null;
    upper = null;
    return tree.root();
  }

  private Object descend(InnerNode inner, int index) {
    if (index > 0) {
      lower = inner.separator(index - 1);
    }
    if (index < inner.childCount() - 1) {
      upper = inner.separator(index);
    }
    return inner.child(index);
  }
}
