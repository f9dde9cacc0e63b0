package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random operations of one thread against a simple queue that plays the CLOCK. */
class MemoryModelTest {
  private static final int TABLES = 6;
  private static final int SLOTS = 1500;
  private static final int PARTITIONS = 5;
  private static final int OPERATIONS = 20_000;

  private static final class Entry {
    final int bytes;
    final Runnable onEvict;
    boolean marked;

    Entry(int bytes, Runnable onEvict) {
      this.bytes = bytes;
      this.onEvict = onEvict;
    }
  }

  private static final class Model {
    final long limit;
    final ArrayDeque<Entry> queue = new ArrayDeque<>();
    long used;
    long evictable;

    Model(long limit) {
      this.limit = limit;
    }

    boolean tryCharge(long bytes) {
      if (bytes > limit || used - evictable + bytes > limit) {
        return false;
      }
      charge(bytes);
      return true;
    }

    void charge(long bytes) {
      used += bytes;
      while (used > limit && !queue.isEmpty()) {
        for (int turns = queue.size(); turns > 0 && queue.peekFirst().marked; turns--) {
          Entry spared = queue.removeFirst();
          spared.marked = false;
          queue.addLast(spared);
        }
        Entry victim = queue.removeFirst();
        evictable -= victim.bytes;
        used -= victim.bytes;
        victim.onEvict.run();
      }
    }

    void admit(Entry entry) {
      entry.marked = false;
      queue.addLast(entry);
      evictable += entry.bytes;
    }

    void drop(Entry entry) {
      withdraw(entry);
      used -= entry.bytes;
    }

    void withdraw(Entry entry) {
      if (queue.remove(entry)) {
        evictable -= entry.bytes;
      }
    }
  }

  private static final class ModelTable {
    final Model model;
    final Map<Integer, Entry> blocks = new HashMap<>();
    final int[] occupied = new int[2];
    final Entry[] filters = new Entry[PARTITIONS];
    final boolean[] damaged = new boolean[PARTITIONS];
    boolean pinned;

    ModelTable(Model model, boolean pinned) {
      this.model = model;
      this.pinned = pinned;
    }

    void put(int slot, int bytes) {
      Entry present = blocks.get(slot);
      if (present != null) {
        present.marked = true;
        return;
      }
      int chunk = slot / BlockSlots.CHUNK_SLOTS;
      long chunkBytes = occupied[chunk] == 0 ? chunkBytes(chunk) : 0;
      occupied[chunk]++;
      if (!model.tryCharge(bytes + chunkBytes)) {
        occupied[chunk]--;
        return;
      }
      Entry entry = new Entry(bytes, () -> vacate(slot));
      blocks.put(slot, entry);
      model.admit(entry);
    }

    void vacate(int slot) {
      blocks.remove(slot);
      int chunk = slot / BlockSlots.CHUNK_SLOTS;
      if (--occupied[chunk] == 0) {
        model.used -= chunkBytes(chunk);
      }
    }

    static long chunkBytes(int chunk) {
      int slots = chunk == 0 ? BlockSlots.CHUNK_SLOTS : SLOTS - BlockSlots.CHUNK_SLOTS;
      return 16 + 4L * slots;
    }

    void install(int partition, int bytes) {
      if (filters[partition] != null || damaged[partition]) {
        return;
      }
      if (pinned) {
        model.charge(bytes);
      } else if (!model.tryCharge(bytes)) {
        return;
      }
      Entry entry = new Entry(bytes, () -> filters[partition] = null);
      filters[partition] = entry;
      if (!pinned) {
        model.admit(entry);
      }
    }

    void markDamaged(int partition) {
      if (filters[partition] != null) {
        model.drop(filters[partition]);
        filters[partition] = null;
      }
      damaged[partition] = true;
    }

    void setPinned(boolean pin) {
      if (pin == pinned) {
        return;
      }
      pinned = pin;
      for (int i = 0; i < PARTITIONS; i++) {
        if (filters[i] != null && pin) {
          model.withdraw(filters[i]);
        } else if (filters[i] != null) {
          model.admit(filters[i]);
          model.charge(0);
        }
      }
    }

