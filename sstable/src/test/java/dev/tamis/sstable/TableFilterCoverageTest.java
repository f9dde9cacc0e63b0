package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every key passes the filter partition that the read path asks, whatever was cut where. */
class TableFilterCoverageTest {
  private static final byte[][] UNIVERSE = {
    {}, {0}, {0, 0}, {1}, {1, (byte) 0xFF}, {2}, {(byte) 0xFF}, {(byte) 0xFF, (byte) 0xFF}
  };

  @Test
  void everySubsetOfEightKeysUnderEveryCut() throws IOException {
    for (int subset = 1; subset < 256; subset++) {
      // A value of this size fills a block; each subset of keys has such a value, so that over all
      // of them a block, and with it a partition, ends before or after any key.
      for (int full = subset; ; full = (full - 1) & subset) {
        if (Integer.bitCount(full) <= 2 || full == subset) {
          check(subset, full);
        }
        if (full == 0) {
          break;
        }
      }
    }
  }

  private static void check(int subset, int full) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < UNIVERSE.length; i++) {
      if ((subset >> i & 1) != 0) {
        byte[] value = new byte[(full >> i & 1) != 0 ? 80 : 0];
        entries.add(Entry.put(UNIVERSE[i], 2, value));
        if (i % 3 == 0) {
          entries.add(Entry.delete(UNIVERSE[i], 1));
        }
      }
    }
    TableFixture fixture = new TableFixture();
    // 100 bits per key are capped at 24: 64 bytes of lines take 21 keys, so cut by index bytes.
    fixture.write(TableFixture.options(64, 64, 64, 24), entries);
    try (Table table = fixture.open()) {
      String what = "subset=" + subset + " full=" + full;
      table.verify();
      for (int i = 0; i < UNIVERSE.length; i++) {
        boolean present = (subset >> i & 1) != 0;
        assertThat(fixture.get(table, UNIVERSE[i], 9) != null).as(what).isEqualTo(present);
        boolean deleted = present && i % 3 == 0;
        byte[] old = fixture.get(table, UNIVERSE[i], 1);
        assertThat(old == Table.TOMBSTONE).as(what).isEqualTo(deleted);
      }
    }
  }

  @Test
  void keysAroundEveryPartitionBorder() throws IOException {
    for (int perPartition : new int[] {1, 2, 5}) {
      List<Entry> entries = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        byte[] key = Arrays.copyOf(new byte[] {(byte) (i >> 5), (byte) (i << 3)}, 2 + i % 3);
        entries.add(Entry.put(key, i, new byte[64 / perPartition]));
      }
      TableFixture fixture = new TableFixture();
      TableProperties p = fixture.write(TableFixture.options(64, 64, 64, 24), entries);
      assertThat(p.filterPartitions()).isGreaterThan(8);
      try (Table table = fixture.open()) {
        table.verify();
        TopIndex top = table.top();
        for (int fence = 0; fence < top.count(); fence++) {
          byte[] separator = top.separator(fence);
          byte[] behind = Arrays.copyOf(separator, separator.length + 1);
          assertThat(top.find(separator, 0, separator.length, 0)).isEqualTo(fence);
          assertThat(top.find(behind, 0, behind.length, 0)).isEqualTo(fence + 1);
        }
        for (Entry e : entries) {
          assertThat(fixture.get(table, e.key(), 1000)).isEqualTo(e.value());
        }
      }
    }
  }
}
