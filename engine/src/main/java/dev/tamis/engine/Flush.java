package dev.tamis.engine;

import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Turns a frozen memtable into a level 0 table: sync the logs that hold it, write the table, record
 * it in the manifest and take the memtable out of the view, delete the logs.
 *
 * <p>The logs are synced first so that no table ever holds a write that the logs could still lose:
 * a power cut would otherwise leave an unrecorded table that is ahead of the recovered store.
 */
final class Flush {
  private final VersionSet versions;
  private final WriteAheadLog log;
  private final LogSync logSync;
  private final Snapshots snapshots;
  private final LongSupplier visibleSequence;
  private final TableOutputs outputs;
  private final FilterBudget filterBudget;
  private final StoreCounters counters;

  Flush(
      VersionSet versions,
      WriteAheadLog log,
      LogSync logSync,
      Snapshots snapshots,
      LongSupplier visibleSequence,
      TableOutputs outputs,
      FilterBudget filterBudget,
      StoreCounters counters) {
    this.versions = versions;
    this.log = log;
    this.logSync = logSync;
    this.snapshots = snapshots;
    this.visibleSequence = visibleSequence;
    this.outputs = outputs;
    this.filterBudget = filterBudget;
    this.counters = counters;
  }

  void run(MemTables.Frozen frozen, List<String> keptLogs, Cancellation cancellation)
      throws IOException {
    logSync.await(frozen.lastSequence());
    FilterChoice filter =
        filterBudget.forFlush(versions.view().version(), frozen.table().entries());
    TableOutput output = outputs.open(Long.MAX_VALUE, filter);
    try {
      // Older versions of a key may be in any table, so a flush never forgets a delete.
      SurvivorCursor survivors =
          new SurvivorCursor(
              frozen.table().cursor(),
              snapshots.boundaries(visibleSequence),
              (key, offset, length) -> false);
      output.addAll(survivors, cancellation);
      VersionEdit edit = new VersionEdit();
      output.finish().forEach(table -> edit.add(0, table));
      edit.flushedSequence = frozen.lastSequence();
      edit.firstLog = frozen.lastLog() + 1;
      versions.publish(output, edit, frozen.table());
      counters.droppedVersions.add(survivors.shadowedEntries());
    } catch (IOException | RuntimeException | Error e) {
      versions.abandon(output, e);
      throw e;
    }
    counters.flushes.increment();
    counters.tableBytesWritten.add(output.tables().stream().mapToLong(TableFile::sizeBytes).sum());
    versions.obsolete().delete(keptLogs);
    versions.obsolete().delete(log.retire(frozen.lastLog()));
  }
}