    void close() {
      for (int slot : new ArrayList<>(blocks.keySet())) {
        model.drop(blocks.get(slot));
        vacate(slot);
      }
      for (int i = 0; i < PARTITIONS; i++) {
        markDamaged(i);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 9000", "3, 40000", "4, 150000", "5, 150000", "6, 10000000"})
  void everyByteIsAccountedFor(long seed, long limitBytes) {
    Random random = new Random(seed);
    FilterPool pool = new FilterPool();
    MemoryBudget memory = new MemoryBudget(limitBytes);
    Model model = new Model(limitBytes);
    List<BlockSlots> slots = new ArrayList<>();
    List<FilterSlots> filters = new ArrayList<>();
    List<ModelTable> tables = new ArrayList<>();
    for (int i = 0; i < TABLES; i++) {
      slots.add(new BlockSlots(memory, SLOTS));
      filters.add(new FilterSlots(memory, pool, PARTITIONS, i % 2 == 0));
      tables.add(new ModelTable(model, i % 2 == 0));
    }
    byte[] lines = new byte[64 * 64];
    long others = 0;
    for (int op = 0; op < OPERATIONS; op++) {
      String where = "seed " + seed + ", operation " + op;
      int t = random.nextInt(TABLES);
      ModelTable table = tables.get(t);
      int partition = random.nextInt(PARTITIONS);
      // Half of the traffic goes to a few slots, so that marks matter.
      int slot = random.nextBoolean() ? random.nextInt(20) : random.nextInt(SLOTS);
      switch (random.nextInt(20)) {
        case 0, 1, 2, 3, 4 -> {
          int bytes = 50 + random.nextInt(3000);
          slots.get(t).put(slot, new PlainBlock(t, slot, bytes));
          table.put(slot, bytes);
        }
        case 5, 6, 7, 8, 9, 10 -> {
          Entry expected = table.blocks.get(slot);
          CachedBlock actual = slots.get(t).get(slot);
          assertThat(actual != null).as(where).isEqualTo(expected != null);
          if (expected != null) {
            expected.marked = true;
          }
        }
        case 11, 12 -> {
          int lineCount = 1 + random.nextInt(60);
          filters.get(t).install(partition, lines, 64, LineHeader.of(lineCount));
          table.install(partition, FilterPool.slotBytes(lineCount) + FilterHandle.OVERHEAD_BYTES);
        }
        case 13, 14, 15 -> {
          int expected =
              table.damaged[partition]
                  ? FilterSlots.DAMAGED
                  : table.filters[partition] == null ? FilterSlots.NOT_RESIDENT : FilterSlots.NO;
          assertThat(filters.get(t).probe(partition, random.nextLong()))
              .as(where)
              .isEqualTo(expected);
          if (table.filters[partition] != null) {
            table.filters[partition].marked = true;
          }
        }
        case 16 -> {
          int bytes = random.nextInt(5000);
          others += bytes;
          memory.charge(bytes);
          model.charge(bytes);
        }
        case 17 -> {
          memory.release(others);
          model.used -= others;
          others = 0;
        }
        case 18 -> {
          boolean pin = random.nextBoolean();
          filters.get(t).setPinned(pin);
          table.setPinned(pin);
        }
        default -> {
          if (random.nextInt(20) == 0) {
            slots.get(t).close();
            filters.get(t).close();
            table.close();
            boolean pin = random.nextBoolean();
            slots.set(t, new BlockSlots(memory, SLOTS));
            filters.set(t, new FilterSlots(memory, pool, PARTITIONS, pin));
            tables.set(t, new ModelTable(model, pin));
          } else if (random.nextInt(5) == 0) {
            filters.get(t).markDamaged(partition);
            table.markDamaged(partition);
          }
        }
      }
      assertThat(memory.usedBytes()).as(where).isEqualTo(model.used);
    }
    slots.forEach(BlockSlots::close);
    filters.forEach(FilterSlots::close);
    assertThat(memory.usedBytes()).as("seed %s", seed).isEqualTo(others);
    assertThat(memory.blockBytes()).isZero();
    assertThat(memory.filterBytes()).isZero();
    assertThat(pool.slotBytes()).isZero();
    assertThat(pool.slabBytes()).isEqualTo(pool.spareBytes());
  }
}
