package dev.tamis.engine;

import dev.tamis.filter.KeyHash;
import dev.tamis.micro.Entries;
import dev.tamis.micro.ScratchDirectory;
import dev.tamis.sstable.Compression;
import dev.tamis.sstable.EntryCursor;
import dev.tamis.sstable.EntryKind;
import dev.tamis.sstable.MemoryBudget;
import dev.tamis.sstable.OpenFiles;
import dev.tamis.sstable.Table;
import dev.tamis.sstable.TableContext;
import dev.tamis.sstable.TableOptions;
import dev.tamis.sstable.TableProperties;
import dev.tamis.sstable.TableWriter;
import dev.tamis.storage.Directory;
import java.io.Closeable;
import java.io.IOException;

/**
 * Four tables of 25,000 entries each, whose random keys interleave: neighbours in the key space are
 * in one table only by chance, which is the most work a merge can have.
 */
final class Tables implements Closeable {
  static final int RUNS = 4;
  static final int ENTRIES = 100_000;

  private static final KeyHash HASH = KeyHash.xxh64(42);
  private static final long CACHE_BYTES = 64 << 20;

  private final ScratchDirectory scratch = ScratchDirectory.create();
  private final Directory directory = scratch.files();
  private final OpenFiles files = new OpenFiles(directory, 64);
  private final Table[] tables = new Table[RUNS];
  private final TableOutputs outputs;

  Tables(Compression compression) throws IOException {
    TableOptions standard = TableOptions.DEFAULT;
    TableOptions options =
        new TableOptions(
            standard.blockSizeBytes(),
            standard.filterPartitionBytes(),
            standard.indexPartitionBytes(),
            standard.filterBitsPerKey(),
            standard.filterKind(),
            compression);
    TableContext context = new TableContext(directory, new MemoryBudget(CACHE_BYTES), files, HASH);
    for (int run = 0; run < RUNS; run++) {
      tables[run] = write(context, options, run);
    }
    outputs =
        new TableOutputs(Environment.system(directory), new FileNumbers(RUNS + 1), options, HASH);
  }

  private Table write(TableContext context, TableOptions options, int run) throws IOException {
    String name = FileNames.table(run + 1);
    int perRun = ENTRIES / RUNS;
    TableProperties written;
    try (TableWriter writer = TableWriter.create(directory, name, run + 1, options, HASH)) {
      for (byte[] key : Entries.sortedKeys(run * perRun, (run + 1) * perRun)) {
        int value = Entries.valueOffset(key[0]);
        writer.add(
            key,
            0,
            key.length,
            run + 1,
            EntryKind.PUT,
            Entries.values(),
            value,
            Entries.VALUE_BYTES);
      }
      written = writer.finish();
    }
    return Table.open(context, name, written.fileId(), written.sizeBytes(), false);
  }

  /** A cursor over table {@code run}. */
  EntryCursor cursor(int run, boolean fillCache) {
    return tables[run].cursor(fillCache);
  }

  /** A cursor over all of them. */
  EntryCursor merged(boolean fillCache) {
    EntryCursor[] cursors = new EntryCursor[RUNS];
    for (int run = 0; run < RUNS; run++) {
      cursors[run] = cursor(run, fillCache);
    }
    return new MergingCursor(cursors);
  }

  TableOutput output() {
    return outputs.open(
        Long.MAX_VALUE, FilterChoice.ofLines(Options.defaults().filterBitsPerKey()));
  }

  /** Removes what an output has written. */
  void remove(TableFile table) throws IOException {
    directory.delete(FileNames.tableTemp(table.number()));
  }

  @Override
  public void close() throws IOException {
    for (Table table : tables) {
      table.close();
    }
    files.close();
    scratch.close();
  }
}
