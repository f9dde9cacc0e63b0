package dev.tamis.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tamis.sstable.EntryKind;
import dev.tamis.sstable.ValueForm;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class MemTableMemoryTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void anEmptyMemTableCostsAFewKilobytesWhateverItsCapacity() {
    new MemTable(1 << 20, 10);
    for (long capacity : new long[] {4096, 64 << 20, 1L << 40}) {
      long before = allocated();
      MemTable table = new MemTable(capacity, 10);
      long used = allocated() - before;
      assertThat(used).as("capacity %d", capacity).isLessThan(5000);
      assertThat(table.memoryBytes()).isCloseTo(used, Percentage.withPercentage(30));
    }
  }

  @Test
  void aMemTableOf4KibTakesUsefulContentBeforeItIsFull() {
    MemTable table = new MemTable(8192, 10);
    Random random = new Random(1);
    while (table.memoryBytes() < 8192) {
      add(table, random, 16, 100);
    }
    assertThat(table.entries()).isGreaterThanOrEqualTo(20);
    assertThat(table.memoryBytes()).isLessThan(10_000);
  }

  /** What the writer allocated, less what it dropped again, is what the memtable says it holds. */
  @Test
  void memoryBytesIsTheHeapThatIsHeld() {
    for (int valueBytes : new int[] {0, 100, 4096, 5000, 100_000}) {
      int entries = valueBytes < 1000 ? 100_000 : 20_000_000 / valueBytes;
      System.gc();
      long before = usedHeap();
      MemTable table = new MemTable(64 << 20, 10);
      Random random = new Random(2);
      for (int i = 0; i < entries; i++) {
        add(table, random, 16, valueBytes);
      }
      System.gc();
      long held = usedHeap() - before;
      assertThat(table.memoryBytes())
          .as("%d entries of %d bytes", table.entries(), valueBytes)
          .isCloseTo(held, Percentage.withPercentage(15));
    }
  }

  @Test
  void largeValuesAreAllocatedOnceAndCounted() {
    byte[] value = new byte[1 << 20];
    MemTable table = new MemTable(64 << 20, 10);
    add(table, new Random(3), 16, 100);
    long counted = table.memoryBytes();
    long before = allocated();
    for (int i = 2; i < 34; i++) {
      byte[] key = {(byte) i};
      table.add(key, 0, 1, i, EntryKind.PUT, value, 0, value.length, MemTableModel.HASH.hash(key));
    }
    long used = allocated() - before;
    assertThat(table.memoryBytes() - counted).isCloseTo(used, Percentage.withPercentage(2));
  }

  @Test
  void aGetAllocatesTheValueAndNothingElse() {
    MemTable table = new MemTable(16 << 20, 0);
    byte[][] present = new byte[20_000][];
    byte[][] absent = new byte[20_000][];
    long[] hashes = new long[20_000];
    long[] absentHashes = new long[20_000];
    Random random = new Random(4);
    for (int i = 0; i < present.length; i++) {
      present[i] = add(table, random, 16, 100);
      hashes[i] = MemTableModel.HASH.hash(present[i]);
      absent[i] = ByteBuffer.allocate(16).putLong(random.nextLong()).array();
      absentHashes[i] = MemTableModel.HASH.hash(absent[i]);
    }
    lookUp(table, present, hashes);
    long before = allocated();
    int found = lookUp(table, present, hashes);
    long used = allocated() - before;
    assertThat(found).isEqualTo(present.length);
    assertThat(used).isBetween(20_000L * 100, 20_000L * 120 + 20_000);
    lookUp(table, absent, absentHashes);
    before = allocated();
    found = lookUp(table, absent, absentHashes);
    used = allocated() - before;
    assertThat(found).isZero();
    assertThat(used).isLessThan(20_000);
  }

  private static int lookUp(MemTable table, byte[][] keys, long[] hashes) {
    int found = 0;
    for (int i = 0; i < keys.length; i++) {
      if (table.mightContain(hashes[i])
          && table.get(keys[i], hashes[i], 30_000, ValueForm.COPY) != null) {
        found++;
      }
    }
    return found;
  }

  private static byte[] add(MemTable table, Random random, int keyBytes, int valueBytes) {
    byte[] key = new byte[keyBytes];
    random.nextBytes(key);
    table.add(
        key,
        0,
        keyBytes,
        table.lastSequence() + 1,
        EntryKind.PUT,
        new byte[valueBytes],
        0,
        valueBytes,
        MemTableModel.HASH.hash(key));
    return key;
  }

  private static long allocated() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private static long usedHeap() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
