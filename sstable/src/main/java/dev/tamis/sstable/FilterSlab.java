package dev.tamis.sstable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One piece of direct memory that begins at a 64-byte address, cut into slots of one size.
 *
 * <p>Each slot has a generation, which moves on whenever the slot is freed and at no other time. It
 * belongs to the slab and only grows, also when the slab goes back to the pool and is cut anew, so
 * a {@link FilterHandle} that has become stale stays stale for ever.
 *
 * <p>Except for the bytes and the generations, everything is guarded by the pool's lock. The memory
 * is never unmapped by hand: it lives as long as a handle that could still read it.
 */
final class FilterSlab {
  private static final VarHandle GENERATIONS = MethodHandles.arrayElementVarHandle(long[].class);

  final int sizeBytes;
  final ByteBuffer lines;

  /** Where this slab is in the pool's list of slabs with a free slot, or -1. */
  int indexInOpenList = -1;

  private int slotBytes;
  private long[] generations = {};
  private int[] freeSlots = {};
  private int freeCount;

  FilterSlab(int sizeBytes) {
    this.sizeBytes = sizeBytes;
    // allocateDirect alone begins at a line in one case of four only.
    lines =
        ByteBuffer.allocateDirect(sizeBytes + FilterPool.LINE_BYTES)
            .alignedSlice(FilterPool.LINE_BYTES)
            .slice(0, sizeBytes)
            .order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Cuts the slab into slots. Requires: none is in use. */
  void cut(int newSlotBytes) {
    slotBytes = newSlotBytes;
    int slots = sizeBytes / newSlotBytes;
    if (slots > generations.length) {
      // Handles to the old array are stale already, and nothing in it changes any more.
      generations = Arrays.copyOf(generations, slots);
    }
    freeSlots = new int[slots];
    freeCount = slots;
    for (int i = 0; i < slots; i++) {
      freeSlots[i] = slots - 1 - i;
    }
  }

  int slotBytes() {
    return slotBytes;
  }

  boolean isFull() {
    return freeCount == 0;
  }

  boolean isEmpty() {
    return freeCount == freeSlots.length;
  }

  /** Takes the slot that was freed last: its lines are the likeliest to be in cache. */
  int takeSlot() {
    return freeSlots[--freeCount];
  }

  long[] generations() {
    return generations;
  }

  /**
   * Frees a slot and moves its generation on.
   *
   * @throws IllegalStateException if the generation is not the slot's: it was freed before
   */
  void freeSlot(int slot, long generation) {
    if (generations[slot] != generation) {
      throw new IllegalStateException(
          "filter slot freed twice: generation="
              + generation
              + ", the slot's is "
              + generations[slot]);
    }
    GENERATIONS.setVolatile(generations, slot, generation + 1);
    freeSlots[freeCount++] = slot;
  }

  static long generationAcquire(long[] generations, int slot) {
    return (long) GENERATIONS.getAcquire(generations, slot);
  }
}
