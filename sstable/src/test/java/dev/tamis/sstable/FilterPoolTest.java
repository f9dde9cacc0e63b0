package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tamis.filter.SplitLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FilterPoolTest {
  private final FilterPool pool = new FilterPool();

  @Test
  void aSlotIsNoMoreThanAnEighthLargerThanItsPartition() {
    for (int lineCount = 1; lineCount <= FilterPool.SLAB_BYTES / 64; lineCount++) {
      int slotBytes = FilterPool.slotBytes(lineCount);
      assertThat(slotBytes % 64).isZero();
      assertThat(slotBytes).isBetween(lineCount * 64, FilterPool.SLAB_BYTES);
      assertThat((slotBytes - lineCount * 64) * 8L)
          .as("waste at %s lines", lineCount)
          .isLessThanOrEqualTo(slotBytes);
    }
    assertThat(FilterPool.slotBytes(20_001)).isEqualTo(20_001 * 64);
    assertThat(FilterPool.slotBytes(FilterPool.MAX_LINES)).isEqualTo(1 << 30);
    assertThatThrownBy(() -> FilterPool.slotBytes(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FilterPool.slotBytes(FilterPool.MAX_LINES + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSlabIsAtMostAMebibyteAndMostlySlots() {
    for (int lineCount = 1; lineCount <= FilterPool.SLAB_BYTES / 64; lineCount++) {
      int slotBytes = FilterPool.slotBytes(lineCount);
      int slabBytes = FilterPool.slabBytes(slotBytes);
      assertThat(slabBytes).isBetween(slotBytes, FilterPool.SLAB_BYTES);
      assertThat(slabBytes % slotBytes * 16).as("%s lines", lineCount).isLessThan(slabBytes + 1);
    }
  }

  @Test
  void everyLineOfEverySlabIsAligned() {
    for (int lineCount : new int[] {1, 2, 3, 7, 9, 17, 100, 1000, 5000, 16_384, 16_385}) {
      for (int i = 0; i < 5; i++) {
        FilterHandle handle = pool.allocate(null, 0, LineHeader.of(lineCount));
        assertThat(handle.misalignmentBytes()).as("%s lines", lineCount).isZero();
        for (int line = 0; line < lineCount; line += 37) {
          int offset = handle.slot * FilterPool.slotBytes(lineCount) + line * 64;
          assertThat(handle.slab.lines.alignmentOffset(offset, 64)).isZero();
        }
      }
    }
  }

  @Test
  void slotsDoNotOverlap() {
    long seed = 7;
    Random random = new Random(seed);
    List<FilterHandle> handles = new ArrayList<>();
    List<Integer> tags = new ArrayList<>();
    int tag = 1;
    for (int step = 0; step < 3000; step++) {
      if (handles.isEmpty() || random.nextInt(5) < 3) {
        int lineCount = 1 + random.nextInt(random.nextBoolean() ? 6 : 200);
        FilterHandle handle = pool.allocate(null, 0, LineHeader.of(lineCount));
        byte[] lines = new byte[lineCount * 64];
        for (int i = 0; i < lineCount * 16; i++) {
          dev.tamis.storage.LittleEndian.putInt(lines, i * 4, tag);
        }
        handle.write(lines, 0);
        handles.add(handle);
        tags.add(tag++);
      } else {
        int victim = random.nextInt(handles.size());
        FilterHandle handle = handles.remove(victim);
        int expected = tags.remove(victim);
        int start = handle.slot * FilterPool.slotBytes(handle.lineCount);
        for (int i = 0; i < handle.lineCount * 16; i++) {
          assertThat(handle.slab.lines.getInt(start + i * 4))
              .as("seed %s", seed)
              .isEqualTo(expected);
        }
        pool.free(handle);
      }
    }
    long usedBytes = 0;
    for (FilterHandle handle : handles) {
      usedBytes += FilterPool.slotBytes(handle.lineCount);
    }
    assertThat(pool.slotBytes()).isEqualTo(usedBytes);
    handles.forEach(pool::free);
    assertThat(pool.slotBytes()).isZero();
    assertThat(pool.slabBytes()).isEqualTo(pool.spareBytes());
  }

  @Test
  void onlyAFewSpareSlabsAreKept() {
    List<FilterHandle> handles = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      handles.add(pool.allocate(null, 0, LineHeader.of(16_384)));
    }
    handles.add(pool.allocate(null, 0, LineHeader.of(40_000)));
    assertThat(pool.slabBytes()).isEqualTo(9L * FilterPool.SLAB_BYTES + 40_000 * 64);
    assertThat(pool.spareBytes()).isZero();
    handles.forEach(pool::free);
    assertThat(pool.slabBytes()).isEqualTo(FilterPool.MAX_SPARE_BYTES);
    assertThat(pool.spareBytes()).isEqualTo(FilterPool.MAX_SPARE_BYTES);
    pool.allocate(null, 0, LineHeader.of(16_384));
    assertThat(pool.slabBytes()).as("a spare slab is used").isEqualTo(FilterPool.MAX_SPARE_BYTES);
  }

  @Test
  void aGenerationSurvivesTheSlabsReturnAndAnotherSlotSize() {
    FilterHandle first = pool.allocate(null, 0, LineHeader.of(2));
    byte[] full = new byte[128];
    java.util.Arrays.fill(full, (byte) 0xFF);
    first.write(full, 0);
    pool.free(first);
    assertThat(pool.spareBytes()).as("the slab is back in the pool").isEqualTo(pool.slabBytes());

    // The same slab, cut into twice as many slots: slot 0 is taken again, with the old bytes'
    // place.
    FilterHandle smaller = pool.allocate(null, 0, LineHeader.of(1));
    assertThat(smaller.slab).isSameAs(first.slab);
    assertThat(smaller.slot).isEqualTo(first.slot);
    assertThat(smaller.generation).isGreaterThan(first.generation);
    smaller.write(new byte[64], 0);
    assertThat(smaller.mightContain(1)).isFalse();
    assertAlwaysMaybe(first);

    pool.free(smaller);
    FilterHandle again = pool.allocate(null, 0, LineHeader.of(2));
    assertThat(again.slab).isSameAs(first.slab);
    assertThat(again.generation).isGreaterThan(smaller.generation);
    again.write(new byte[128], 0);
    assertThat(again.mightContain(1)).isFalse();
    assertAlwaysMaybe(first);
    assertAlwaysMaybe(smaller);
  }

  @Test
  void aStaleHandleNeverSaysNo() {
    FilterHandle stale = pool.allocate(null, 0, LineHeader.of(8));
    byte[] lines = new byte[8 * 64];
    SplitLine.add(lines, 0, 8, 12345);
    stale.write(lines, 0);
    assertThat(stale.mightContain(12345)).isTrue();
    assertThat(stale.mightContain(54321)).isFalse();
    pool.free(stale);
    assertAlwaysMaybe(stale);
    FilterHandle next = pool.allocate(null, 1, LineHeader.of(8));
    next.write(new byte[8 * 64], 0);
    assertThat(next.slot).as("the slot is recycled").isEqualTo(stale.slot);
    assertThat(next.isRecycled()).isTrue();
    assertAlwaysMaybe(stale);
  }

  /** The schedule: look at the generation, the slot is recycled and filled anew, read the line. */
  @Test
  void aSlotRecycledInTheMiddleOfAProbeMeansMaybe() {
    FilterHandle probed = pool.allocate(null, 0, LineHeader.of(1));
    byte[] line = new byte[64];
    SplitLine.add(line, 0, 1, 12345);
    probed.write(line, 0);
    assertThat(probed.isStale()).isFalse();

    pool.free(probed);
    FilterHandle next = pool.allocate(null, 1, LineHeader.of(1));
    assertThat(next.slot).as("the slot is recycled").isEqualTo(probed.slot);
    next.write(new byte[64], 0);
    assertThat(next.mightContain(12345)).as("the key is not in the new one").isFalse();

    assertThat(probed.lineMightContain(12345)).as("the key of the old one").isTrue();
  }

  @Test
  void aSlotIsFreedOnce() {
    FilterHandle handle = pool.allocate(null, 0, LineHeader.of(8));
    pool.free(handle);
    assertThatThrownBy(() -> pool.free(handle))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("freed twice");
  }

  private static void assertAlwaysMaybe(FilterHandle stale) {
    Random random = new Random(1);
    for (int i = 0; i < 100; i++) {
      assertThat(stale.mightContain(random.nextLong())).isTrue();
    }
  }
}
