package dev.tamis.engine;

import dev.tamis.sstable.EntryCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Carries out a compaction: merge the inputs, keep what somebody can still see, write new tables
 * with filters built from the keys that survive, sync, record, publish. The inputs are deleted when
 * the last view that reads them goes.
 */
final class CompactionRun {
  private final VersionSet versions;
  private final Snapshots snapshots;
  private final LongSupplier visibleSequence;
  private final TableOutputs outputs;
  private final FilterBudget filterBudget;
  private final long tableBytes;
  private final StoreCounters counters;

  CompactionRun(
      VersionSet versions,
      Snapshots snapshots,
      LongSupplier visibleSequence,
      TableOutputs outputs,
      FilterBudget filterBudget,
      long tableBytes,
      StoreCounters counters) {
    this.versions = versions;
    this.snapshots = snapshots;
    this.visibleSequence = visibleSequence;
    this.outputs = outputs;
    this.filterBudget = filterBudget;
    this.tableBytes = tableBytes;
    this.counters = counters;
  }

  /** Requires: the plan's tables are in the current version, and no other compaction runs. */
  void run(Compaction plan, Cancellation cancellation) throws IOException {
    if (plan.isTrivialMove()) {
      versions.apply(plan.edit().add(plan.outputLevel(), plan.upper().get(0).file()), null);
      counters.trivialMoves.increment();
      return;
    }
    ReadView view = versions.pin();
    try {
      merge(plan, view.version(), cancellation);
      counters.compactions.increment();
    } finally {
      versions.unpin(view.version());
    }
  }

  private void merge(Compaction plan, Version version, Cancellation cancellation)
      throws IOException {
    TableOutput output = outputs.open(tableBytes, filterBudget.forCompaction(version, plan));
    try (EntryCursor merged = new MergingCursor(inputs(plan))) {
      SurvivorCursor survivors =
          new SurvivorCursor(
              merged,
              snapshots.boundaries(visibleSequence),
              (key, offset, length) ->
                  nothingBelow(version, plan.outputLevel(), key, offset, length));
      output.addAll(survivors, cancellation);
      VersionEdit edit = plan.edit();
      for (TableFile table : output.finish()) {
        edit.add(plan.outputLevel(), table);
        counters.tableBytesWritten.add(table.sizeBytes());
      }
      versions.publish(output, edit, null);
      counters.droppedTombstones.add(survivors.droppedTombstones());
      counters.droppedVersions.add(survivors.shadowedEntries());
    } catch (IOException | RuntimeException | Error e) {
      versions.abandon(output, e);
      throw e;
    }
  }

  private static EntryCursor[] inputs(Compaction plan) {
    List<EntryCursor> cursors = new ArrayList<>();
    if (plan.level() == 0) {
      plan.upper().forEach(table -> cursors.add(table.table().cursor(false)));
    } else {
      cursors.add(new LevelCursor(new LevelRun(new Level(plan.upper()), false)));
    }
    if (!plan.lower().isEmpty()) {
      cursors.add(new LevelCursor(new LevelRun(new Level(plan.lower()), false)));
    }
    return cursors.toArray(EntryCursor[]::new);
  }

  /** Whether no deeper level can hold an older version of a key. */
  private static boolean nothingBelow(
      Version version, int outputLevel, byte[] key, int offset, int length) {
    for (int level = outputLevel + 1; level < Version.LEVELS; level++) {
      if (version.run(level).mayHold(key, offset, length)) {
        return false;
      }
    }
    return true;
  }
}
