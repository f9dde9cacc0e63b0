package dev.tamis.sstable;

import dev.tamis.filter.FilterPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The direct memory that all filter partitions of this process are in. Thread-safe; its lock is the
 * innermost one.
 *
 * <p>Essay. A probe reads one 64-byte line, and it must be <em>one</em>: a line that lies across
 * two cache lines costs nothing in cache, 2-17 % for a single probe that goes to DRAM, and
 * 1.75-2.3x in batches, where the memory system is the limit. {@code allocateDirect} promises no
 * alignment (three of four buffers are off) and heap arrays start 16 bytes after an 8-byte boundary
 * and move, so the pool aligns slabs itself and every slot in them is a whole number of lines.
 *
 * <p>Slabs of at most 1 MiB, each cut into slots of one size: 1 to 8 lines exactly, then eight
 * sizes for each doubling, so rounding up wastes less than 1/9 of a slot. One buffer for each
 * partition would waste 64 bytes and a Cleaner for each, and would go back to the system only when
 * the collector gets to it; one buffer for all could not shrink. A slab holds at least 16 of the
 * small slots, so a store with few partitions of odd sizes does not take 1 MiB for each size. A
 * partition over 1 MiB has a slab to itself.
 *
 * <p>An empty slab goes back to the pool, which keeps up to 4 MiB of them for the next need and
 * forgets the others. Nothing here is unmapped by hand: a probe that is still under way reads
 * memory that exists, and the generation tells it not to believe what it read.
 */
final class FilterPool {
  static final int LINE_BYTES = 64;
  static final int SLAB_BYTES = 1 << 20;
  static final int MAX_SPARE_BYTES = 4 * SLAB_BYTES;
  static final int MAX_LINES = (1 << 30) / LINE_BYTES;

  private static final int SMALL_SLAB_BYTES = 1 << 16;
  private static final int SMALL_SLOTS_PER_SLAB = 16;

  // The memory is the process's, not a store's: stores of one process share the spare slabs.
  private static final FilterPool SHARED = new FilterPool();

  private final ReentrantLock lock = new ReentrantLock();
  // Guarded by lock.
  private final Map<Integer, List<FilterSlab>> openSlabs = new HashMap<>();
  private final List<FilterSlab> spares = new ArrayList<>();
  private long slabBytes;
  private long spareBytes;
  private long slotBytes;

  /** A pool of its own is for tests; the store uses {@link #shared}. */
  FilterPool() {}

  static FilterPool shared() {
    return SHARED;
  }

  /** Bytes of the slot that a partition of this many lines gets. */
  static int slotBytes(int lineCount) {
    if (lineCount < 1 || lineCount > MAX_LINES) {
      throw new IllegalArgumentException(
          "lines of a filter partition must be 1 to " + MAX_LINES + ", are " + lineCount);
    }
    if (lineCount > SLAB_BYTES / LINE_BYTES) {
      return lineCount * LINE_BYTES;
    }
    int step = Math.max(1, Integer.highestOneBit(Math.max(1, lineCount - 1)) >>> 3);
    return (lineCount + step - 1) / step * step * LINE_BYTES;
  }

  static int slabBytes(int slotBytes) {
    if (slotBytes >= SLAB_BYTES) {
      return slotBytes;
    }
    if (slotBytes > SLAB_BYTES / SMALL_SLOTS_PER_SLAB) {
      return SLAB_BYTES / slotBytes * slotBytes;
    }
    int wanted = SMALL_SLOTS_PER_SLAB * slotBytes;
    int powerOfTwo = wanted <= 1 ? 1 : Integer.highestOneBit(wanted - 1) << 1;
    return Math.max(SMALL_SLAB_BYTES, powerOfTwo);
  }

  /**
   * A slot whose bytes nobody else can take for theirs; the caller writes it, then publishes it.
   */
  FilterHandle allocate(FilterSlots owner, int partition, FilterPartition.Header header) {
    int wantedBytes = slotBytes(header.lineCount());
    lock.lock();
    try {
      List<FilterSlab> open = openSlabs.computeIfAbsent(wantedBytes, size -> new ArrayList<>());
      if (open.isEmpty()) {
        addOpen(open, newSlab(wantedBytes));
      }
      FilterSlab slab = open.get(open.size() - 1);
      FilterHandle handle = new FilterHandle(owner, partition, slab, slab.takeSlot(), header);
      if (slab.isFull()) {
        removeOpen(open, slab);
      }
      slotBytes += wantedBytes;
      return handle;
    } finally {
      lock.unlock();
    }
  }

  /** Frees a slot: from here on every probe through this handle answers "maybe". */
  void free(FilterHandle handle) {
    FilterSlab slab = handle.slab;
    lock.lock();
    try {
      slab.freeSlot(handle.slot, handle.generation);
      slotBytes -= slab.slotBytes();
      List<FilterSlab> open = openSlabs.get(slab.slotBytes());
      if (slab.indexInOpenList < 0) {
        addOpen(open, slab);
      }
      if (slab.isEmpty()) {
        removeOpen(open, slab);
        takeBack(slab);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Bytes of all slabs, spare ones included. */
  long slabBytes() {
    lock.lock();
    try {
      return slabBytes;
    } finally {
      lock.unlock();
    }
  }

  long spareBytes() {
    lock.lock();
    try {
      return spareBytes;
    } finally {
      lock.unlock();
    }
  }

  /** Bytes of all slots in use. */
  long slotBytes() {
    lock.lock();
    try {
      return slotBytes;
    } finally {
      lock.unlock();
    }
  }

  private FilterSlab newSlab(int wantedBytes) {
    int sizeBytes = slabBytes(wantedBytes);
    FilterSlab slab = null;
    for (int i = spares.size() - 1; i >= 0 && slab == null; i--) {
      if (spares.get(i).sizeBytes == sizeBytes) {
        slab = spares.remove(i);
        spareBytes -= sizeBytes;
      }
    }
    if (slab == null) {
      slab = new FilterSlab(sizeBytes);
      slabBytes += sizeBytes;
    }
    slab.cut(wantedBytes);
    return slab;
  }

  private void takeBack(FilterSlab slab) {
    if (slab.sizeBytes <= SLAB_BYTES) {
      spares.add(slab);
      spareBytes += slab.sizeBytes;
    } else {
      slabBytes -= slab.sizeBytes;
    }
    while (spareBytes > MAX_SPARE_BYTES) {
      // The oldest: sizes that nobody asks for any more go first.
      FilterSlab forgotten = spares.remove(0);
      spareBytes -= forgotten.sizeBytes;
      slabBytes -= forgotten.sizeBytes;
    }
  }

  private static void addOpen(List<FilterSlab> open, FilterSlab slab) {
    slab.indexInOpenList = open.size();
    open.add(slab);
  }

  private static void removeOpen(List<FilterSlab> open, FilterSlab slab) {
    FilterSlab last = open.remove(open.size() - 1);
    if (last != slab) {
      last.indexInOpenList = slab.indexInOpenList;
      open.set(slab.indexInOpenList, last);
    }
    slab.indexInOpenList = -1;
  }
}
