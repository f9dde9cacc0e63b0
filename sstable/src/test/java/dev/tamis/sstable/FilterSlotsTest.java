package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.filter.SplitLine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FilterSlotsTest {
  private static final int ONE_LINE_CHARGE = 64 + FilterHandle.OVERHEAD_BYTES;

  private final FilterPool pool = new FilterPool();

  @Test
  void answersFromTheLinesBehindTheHeader() {
    MemoryBudget memory = new MemoryBudget(1 << 20);
    FilterSlots slots = new FilterSlots(memory, pool, 3, true);
    byte[] encoded = new byte[64 + 9 * 64];
    SplitLine.add(encoded, 64, 9, 0x123456789ABCDEFL);
    assertThat(slots.probe(1, 0x123456789ABCDEFL)).isEqualTo(FilterSlots.NOT_RESIDENT);
    slots.install(1, encoded, 64, LineHeader.of(9));
    assertThat(slots.probe(1, 0x123456789ABCDEFL)).isEqualTo(FilterSlots.MAYBE);
    assertThat(slots.probe(1, 0x123456789ABCDEEL)).isEqualTo(FilterSlots.NO);
    assertThat(slots.probe(0, 0x123456789ABCDEFL)).isEqualTo(FilterSlots.NOT_RESIDENT);
    assertThat(memory.filterBytes()).isEqualTo(9 * 64 + FilterHandle.OVERHEAD_BYTES);
    assertThat(slots.residentBytes()).isEqualTo(memory.filterBytes());
  }

  @Test
  void aDamagedPartitionStaysDamagedAndHoldsNoMemory() {
    MemoryBudget memory = new MemoryBudget(1 << 20);
    FilterSlots slots = new FilterSlots(memory, pool, 2, true);
    slots.install(0, new byte[64], 0, LineHeader.of(1));
    slots.markDamaged(0);
    slots.markDamaged(0);
    slots.markDamaged(1);
    slots.install(1, new byte[64], 0, LineHeader.of(1));
    assertThat(slots.probe(0, 1)).isEqualTo(FilterSlots.DAMAGED);
    assertThat(slots.probe(1, 1)).isEqualTo(FilterSlots.DAMAGED);
    assertThat(memory.usedBytes()).isZero();
    slots.setPinned(false);
    slots.close();
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void anEvictablePartitionWithoutRoomIsNotKept() {
    MemoryBudget memory = new MemoryBudget(ONE_LINE_CHARGE - 1);
    FilterSlots slots = new FilterSlots(memory, pool, 1, false);
    slots.install(0, new byte[64], 0, LineHeader.of(1));
    assertThat(slots.probe(0, 1)).isEqualTo(FilterSlots.NOT_RESIDENT);
    assertThat(memory.usedBytes()).isZero();
    assertThat(pool.slotBytes()).isZero();
  }

  @Test
  void pinnedPartitionsPushBlocksOutAndStay() {
    MemoryBudget memory = new MemoryBudget(1000);
    BlockSlots blocks = new BlockSlots(memory, 10);
    blocks.put(0, new PlainBlock(0, 0, 900));
    FilterSlots slots = new FilterSlots(memory, pool, 20, true);
    for (int i = 0; i < 20; i++) {
      slots.install(i, new byte[64], 0, LineHeader.of(1));
    }
    assertThat(blocks.get(0)).isNull();
    assertThat(memory.usedBytes()).isEqualTo(20 * ONE_LINE_CHARGE);
    for (int i = 0; i < 20; i++) {
      assertThat(slots.probe(i, 1)).isEqualTo(FilterSlots.NO);
    }
  }

  @Test
  void unpinningLetsTheHandTakeWhatIsTooMuchAndPinningStopsIt() {
    MemoryBudget memory = new MemoryBudget(5 * ONE_LINE_CHARGE);
    FilterSlots slots = new FilterSlots(memory, pool, 20, true);
    for (int i = 0; i < 10; i++) {
      slots.install(i, new byte[64], 0, LineHeader.of(1));
    }
    slots.setPinned(false);
    assertThat(resident(slots, 20)).isEqualTo(5);
    assertThat(memory.usedBytes()).isEqualTo(5 * ONE_LINE_CHARGE);
    slots.setPinned(true);
    memory.charge(10_000);
    assertThat(resident(slots, 20)).isEqualTo(5);
    slots.setPinned(false);
    assertThat(resident(slots, 20)).as("one partition leaves when the first comes in").isZero();
    assertThat(memory.usedBytes()).isEqualTo(10_000);
    assertThat(pool.slotBytes()).isZero();
  }

  @Test
  void aProbedPartitionGetsASecondChance() {
    MemoryBudget memory = new MemoryBudget(4 * ONE_LINE_CHARGE);
    FilterSlots slots = new FilterSlots(memory, pool, 100, false);
    for (int i = 0; i < 100; i++) {
      slots.install(i, new byte[64], 0, LineHeader.of(1));
      assertThat(slots.probe(0, 1)).as("after %s others", i).isEqualTo(FilterSlots.NO);
    }
    assertThat(resident(slots, 100)).isEqualTo(4);
    assertThat(memory.evictions()).isEqualTo(96);
  }

  @Test
  void anInstallThatThrowsLeavesNothingCharged() {
    MemoryBudget memory = new MemoryBudget(1 << 20);
    FilterSlots slots = new FilterSlots(memory, pool, 1, true);
    assertThatThrownBy(() -> slots.install(0, new byte[127], 64, LineHeader.of(1)))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(memory.usedBytes()).isZero();
    assertThat(pool.slotBytes()).isZero();
    assertThat(slots.probe(0, 1)).isEqualTo(FilterSlots.NOT_RESIDENT);
  }

  @Test
  void afterCloseNothingIsKept() {
    MemoryBudget memory = new MemoryBudget(1 << 20);
    FilterSlots slots = new FilterSlots(memory, pool, 2, true);
    slots.install(0, new byte[64], 0, LineHeader.of(1));
    slots.close();
    slots.close();
    slots.install(1, new byte[64], 0, LineHeader.of(1));
    slots.markDamaged(1);
    slots.setPinned(false);
    assertThat(slots.probe(0, 1)).isEqualTo(FilterSlots.NOT_RESIDENT);
    assertThat(slots.probe(1, 1)).isEqualTo(FilterSlots.NOT_RESIDENT);
    assertThat(memory.usedBytes()).isZero();
    assertThat(pool.slotBytes()).isZero();
  }

  @Test
  void caseG11_pinnedFilterMemoryIsTheSumOverLiveTablesAndThenZero() {
    MemoryBudget memory = new MemoryBudget(8 << 20);
    List<FilterSlots> live = new ArrayList<>();
    for (int table = 0; table < 1000; table++) {
      FilterSlots slots = new FilterSlots(memory, pool, 4, true);
      for (int i = 0; i < 4; i++) {
        slots.install(i, new byte[64 * 40], 0, LineHeader.of(1 + (table + i) % 40));
      }
      live.add(slots);
      if (live.size() > 50) {
        live.remove(table % 50).close();
      }
      long sum = 0;
      for (FilterSlots each : live) {
        sum += each.residentBytes();
      }
      assertThat(memory.filterBytes()).isEqualTo(sum);
      assertThat(memory.usedBytes()).isEqualTo(sum).isLessThanOrEqualTo(memory.limitBytes());
    }
    live.forEach(FilterSlots::close);
    assertThat(memory.filterBytes()).isZero();
    assertThat(memory.usedBytes()).isZero();
    assertThat(pool.slabBytes()).isLessThanOrEqualTo(FilterPool.MAX_SPARE_BYTES);
  }

  private static int resident(FilterSlots slots, int partitions) {
    int count = 0;
    for (int i = 0; i < partitions; i++) {
      if (slots.probe(i, 1) != FilterSlots.NOT_RESIDENT) {
        count++;
      }
    }
    return count;
  }
}
