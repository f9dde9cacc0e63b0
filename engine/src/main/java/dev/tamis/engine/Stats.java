package dev.tamis.engine;

/**
 * Exact totals since the store was opened. Taken while others read and write, the numbers are each
 * right but may be a few operations apart.
 *
 * @param gets point reads
 * @param memtableFilterChecks memtables asked through their filter
 * @param memtableFilterNegatives of these, answered "absent"
 * @param memtableHits point reads answered by a memtable (a value or a tombstone)
 * @param runsConsidered tables of level 0 and levels below that point reads came to: each was
 *     skipped by its range, or denied by a filter, or searched
 * @param runsSkippedByRange of these, passed over because no table there has the key in its range
 * @param writes batches committed, single puts and deletes among them
 * @param operations puts and deletes in them
 * @param logRecords log records they were grouped into
 * @param logBytes bytes appended to logs
 * @param logSyncs syncs of logs
 * @param flushes memtables written to tables
 * @param compactions merges of tables, moves among levels not counted
 * @param trivialMoves tables moved one level down without rewriting
 * @param tableBytesWritten bytes of the tables written by flushes and compactions
 * @param droppedTombstones deletes that compaction could forget
 * @param droppedVersions overwritten or deleted versions that compaction dropped
 * @param failedDeletes obsolete files that could not be closed or, so far, deleted
 * @param openCursors cursors not closed
 * @param leakedCursors cursors that were forgotten; their tables were kept until now
 * @param openSnapshots snapshots not closed
 * @param openFiles table handles open now
 * @param memtableBytes memory of the memtables now
 * @param cacheBytes memory of cached blocks, partitions and fences now
 * @param filterMemoryBytes the part of it that is filter partitions
 * @param filterEvictions filter partitions that had to make room for something else
 * @param driftingFilters tables whose filter lets more through than it was built for, see {@link
 *     TableInfo#filterRateDrifts}
 * @param lz4 which LZ4 codec is in use
 */
public record Stats(
    long gets,
    long memtableFilterChecks,
    long memtableFilterNegatives,
    long memtableHits,
    long runsConsidered,
    long runsSkippedByRange,
    long writes,
    long operations,
    long logRecords,
    long logBytes,
    long logSyncs,
    long flushes,
    long compactions,
    long trivialMoves,
    long tableBytesWritten,
    long droppedTombstones,
    long droppedVersions,
    long failedDeletes,
    int openCursors,
    long leakedCursors,
    int openSnapshots,
    int openFiles,
    long memtableBytes,
    long cacheBytes,
    long filterMemoryBytes,
    long filterEvictions,
    int driftingFilters,
    String lz4) {}
