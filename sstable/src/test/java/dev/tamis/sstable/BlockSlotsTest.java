package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BlockSlotsTest {
  private static final int CHUNK_BYTES = 16 + 4 * BlockSlots.CHUNK_SLOTS;

  @Test
  void chargesABlockAndItsChunkAndReturnsBothAtClose() {
    MemoryBudget memory = new MemoryBudget(1 << 20);
    memory.charge(77);
    BlockSlots slots = new BlockSlots(memory, 3000);
    CachedBlock block = block(1500, 500);

    assertThat(slots.put(1500, block)).isSameAs(block);
    assertThat(slots.get(1500)).isSameAs(block);
    assertThat(slots.get(1499)).isNull();
    assertThat(memory.usedBytes()).isEqualTo(77 + 500 + CHUNK_BYTES);
    assertThat(memory.blockBytes()).isEqualTo(500);

    slots.close();
    slots.close();
    assertThat(slots.get(1500)).isNull();
    assertThat(memory.usedBytes()).isEqualTo(77);
    assertThat(memory.blockBytes()).isZero();
  }

  @Test
  void theLastChunkIsAsLongAsTheSlotsThatAreLeft() {
    MemoryBudget memory = new MemoryBudget(1 << 20);
    BlockSlots slots = new BlockSlots(memory, BlockSlots.CHUNK_SLOTS + 2);
    slots.put(BlockSlots.CHUNK_SLOTS + 1, block(BlockSlots.CHUNK_SLOTS + 1, 100));
    assertThat(memory.usedBytes()).isEqualTo(100 + 16 + 4 * 2);
    assertThatThrownBy(() -> slots.put(BlockSlots.CHUNK_SLOTS + 2, block(0, 100)))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(memory.usedBytes()).isEqualTo(100 + 16 + 4 * 2);
  }

  @Test
  void theFirstOfTwoPutsWinsAndTheSecondIsNotCharged() {
    MemoryBudget memory = new MemoryBudget(1 << 20);
    BlockSlots slots = new BlockSlots(memory, 10);
    CachedBlock first = block(3, 100);
    slots.put(3, first);
    long usedBytes = memory.usedBytes();
    assertThat(slots.put(3, block(3, 200))).isSameAs(first);
    assertThat(memory.usedBytes()).isEqualTo(usedBytes);
  }

  @Test
  void aPutAfterCloseIsNotKept() {
    MemoryBudget memory = new MemoryBudget(1 << 20);
    BlockSlots slots = new BlockSlots(memory, 10);
    slots.close();
    CachedBlock block = block(3, 100);
    assertThat(slots.put(3, block)).isSameAs(block);
    assertThat(slots.get(3)).isNull();
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void aBlockIsKeptInOneSlotOnly() {
    MemoryBudget memory = new MemoryBudget(1 << 20);
    BlockSlots slots = new BlockSlots(memory, 10);
    CachedBlock block = block(3, 100);
    slots.put(3, block);
    long usedBytes = memory.usedBytes();
    assertThatThrownBy(() -> slots.put(4, block))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("slot=3");
    assertThat(memory.usedBytes()).isEqualTo(usedBytes);
  }

  @Test
  void aScanOfColdBlocksDoesNotEvictAHotOne() {
    MemoryBudget memory = new MemoryBudget(20 * 100 + 16 + 4 * 1000);
    BlockSlots slots = new BlockSlots(memory, 1000);
    CachedBlock hot = block(0, 100);
    slots.put(0, hot);
    for (int slot = 1; slot < 1000; slot++) {
      slots.put(slot, block(slot, 100));
      if (slot % 10 == 0) {
        assertThat(slots.get(0)).as("the hot block after %s cold ones", slot).isSameAs(hot);
      }
    }
    assertThat(memory.evictions()).isEqualTo(1000 - 20);
    assertThat(slots.get(1)).isNull();
    assertThat(slots.get(999)).isNotNull();
  }

  @Test
  void aBlockThatIsNotUsedAgainGoesAfterOneTurn() {
    MemoryBudget memory = new MemoryBudget(4 * 100 + 16 + 4 * 100);
    BlockSlots slots = new BlockSlots(memory, 100);
    for (int slot = 0; slot < 8; slot++) {
      slots.put(slot, block(slot, 100));
    }
    for (int slot = 0; slot < 8; slot++) {
      assertThat(slots.get(slot) != null).as("slot %s", slot).isEqualTo(slot >= 4);
    }
  }

  @Test
  void aFullCacheOfMarkedBlocksStillMakesRoom() {
    MemoryBudget memory = new MemoryBudget(4 * 100 + 16 + 4 * 100);
    BlockSlots slots = new BlockSlots(memory, 100);
    for (int slot = 0; slot < 4; slot++) {
      slots.put(slot, block(slot, 100));
      slots.get(slot);
    }
    slots.put(4, block(4, 100));
    assertThat(slots.get(4)).as("the newcomer is not the victim").isNotNull();
    assertThat(slots.get(0)).isNull();
  }

  @Test
  void caseK7_aCacheOfZeroBytesKeepsNothing() {
    MemoryBudget memory = new MemoryBudget(0);
    BlockSlots slots = new BlockSlots(memory, 10);
    CachedBlock block = block(3, 100);
    assertThat(slots.put(3, block)).isSameAs(block);
    assertThat(slots.get(3)).isNull();
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void caseK7_aBlockBiggerThanTheCacheIsReturnedAndEvictsNothing() {
    MemoryBudget memory = new MemoryBudget(1000);
    BlockSlots slots = new BlockSlots(memory, 10);
    slots.put(0, block(0, 100));
    CachedBlock big = block(1, 1001);
    assertThat(slots.put(1, big)).isSameAs(big);
    assertThat(slots.get(1)).isNull();
    assertThat(slots.get(0)).isNotNull();

    memory.charge(800);
    CachedBlock blockedByPinned = block(2, 250);
    assertThat(slots.put(2, blockedByPinned)).isSameAs(blockedByPinned);
    assertThat(slots.get(0)).as("evicting it would not have made enough room").isNotNull();
    assertThat(memory.evictions()).isZero();
  }

  @Test
  void caseK7_aMillionTinyBlocksAreChargedWithTheirOverhead() {
    int chargedBytes = CachedBlock.OVERHEAD_BYTES + 60;
    MemoryBudget memory = new MemoryBudget(4 << 20);
    BlockSlots slots = new BlockSlots(memory, 1_000_000);
    for (int slot = 0; slot < 1_000_000; slot++) {
      slots.put(slot, block(slot, chargedBytes));
    }
    int kept = 0;
    for (int slot = 0; slot < 1_000_000; slot++) {
      if (slots.get(slot) != null) {
        kept++;
      }
    }
    int chunks = (int) ((memory.usedBytes() - memory.blockBytes()) / CHUNK_BYTES);
    assertThat(memory.blockBytes()).isEqualTo((long) kept * chargedBytes);
    assertThat(chunks).isBetween(kept / BlockSlots.CHUNK_SLOTS, kept / BlockSlots.CHUNK_SLOTS + 2);
    assertThat(memory.usedBytes()).isLessThanOrEqualTo(memory.limitBytes());
    slots.close();
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void memoryOfOthersPushesBlocksOut() {
    MemoryBudget memory = new MemoryBudget(10 * 100 + 16 + 4 * 10);
    BlockSlots slots = new BlockSlots(memory, 10);
    for (int slot = 0; slot < 10; slot++) {
      slots.put(slot, block(slot, 100));
    }
    memory.charge(350);
    assertThat(memory.blockBytes()).isEqualTo(600);
    memory.charge(10_000);
    assertThat(memory.usedBytes()).isEqualTo(10_350);
    memory.release(10_350);
    assertThat(memory.usedBytes()).isZero();
  }

  @Test
  void moreCanNotBeReleasedThanIsCharged() {
    MemoryBudget memory = new MemoryBudget(100);
    memory.charge(10);
    assertThatThrownBy(() -> memory.release(11))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("released 11 bytes of 10");
    assertThat(memory.usedBytes()).isEqualTo(10);
    assertThatThrownBy(() -> memory.charge(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> memory.release(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new MemoryBudget(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  private static CachedBlock block(int slot, int chargedBytes) {
    return new PlainBlock(0, slot, chargedBytes);
  }
}
