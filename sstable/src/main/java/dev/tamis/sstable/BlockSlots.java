package dev.tamis.sstable;

/**
 * The cached blocks of one table: one slot for each data block and index partition. Thread-safe.
 *
 * <p>Essay. The usual block cache is one hash map from (file, offset) to block; its look-up and
 * reference counting are about 31 % of the table time of a cached RocksDB get. A table knows how
 * many blocks it has and its index names them by number, so an array is enough: a hit is a chunk
 * load and an element load, without hashing, comparing, locking or counting.
 *
 * <p>Slots come in chunks of 1,024 that exist, and are charged, while they hold a block: a table
 * that is open but cold costs 4 bytes for each 1,024 blocks. That matters for thousands of tables
 * under a small budget, where chunks that stay would eat the budget and leave nothing for blocks.
 *
 * <p>All changes happen under the budget's lock (see there for why that is no loss), so two threads
 * that put the same block, or a put that meets a close, need no further thought. Readers don't take
 * it: a plain load of a slot is safe because a block's fields are final.
 */
final class BlockSlots {
  static final int CHUNK_SLOTS = 1024;

  private static final int CHUNK_SHIFT = 10;
  private static final int ARRAY_HEADER_BYTES = 16;
  private static final int REFERENCE_BYTES = 4;

  private final MemoryBudget memory;
  private final int slotCount;
  private final CachedBlock[][] chunks;
  // Guarded by the budget's lock.
  private final int[] occupied;
  private boolean closed;

  BlockSlots(MemoryBudget memory, int slotCount) {
    if (slotCount < 0) {
      throw new IllegalArgumentException("slotCount must be at least 0, is " + slotCount);
    }
    this.memory = memory;
    this.slotCount = slotCount;
    int chunkCount = (slotCount >>> CHUNK_SHIFT) + ((slotCount & (CHUNK_SLOTS - 1)) == 0 ? 0 : 1);
    chunks = new CachedBlock[chunkCount][];
    occupied = new int[chunkCount];
  }

  /** The block in this slot, or null. */
  CachedBlock get(int slot) {
    CachedBlock[] chunk = chunks[slot >>> CHUNK_SHIFT];
    if (chunk == null) {
      return null;
    }
    CachedBlock block = chunk[slot & (CHUNK_SLOTS - 1)];
    if (block != null) {
      block.touch();
    }
    return block;
  }

  /**
   * Offers a freshly read block and returns the one to use: the block that is already in the slot,
   * or else the offered one, whether or not there was room to keep it.
   */
  CachedBlock put(int slot, CachedBlock block) {
    memory.lock();
    try {
      CachedBlock present = get(slot);
      if (present != null) {
        return present;
      }
      if (!closed) {
        keep(slot, block);
      }
      return block;
    } finally {
      memory.unlock();
    }
  }

  private void keep(int slot, CachedBlock block) {
    int chunkIndex = slot >>> CHUNK_SHIFT;
    CachedBlock[] chunk = chunks[chunkIndex];
    long newChunkBytes = 0;
    if (chunk == null) {
      chunk = new CachedBlock[chunkLength(chunkIndex)];
      newChunkBytes = chunkBytes(chunkIndex);
    }
    block.keptBy(this, slot);
    // Counted first: making room may evict the other blocks of this chunk, and with the last of
    // them the chunk would go.
    occupied[chunkIndex]++;
    if (!memory.tryCharge(block.chargedBytes + newChunkBytes)) {
      occupied[chunkIndex]--;
      block.forgotten();
      return;
    }
    chunks[chunkIndex] = chunk;
    chunk[slot & (CHUNK_SLOTS - 1)] = block;
    memory.countBlock(block.chargedBytes);
    memory.admit(block);
  }

  /** Empties a slot and returns the bytes that became free. Requires: the budget's lock. */
  long vacate(int slot) {
    int chunkIndex = slot >>> CHUNK_SHIFT;
    CachedBlock[] chunk = chunks[chunkIndex];
    CachedBlock block = chunk[slot & (CHUNK_SLOTS - 1)];
    chunk[slot & (CHUNK_SLOTS - 1)] = null;
    block.forgotten();
    memory.countBlock(-block.chargedBytes);
    long freedBytes = block.chargedBytes;
    if (--occupied[chunkIndex] == 0) {
      chunks[chunkIndex] = null;
      freedBytes += chunkBytes(chunkIndex);
    }
    return freedBytes;
  }

  /** Forgets every block; later puts keep nothing. Idempotent. */
  void close() {
    for (int chunkIndex = 0; chunkIndex < chunks.length; chunkIndex++) {
      // One lock for each chunk, not for all: readers of other tables get in between.
      memory.lock();
      try {
        closed = true;
        closeChunk(chunkIndex);
      } finally {
        memory.unlock();
      }
    }
  }

  private void closeChunk(int chunkIndex) {
    CachedBlock[] chunk = chunks[chunkIndex];
    if (chunk == null) {
      return;
    }
    for (int i = 0; i < chunk.length; i++) {
      if (chunk[i] != null) {
        memory.withdraw(chunk[i]);
        memory.release(vacate((chunkIndex << CHUNK_SHIFT) + i));
      }
    }
  }

  private int chunkLength(int chunkIndex) {
    return Math.min(CHUNK_SLOTS, slotCount - (chunkIndex << CHUNK_SHIFT));
  }

  private long chunkBytes(int chunkIndex) {
    return ARRAY_HEADER_BYTES + (long) REFERENCE_BYTES * chunkLength(chunkIndex);
  }
}
