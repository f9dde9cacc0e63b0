package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.filter.SplitLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads on a tiny budget. */
class MemoryStressTest {
  private static final int THREADS = 8;
  private static final int KEYS = 64;
  private static final int LINES = 4;

  private record OpenTable(long id, BlockSlots blocks, FilterSlots filters) {}

  @ParameterizedTest
  @ValueSource(longs = {0, 64 << 10})
  void caseG10_caseK5_eightThreadsStayWithinATinyBudgetAndLeaveNothingBehind(long limitBytes)
      throws Exception {
    int tableCount = 200;
    int slotCount = 1100;
    int maxPutBytes = 2000 + 16 + 4 * BlockSlots.CHUNK_SLOTS;
    FilterPool pool = new FilterPool();
    MemoryBudget memory = new MemoryBudget(limitBytes);
    AtomicLong ids = new AtomicLong();
    AtomicReferenceArray<OpenTable> tables = new AtomicReferenceArray<>(tableCount);
    for (int i = 0; i < tableCount; i++) {
      tables.set(i, open(memory, pool, slotCount, ids));
    }
    byte[] lines = new byte[64 * 64];

    runOnAllThreads(
        thread -> {
          Random random = new Random(thread);
          for (int op = 0; op < 5_000; op++) {
            int t = random.nextInt(10) < 7 ? random.nextInt(5) : random.nextInt(tableCount);
            OpenTable table = tables.get(t);
            int slot = random.nextInt(random.nextBoolean() ? 10 : slotCount);
            int partition = random.nextInt(3);
            int what = random.nextInt(200);
            if (what == 0) {
              OpenTable next = open(memory, pool, slotCount, ids);
              if (tables.compareAndSet(t, table, next)) {
                table.filters.close();
                table.blocks.close();
              }
            } else if (what < 60) {
              int answer = table.filters.probe(partition, random.nextLong());
              if (answer == FilterSlots.NOT_RESIDENT) {
                table.filters.install(partition, lines, 0, LineHeader.of(1 + random.nextInt(30)));
              }
            } else {
              PlainBlock block = (PlainBlock) table.blocks.get(slot);
              if (block == null) {
                block = new PlainBlock(table.id, slot, 100 + random.nextInt(1900));
                block = (PlainBlock) table.blocks.put(slot, block);
              }
              assertThat(block.table).isEqualTo(table.id);
              assertThat(block.slot).isEqualTo(slot);
            }
            assertThat(memory.usedBytes())
                .isBetween(0L, limitBytes == 0 ? 0 : limitBytes + (long) THREADS * maxPutBytes);
          }
        });

    assertThat(memory.usedBytes()).isLessThanOrEqualTo(limitBytes);
    assertThat(memory.evictions() > 1000).isEqualTo(limitBytes > 0);
    long blockBytes = 0;
    long chunkBytes = 0;
    long filterBytes = 0;
    for (int i = 0; i < tableCount; i++) {
      BlockSlots blocks = tables.get(i).blocks;
      boolean[] chunkUsed = new boolean[2];
      for (int slot = 0; slot < slotCount; slot++) {
        CachedBlock block = blocks.get(slot);
        if (block != null) {
          blockBytes += block.chargedBytes;
          chunkUsed[slot / BlockSlots.CHUNK_SLOTS] = true;
        }
      }
      chunkBytes += chunkUsed[0] ? 16 + 4L * BlockSlots.CHUNK_SLOTS : 0;
      chunkBytes += chunkUsed[1] ? 16 + 4L * (slotCount - BlockSlots.CHUNK_SLOTS) : 0;
      filterBytes += tables.get(i).filters.residentBytes();
    }
    assertThat(memory.blockBytes()).isEqualTo(blockBytes);
    assertThat(memory.filterBytes()).isEqualTo(filterBytes);
    assertThat(memory.usedBytes()).isEqualTo(blockBytes + chunkBytes + filterBytes);
    for (int i = 0; i < tableCount; i++) {
      tables.get(i).blocks.close();
      tables.get(i).filters.close();
    }
    assertThat(memory.usedBytes()).isZero();
    assertThat(pool.slotBytes()).isZero();
  }

