package dev.tamis.sstable;

/** A block that only knows whose it is. */
final class PlainBlock extends CachedBlock {
  final long table;
  final int slot;

  PlainBlock(long table, int slot, int chargedBytes) {
    super(chargedBytes);
    this.table = table;
    this.slot = slot;
  }
}
