package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A cached read allocates its result and nothing else. */
class TableAllocationTest {
  private static final int READS = 20_000;
  private static final int VALUE_BYTES = 100;

  private static byte[] key(int i) {
    return new byte[] {'k', 'e', 'y', (byte) (i >> 16), (byte) (i >> 8), (byte) i};
  }

  private long sink;

  private long allocatedBy(Table table, TableFixture fixture, byte[][] keys) throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < READS; i++) {
      byte[] key = keys[i % keys.length];
      byte[] value =
          table.get(
              key,
              fixture.context.hash().hash(key),
              1 << 30,
              ValueForm.COPY,
              true,
              fixture.counters);
      sink += value == null ? 1 : value.length;
    }
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void absentKeysCostNothingAndHitsTheirValue() throws IOException {
    TableFixture fixture = new TableFixture();
    List<Entry> entries = new ArrayList<>();
    byte[][] present = new byte[1000][];
    byte[][] absent = new byte[1000][];
    for (int i = 0; i < 5000; i++) {
      entries.add(Entry.put(key(2 * i), i, new byte[VALUE_BYTES]));
    }
    for (int i = 0; i < 1000; i++) {
      present[i] = key(10 * i);
      absent[i] = key(9 * i + (i % 2 == 0 ? 1 : 0));
    }
    fixture.write(
        new TableOptions(4096, 1024, 256, 10, FilterKind.LINES, Compression.LZ4), entries);
    Table table = fixture.open();
    for (int warmUp = 0; warmUp < 3; warmUp++) {
      allocatedBy(table, fixture, present);
      allocatedBy(table, fixture, absent);
    }
    // One array header and 100 bytes, rounded up to 8.
    long perHit = 120;
    // Leave room for what the runtime itself does on this thread, far below a byte per read.
    assertThat(allocatedBy(table, fixture, absent)).isLessThan(READS / 4);
    assertThat(allocatedBy(table, fixture, present))
        .isBetween(perHit * READS, perHit * READS + READS / 4);
    assertThat(sink).isPositive();
  }
}
