package dev.tamis.engine;

import dev.tamis.filter.KeyHash;
import dev.tamis.storage.CorruptionException;
import dev.tamis.wal.LogReader;
import dev.tamis.wal.LogWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Where the writes of a replayed log go: into a memtable, and whenever that is full into a table
 * under a temporary name, which nothing refers to until the caller records it.
 */
final class ReplayedWrites {
  private final KeyHash hash;
  private final Supplier<MemTable> memtables;
  private final long memtableBytes;
  private final TableOutputs outputs;
  private final long flushedSequence;
  private final List<TableOutput> tables = new ArrayList<>();
  private MemTable memtable;
  private long lastSequence;

  /** First sequence of the next record; unknown (0) at first where no manifest says it. */
  private long nextSequence;

  private long records;
  private long operations;

  /**
   * @param manifest says what is in tables already, and with that where the logs begin
   */
  ReplayedWrites(
      KeyHash hash,
      Supplier<MemTable> memtables,
      long memtableBytes,
      TableOutputs outputs,
      ManifestReader.Result manifest) {
    this.hash = hash;
    this.memtables = memtables;
    this.memtableBytes = memtableBytes;
    this.outputs = outputs;
    this.flushedSequence = manifest.flushedSequence();
    this.memtable = memtables.get();
    this.lastSequence = flushedSequence;
    this.nextSequence = manifest.end() == null ? 0 : lastSequence + 1;
  }

  /** The writes that are not in {@link #tables}. */
  MemTable memtable() {
    return memtable;
  }

  /** Outputs of full memtables, oldest first. */
  List<TableOutput> tables() {
    return tables;
  }

  /** Sequence of the last operation. */
  long lastSequence() {
    return lastSequence;
  }

  long records() {
    return records;
  }

  long operations() {
    return operations;
  }

  /**
   * Takes the record that a reader stands on.
   *
   * @param reasons is told of what may be missing in front of it
   * @throws CorruptionException if it is not the commit that follows the last one
   */
  void apply(String name, LogReader reader, List<String> reasons) throws IOException {
    if (nextSequence == 0) {
      startAt(name, reader.sequence(), reasons);
    }
    if (reader.type() != WriteAheadLog.TYPE_COMMIT || reader.sequence() != nextSequence) {
      throw new CorruptionException(
          name,
          reader.offset(),
          "log record",
          "a commit with first sequence " + nextSequence,
          "type " + reader.type() + " with first sequence " + reader.sequence());
    }
    BatchReader batch =
        new BatchReader(
            name,
            reader.offset() + LogWriter.HEADER_BYTES,
            reader.buffer(),
            reader.payloadOffset(),
            reader.payloadLength());
    if (memtable.memoryBytes() >= memtableBytes) {
      spill();
    }
    while (batch.next()) {
      long sequence = nextSequence++;
      if (sequence > flushedSequence) {
        add(batch, sequence);
      }
    }
    records++;
  }

  private void add(BatchReader batch, long sequence) {
    byte[] bytes = batch.bytes();
    memtable.add(
        bytes,
        batch.keyOffset(),
        batch.keyLength(),
        sequence,
        batch.kind(),
        bytes,
        batch.valueOffset(),
        batch.valueLength(),
        hash.hash(bytes, batch.keyOffset(), batch.keyLength()));
    lastSequence = sequence;
    operations++;
  }

  /**
   * Without a manifest the first log may be one whose writes are in tables already, and the newest
   * sequence in tables may be too low, since deletes vanish from them in the end.
   */
  private void startAt(String name, long firstSequence, List<String> reasons) {
    if (firstSequence > lastSequence + 1) {
      reasons.add(
          name
              + ": sequences "
              + (lastSequence + 1)
              + " to "
              + (firstSequence - 1)
              + " before it are in no table: deletes that were done with, or a table is missing");
    }
    nextSequence = firstSequence;
  }

  /** Puts what is in the memtable into a table. */
  void spill() throws IOException {
    if (memtable.entries() == 0) {
      return;
    }
    FilterChoice filter = FilterChoice.ofLines(outputs.options().filterBitsPerKey());
    TableOutput output = outputs.open(Long.MAX_VALUE, filter);
    tables.add(output);
    // No snapshot outlives a process, so only the newest version of a key matters.
    try (SurvivorCursor survivors =
        new SurvivorCursor(
            memtable.cursor(), new long[] {lastSequence}, (key, offset, length) -> false)) {
      output.addAll(survivors, new Cancellation());
    }
    output.finish();
    memtable = memtables.get();
  }
}
