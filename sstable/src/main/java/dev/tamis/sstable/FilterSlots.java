package dev.tamis.sstable;

import dev.tamis.filter.FilterPartition;
import dev.tamis.filter.SplitLine;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The resident filter partitions of one table. Thread-safe; {@link #probe} takes no lock and
 * allocates nothing.
 *
 * <p>Pinned partitions (upper levels) stay until the table is closed. The others (last level, where
 * the most bits are and each is wanted the least often) take part in the CLOCK and can be evicted.
 * Both are charged.
 */
final class FilterSlots {
  /** The key may be in the partition. */
  static final int MAYBE = 0;

  /** The key is not in the partition. */
  static final int NO = 1;

  /** The partition is not in memory: read it, ask those bytes, and {@link #install} them. */
  static final int NOT_RESIDENT = 2;

  /** The partition was found damaged: the key may be there, and reading again is no use. */
  static final int DAMAGED = 3;

  /** There is no filter, or none that was made with the store's hash. */
  static final int NONE = 4;

  /** The reader wants no filter to be asked. */
  static final int IGNORED = 5;

  private static final VarHandle HANDLES =
      MethodHandles.arrayElementVarHandle(FilterHandle[].class);
  private static final FilterPartition.Header NOTHING =
      new FilterPartition.Header(SplitLine.LINE_KIND, 0, 0, 0, 1, 1, 0, 0, 0);
  private static final FilterHandle DAMAGED_HANDLE = damagedHandle();

  private final MemoryBudget memory;
  private final FilterPool pool;
  private final FilterHandle[] handles;
  // Guarded by the budget's lock.
  private boolean pinned;
  private boolean closed;
  private long residentBytes;

  FilterSlots(MemoryBudget memory, int partitionCount, boolean pinned) {
    this(memory, FilterPool.shared(), partitionCount, pinned);
  }

  FilterSlots(MemoryBudget memory, FilterPool pool, int partitionCount, boolean pinned) {
    this.memory = memory;
    this.pool = pool;
    this.pinned = pinned;
    handles = new FilterHandle[partitionCount];
  }

  private static FilterHandle damagedHandle() {
    FilterSlab empty = new FilterSlab(FilterPool.LINE_BYTES);
    empty.cut(FilterPool.LINE_BYTES);
    return new FilterHandle(null, -1, empty, 0, NOTHING);
  }

  /** {@link #MAYBE}, {@link #NO}, {@link #NOT_RESIDENT} or {@link #DAMAGED}. */
  int probe(int partition, long hash) {
    FilterHandle handle = (FilterHandle) HANDLES.getAcquire(handles, partition);
    if (handle == null) {
      return NOT_RESIDENT;
    }
    if (handle == DAMAGED_HANDLE) {
      return DAMAGED;
    }
    handle.touch();
    return handle.mightContain(hash) ? MAYBE : NO;
  }

  /** Reads a word of the line that {@link #probe} will look at, if there is one. */
  long touch(int partition, long hash) {
    FilterHandle handle = (FilterHandle) HANDLES.getAcquire(handles, partition);
    return handle == null ? 0 : handle.touchLine(hash);
  }

  /**
   * Copies a partition's lines (without the header line) into memory. Does nothing if it is
   * resident or known as damaged, if the table is closed, or if it can be evicted and there is no
   * room.
   *
   * @param offset where the lines start in {@code encodedLines}
   * @param header what they are
   */
  void install(int partition, byte[] encodedLines, int offset, FilterPartition.Header header) {
    long chargedBytes =
        (long) FilterPool.slotBytes(header.lineCount()) + FilterHandle.OVERHEAD_BYTES;
    if (!chargeFor(partition, chargedBytes)) {
      return;
    }
    FilterHandle handle = null;
    boolean kept = false;
    try {
      handle = pool.allocate(this, partition, header);
      // Outside the budget's lock: this is the long part.
      handle.write(encodedLines, offset);
      kept = publish(handle);
    } finally {
      if (!kept) {
        if (handle != null) {
          pool.free(handle);
        }
        memory.release(chargedBytes);
      }
    }
  }

  private boolean chargeFor(int partition, long chargedBytes) {
    memory.lock();
    try {
      if (closed || handles[partition] != null) {
        return false;
      }
      if (pinned) {
        memory.charge(chargedBytes);
        return true;
      }
      return memory.tryCharge(chargedBytes);
    } finally {
      memory.unlock();
    }
  }

  private boolean publish(FilterHandle handle) {
    memory.lock();
    try {
      if (closed || handles[handle.partition] != null) {
        return false;
      }
      residentBytes += handle.chargedBytes;
      memory.countFilter(handle.chargedBytes);
      HANDLES.setRelease(handles, handle.partition, handle);
      if (!pinned) {
        memory.admit(handle);
      }
      return true;
    } finally {
      memory.unlock();
    }
  }

  /** From now on {@link #probe} of this partition answers {@link #DAMAGED}. */
  void markDamaged(int partition) {
    memory.lock();
    try {
      if (!closed) {
        dropIfResident(partition);
        HANDLES.setRelease(handles, partition, DAMAGED_HANDLE);
      }
    } finally {
      memory.unlock();
    }
  }

  /** Pins every partition, those that come later too, or hands them to the CLOCK. */
  void setPinned(boolean pin) {
    memory.lock();
    try {
      if (pin == pinned || closed) {
        return;
      }
      pinned = pin;
      for (int i = 0; i < handles.length; i++) {
        // Read each anew: admitting one may evict others of this table.
        FilterHandle handle = handles[i];
        if (handle == null || handle == DAMAGED_HANDLE) {
          continue;
        }
        if (pin) {
          memory.withdraw(handle);
        } else {
          memory.admit(handle);
        }
      }
    } finally {
      memory.unlock();
    }
  }

  /** Bytes charged for the partitions that are in memory now. */
  long residentBytes() {
    memory.lock();
    try {
      return residentBytes;
    } finally {
      memory.unlock();
    }
  }

  /** Frees everything; later installs keep nothing and probes find nothing. Idempotent. */
  void close() {
    memory.lock();
    try {
      closed = true;
      for (int i = 0; i < handles.length; i++) {
        dropIfResident(i);
        HANDLES.setRelease(handles, i, null);
      }
    } finally {
      memory.unlock();
    }
  }

  private void dropIfResident(int partition) {
    FilterHandle handle = handles[partition];
    if (handle != null && handle != DAMAGED_HANDLE) {
      memory.withdraw(handle);
      memory.release(drop(handle));
    }
  }

  /** Frees a resident partition and returns its charge. Requires: the budget's lock. */
  long drop(FilterHandle handle) {
    HANDLES.setRelease(handles, handle.partition, null);
    pool.free(handle);
    residentBytes -= handle.chargedBytes;
    memory.countFilter(-handle.chargedBytes);
    return handle.chargedBytes;
  }
}
