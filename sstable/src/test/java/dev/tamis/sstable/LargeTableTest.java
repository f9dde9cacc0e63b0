package dev.tamis.sstable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tamis.storage.LittleEndian;
import dev.tamis.storage.SparseDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Offsets beyond what an int and what an unsigned int can hold. */
class LargeTableTest {
  private static final int ENTRIES = 38;
  private static final int VALUE_BYTES = 128 << 20;

  private static byte[] key(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  /** Between the large values stand small ones, in ordinary blocks at large offsets. */
  @Test
  void caseK9_aTableOfMoreThanFourGigabytes() throws IOException {
    SparseDirectory directory = new SparseDirectory();
    TableOptions options = TableFixture.options(4096, 64, 128, 10);
    byte[] large = new byte[VALUE_BYTES];
    byte[] small = new byte[40];
    try (TableWriter writer =
        TableWriter.create(
            directory, TableFixture.NAME, TableFixture.FILE_ID, options, TableFixture.HASH)) {
      for (int i = 0; i < ENTRIES; i++) {
        LittleEndian.putLong(large, 0, i);
        LittleEndian.putLong(small, 0, i);
        writer.add(key(2L * i), 0, 8, 1, EntryKind.PUT, large, 0, large.length);
        writer.add(key(2L * i + 1), 0, 8, 1, EntryKind.PUT, small, 0, small.length);
      }
      assertThat(writer.finish().sizeBytes()).isGreaterThan(19L << 28);
    }
    long size = directory.size(TableFixture.NAME);
    assertThat(size).isGreaterThan(1L << 32);
    TableContext context =
        new TableContext(
            directory, new MemoryBudget(1 << 20), new OpenFiles(directory, 4), TableFixture.HASH);
    ReadCounters counters = new ReadCounters();
    try (Table table = Table.open(context, TableFixture.NAME, TableFixture.FILE_ID, size, true);
        EntryCursor cursor = table.cursor(true)) {
      for (int i : new int[] {0, 15, 16, 31, 32, ENTRIES - 1}) {
        byte[] value = get(table, context, key(2L * i + 1), counters);
        assertThat(LittleEndian.getLong(value, 0)).isEqualTo(i);
        cursor.seek(key(2L * i + 1), 0, 8, Long.MAX_VALUE >>> 8);
        assertThat(cursor.isValid()).isTrue();
        assertThat(LittleEndian.getLong(cursor.valueBytes(), cursor.valueOffset())).isEqualTo(i);
        assertThat(get(table, context, key(2L * ENTRIES + i), counters)).isNull();
      }
      byte[] last = get(table, context, key(2L * (ENTRIES - 1)), counters);
      assertThat(last).hasSize(VALUE_BYTES);
      assertThat(LittleEndian.getLong(last, 0)).isEqualTo(ENTRIES - 1);
    }
  }

  private static byte[] get(Table table, TableContext context, byte[] key, ReadCounters counters)
      throws IOException {
    return table.get(
        key, context.hash().hash(key), Long.MAX_VALUE >>> 8, ValueForm.COPY, true, counters);
  }
}
