package dev.tamis.engine;

import dev.tamis.sstable.EntryCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** A sorted run of tables in memory, cut between user keys at random places. */
final class TestRun implements SortedRun {
  private final List<TreeSet<TestEntry>> tables = new ArrayList<>();
  private final List<ListCursor> opened = new ArrayList<>();
  private final BooleanSupplier fails;

  TestRun(Collection<TestEntry> entries, Random random, BooleanSupplier fails) {
    this.fails = fails;
    byte[] lastKey = null;
    for (TestEntry entry : new TreeSet<>(entries)) {
      boolean newKey = !Arrays.equals(lastKey, entry.key);
      if (tables.isEmpty() || (newKey && random.nextInt(10) == 0)) {
        tables.add(new TreeSet<>());
      }
      tables.get(tables.size() - 1).add(entry);
      lastKey = entry.key;
    }
  }

  List<ListCursor> opened() {
    return opened;
  }

  @Override
  public int tables() {
    return tables.size();
  }

  @Override
  public int findTable(byte[] key, int offset, int length) {
    int table = 0;
    while (table < tables.size()) {
      byte[] largest = tables.get(table).last().key;
      if (Arrays.compareUnsigned(largest, 0, largest.length, key, offset, offset + length) >= 0) {
        break;
      }
      table++;
    }
    return table;
  }

  @Override
  public EntryCursor open(int table) throws IOException {
    if (!opened.isEmpty() && opened.get(opened.size() - 1).closes() != 1) {
      throw new AssertionError("the table before is open still");
    }
    if (fails.getAsBoolean()) {
      throw new IOException("injected");
    }
    ListCursor cursor = new ListCursor(tables.get(table), fails);
    opened.add(cursor);
    return cursor;
  }
}