  private static OpenTable open(
      MemoryBudget memory, FilterPool pool, int slotCount, AtomicLong ids) {
    return new OpenTable(
        ids.incrementAndGet(),
        new BlockSlots(memory, slotCount),
        new FilterSlots(memory, pool, 3, false));
  }

  /** Room for three of twelve partitions: each install recycles a slot that readers may be in. */
  @Test
  void aRecycledPartitionNeverSaysNoToAKeyOfTheOldOne() throws Exception {
    int partitions = 12;
    MemoryBudget memory = new MemoryBudget(3L * (LINES * 64 + FilterHandle.OVERHEAD_BYTES));
    FilterPool pool = new FilterPool();
    FilterSlots slots = new FilterSlots(memory, pool, partitions, false);
    long[][] hashes = hashes(partitions);
    byte[][] lines = lines(hashes);
    AtomicLong maybes = new AtomicLong();

    runOnAllThreads(
        thread -> {
          Random random = new Random(thread);
          for (int op = 0; op < 25_000; op++) {
            int partition = random.nextInt(partitions);
            long hash = hashes[partition][random.nextInt(KEYS)];
            int answer = slots.probe(partition, hash);
            if (answer == FilterSlots.NOT_RESIDENT) {
              slots.install(partition, lines[partition], 0, LineHeader.of(LINES));
            } else if (answer == FilterSlots.MAYBE) {
              maybes.incrementAndGet();
            } else {
              throw new AssertionError("answer " + answer + " for a key of partition " + partition);
            }
          }
        });

    assertThat(maybes.get()).isPositive();
    assertThat(memory.evictions()).isGreaterThan(1000);
    assertThat(pool.slabBytes()).as("one slab, recycled all the time").isEqualTo(1 << 16);
    slots.close();
    assertThat(memory.usedBytes()).isZero();
  }

  /** The narrow window itself: readers probe a handle while its slot is freed and overwritten. */
  @Test
  void aProbeThatMeetsTheOverwriteSaysMaybe() throws Exception {
    FilterPool pool = new FilterPool();
    long[][] hashes = hashes(2);
    byte[][] lines = lines(hashes);
    FilterHandle[] current = new FilterHandle[1];
    AtomicReferenceArray<FilterHandle> shared = new AtomicReferenceArray<>(1);
    current[0] = pool.allocate(null, 0, LineHeader.of(LINES));
    current[0].write(lines[0], 0);
    shared.set(0, current[0]);
    AtomicBoolean done = new AtomicBoolean();

    runOnAllThreads(
        thread -> {
          if (thread == 0) {
            for (int round = 1; round <= 40_000; round++) {
              FilterHandle old = current[0];
              pool.free(old);
              current[0] = pool.allocate(null, round & 1, LineHeader.of(LINES));
              current[0].write(lines[round & 1], 0);
              shared.set(0, current[0]);
            }
            done.set(true);
            return;
          }
          while (!done.get()) {
            FilterHandle handle = shared.get(0);
            for (long hash : hashes[handle.partition]) {
              if (!handle.mightContain(hash)) {
                done.set(true);
                throw new AssertionError("a present key was denied");
              }
            }
          }
        });
    assertThat(current[0].generation).isEqualTo(40_000);
  }

  private static long[][] hashes(int partitions) {
    Random random = new Random(99);
    long[][] hashes = new long[partitions][KEYS];
    for (long[] ofOne : hashes) {
      for (int i = 0; i < KEYS; i++) {
        ofOne[i] = random.nextLong();
      }
    }
    return hashes;
  }

  private static byte[][] lines(long[][] hashes) {
    byte[][] lines = new byte[hashes.length][LINES * 64];
    for (int p = 0; p < hashes.length; p++) {
      for (long hash : hashes[p]) {
        SplitLine.add(lines[p], 0, LINES, hash);
      }
    }
    return lines;
  }

  private interface Work {
    void run(int thread) throws Exception;
  }

  private static void runOnAllThreads(Work work) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        results.add(
            executor.submit(
                () -> {
                  work.run(thread);
                  return null;
                }));
      }
      for (Future<?> result : results) {
        result.get();
      }
    } finally {
      executor.shutdownNow();
    }
  }
}
