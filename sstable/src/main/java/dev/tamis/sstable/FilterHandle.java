package dev.tamis.sstable;

import dev.tamis.filter.FilterPartition;
import dev.tamis.filter.SplitLine;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * A filter partition in memory: a slot of a slab together with the generation the slot had when the
 * partition was put there, in one immutable value.
 *
 * <p>Invariant: a slot's generation moves on before its bytes are overwritten. So a probe that
 * still finds <em>the handle's</em> generation after it has read the line has read this partition
 * and nothing else. (Comparing two readings with each other would not do: a handle that was stale
 * from the start would find them equal.)
 */
final class FilterHandle extends Evictable {
  /** Bytes of this object, charged with the slot. */
  static final int OVERHEAD_BYTES = 72;

  final FilterSlab slab;
  final int slot;
  final long generation;
  final int lineCount;
  final int partition;

  private final FilterSlots owner;
  // Copies of what a probe needs, so that it does not have to go through the slab.
  private final ByteBuffer lines;
  private final int linesOffset;
  private final long[] generations;

  /** Null for cache lines, which need no more than their number. */
  private final FilterPartition.Header ribbon;

  FilterHandle(
      FilterSlots owner, int partition, FilterSlab slab, int slot, FilterPartition.Header header) {
    super(slab.slotBytes() + OVERHEAD_BYTES);
    this.owner = owner;
    this.partition = partition;
    this.slab = slab;
    this.slot = slot;
    this.lineCount = header.lineCount();
    this.ribbon = header.isLines() ? null : header;
    lines = slab.lines;
    linesOffset = slot * slab.slotBytes();
    generations = slab.generations();
    generation = generations[slot];
  }

  /** Whether a key with this hash may be in the partition; also true if that can't be told. */
  boolean mightContain(long hash) {
    // This first look is not needed for the answer; it spares a stale handle the way to the line.
    return isStale() || lineMightContain(hash);
  }

  /** The rest of it: from here on the slot may have been recycled already. */
  boolean lineMightContain(long hash) {
    if (ribbon == null
        ? SplitLine.mightContain(lines, linesOffset, lineCount, hash)
        : ribbon.mightContain(lines, linesOffset, hash)) {
      return true;
    }
    // The line's bytes are read before the generation is.
    VarHandle.acquireFence();
    return isStale();
  }

  /** Reads a word of a key's line, whatever it holds by now. */
  long touchLine(long hash) {
    return ribbon == null
        ? SplitLine.touch(lines, linesOffset, lineCount, hash)
        : ribbon.touch(lines, linesOffset, hash);
  }

  boolean isStale() {
    return FilterSlab.generationAcquire(generations, slot) != generation;
  }

  /** Fills the slot. Requires: nobody else knows this handle yet. */
  void write(byte[] source, int offset) {
    // Whoever sees one of these bytes sees the generation moved on: freeing came before.
    VarHandle.fullFence();
    lines.put(linesOffset, source, offset, lineCount * FilterPool.LINE_BYTES);
  }

  boolean isRecycled() {
    return generation > 0;
  }

  /** Bytes from the last line border of memory to the first line; 0 where all is well. */
  int misalignmentBytes() {
    return lines.alignmentOffset(linesOffset, FilterPool.LINE_BYTES);
  }

  @Override
  long evict() {
    return owner.drop(this);
  }
}
