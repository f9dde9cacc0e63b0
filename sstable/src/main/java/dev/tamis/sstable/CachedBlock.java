package dev.tamis.sstable;

/**
 * An immutable, decoded block on the heap. Eviction only forgets it: the garbage collector keeps it
 * for whoever still reads it, so there are no pins and no reference counts.
 *
 * <p>Requires of subclasses: every field is final. {@link BlockSlots#get} reads slots without a
 * fence, and only final fields are safe to read then.
 */
abstract class CachedBlock extends Evictable {
  /** Bytes of the fields of this class and the ones above it, for a subclass to add to its own. */
  static final int OVERHEAD_BYTES = 40;

  // Guarded by the budget's lock; owner is null while the block is not kept.
  private BlockSlots owner;
  private int slot;

  CachedBlock(int chargedBytes) {
    super(chargedBytes);
  }

  final void keptBy(BlockSlots newOwner, int newSlot) {
    if (owner != null) {
      throw new IllegalStateException(
          "block is already kept: slot=" + slot + ", wanted slot=" + newSlot);
    }
    owner = newOwner;
    slot = newSlot;
  }

  final void forgotten() {
    owner = null;
  }

  @Override
  final long evict() {
    return owner.vacate(slot);
  }
}
