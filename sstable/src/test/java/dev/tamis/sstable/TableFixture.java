package dev.tamis.sstable;

import dev.tamis.filter.KeyHash;
import dev.tamis.storage.AppendableFile;
import dev.tamis.storage.CrashDirectory;
import dev.tamis.storage.ReadableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.NavigableSet;
import java.util.TreeSet;

/** A directory in memory with what tables need around them. */
final class TableFixture {
  static final KeyHash HASH = KeyHash.xxh64(0x5EED);
  static final String NAME = "7.sst";
  static final long FILE_ID = 0x1122334455667788L;

  final CrashDirectory directory = new CrashDirectory();
  final MemoryBudget memory;
  final TableContext context;
  final ReadCounters counters = new ReadCounters();

  TableFixture() {
    this(64 << 20);
  }

  TableFixture(long cacheBytes) {
    this(cacheBytes, HASH);
  }

  TableFixture(long cacheBytes, KeyHash hash) {
    memory = new MemoryBudget(cacheBytes);
    context = new TableContext(directory, memory, new OpenFiles(directory, 4), hash);
  }

  static TableOptions options(int block, int filterPartition, int indexPartition, double bits) {
    return new TableOptions(
        block, filterPartition, indexPartition, bits, FilterKind.LINES, Compression.NONE);
  }

  static NavigableSet<Entry> model(Collection<Entry> entries) {
    NavigableSet<Entry> model = new TreeSet<>(Entry.ORDER);
    model.addAll(entries);
    return model;
  }

  /** Writes a table with the name and id of the fixture. */
  TableProperties write(TableOptions options, Collection<Entry> sorted) throws IOException {
    return write(NAME, FILE_ID, options, sorted);
  }

  TableProperties write(String name, long fileId, TableOptions options, Collection<Entry> sorted)
      throws IOException {
    try (TableWriter writer = TableWriter.create(directory, name, fileId, options, HASH)) {
      for (Entry e : sorted) {
        add(writer, e);
      }
      return writer.finish();
    }
  }

  static void add(TableWriter writer, Entry e) throws IOException {
    writer.add(e.key(), 0, e.key().length, e.sequence(), e.kind(), e.value(), 0, e.value().length);
  }

  Table open() throws IOException {
    return Table.open(context, NAME, FILE_ID, directory.size(NAME), true);
  }

  byte[] get(Table table, byte[] key, long sequence) throws IOException {
    return table.get(key, context.hash().hash(key), sequence, ValueForm.COPY, true, counters);
  }

  /** What a model answers: the same three values as {@link Table#get}. */
  static byte[] expected(NavigableSet<Entry> model, byte[] key, long sequence) {
    Entry e = model.ceiling(new Entry(key, sequence, EntryKind.PUT, new byte[0]));
    if (e == null || !Arrays.equals(e.key(), key)) {
      return null;
    }
    return e.kind() == EntryKind.DELETE ? Table.TOMBSTONE : e.value();
  }

  static boolean same(byte[] expected, byte[] actual) {
    if (expected == null || expected == Table.TOMBSTONE || actual == Table.TOMBSTONE) {
      return expected == actual;
    }
    return Arrays.equals(expected, actual);
  }

  byte[] bytes() throws IOException {
    return bytes(NAME);
  }

  byte[] bytes(String name) throws IOException {
    try (ReadableFile file = directory.open(name)) {
      byte[] bytes = new byte[(int) file.size()];
      file.readFully(0, ByteBuffer.wrap(bytes));
      return bytes;
    }
  }

  /** A fresh fixture whose table file has these bytes. */
  static TableFixture withBytes(byte[] bytes) throws IOException {
    TableFixture fixture = new TableFixture();
    try (AppendableFile file = fixture.directory.create(NAME)) {
      file.append(bytes, 0, bytes.length);
    }
    return fixture;
  }
}
