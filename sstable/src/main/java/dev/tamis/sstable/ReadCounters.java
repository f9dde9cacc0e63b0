package dev.tamis.sstable;

import java.util.concurrent.atomic.LongAdder;

/**
 * What point reads did in a table or any group of tables. Safe for any number of threads; a
 * snapshot taken while reads run may miss the newest of them.
 *
 * <p>A search bumps one counter, the one of its outcome, since each bump is an atomic operation on
 * the hot path; the totals in the snapshot are sums of outcomes. So the identities hold by
 * construction: checks = negatives + true positives + false positives + failures after a "maybe".
 */
public final class ReadCounters {
  private final LongAdder filterNegatives = new LongAdder();
  private final LongAdder filterTruePositives = new LongAdder();
  private final LongAdder filterFalsePositives = new LongAdder();
  private final LongAdder filterFailedSearches = new LongAdder();
  private final LongAdder noFilterSearches = new LongAdder();
  private final LongAdder noFilterFailedSearches = new LongAdder();
  private final LongAdder corruptFilters = new LongAdder();
  private final LongAdder filterPartitionLoads = new LongAdder();
  private final LongAdder dataBlockReads = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();

  /** The filter said "absent"; nothing else was touched. */
  void filterNegative() {
    filterNegatives.increment();
  }

  /** A search ended: {@code filtered} if a filter was asked first, {@code found} any version. */
  void searched(boolean filtered, boolean found) {
    if (!filtered) {
      noFilterSearches.increment();
    } else if (found) {
      filterTruePositives.increment();
    } else {
      filterFalsePositives.increment();
    }
  }

  /** A search threw. */
  void searchFailed(boolean filtered) {
    if (filtered) {
      filterFailedSearches.increment();
    } else {
      noFilterFailedSearches.increment();
    }
  }

  void corruptFilter() {
    corruptFilters.increment();
  }

  void filterPartitionLoad(long sizeBytes) {
    filterPartitionLoads.increment();
    bytesRead.add(sizeBytes);
  }

  void dataBlockRead(long sizeBytes) {
    dataBlockReads.increment();
    bytesRead.add(sizeBytes);
  }

  void indexPartitionRead(long sizeBytes) {
    bytesRead.add(sizeBytes);
  }

  /** The counts so far. */
  public Snapshot snapshot() {
    long negatives = filterNegatives.sum();
    long found = filterTruePositives.sum();
    long wasted = filterFalsePositives.sum();
    long failed = filterFailedSearches.sum();
    long unfiltered = noFilterSearches.sum();
    long unfilteredFailed = noFilterFailedSearches.sum();
    long completed = found + wasted + unfiltered;
    return new Snapshot(
        negatives + found + wasted + failed,
        negatives,
        found,
        wasted,
        unfiltered + unfilteredFailed,
        corruptFilters.sum(),
        filterPartitionLoads.sum(),
        completed + failed + unfilteredFailed,
        completed,
        dataBlockReads.sum(),
        bytesRead.sum());
  }

  /**
   * Counts at one moment.
   *
   * @param filterChecks reads that asked a filter
   * @param filterNegatives checks that answered "absent"
   * @param filterTruePositives checks that answered "maybe" where the table holds some version of
   *     the key, be it a tombstone or too new to be seen
   * @param filterFalsePositives checks that answered "maybe" where it holds none
   * @param noFilterSearches reads that went to the index without asking a filter
   * @param corruptFilters filter partitions found damaged and ignored since
   * @param filterPartitionLoads filter partitions read from a file
   * @param indexSearches searches that went to an index partition
   * @param dataBlockSearches searches that went through a data block to their end
   * @param dataBlockReads data blocks read from a file
   * @param bytesRead bytes read from files, filters, indexes and data blocks together
   */
  public record Snapshot(
      long filterChecks,
      long filterNegatives,
      long filterTruePositives,
      long filterFalsePositives,
      long noFilterSearches,
      long corruptFilters,
      long filterPartitionLoads,
      long indexSearches,
      long dataBlockSearches,
      long dataBlockReads,
      long bytesRead) {

    /** Before anything was read. */
    public static final Snapshot NONE = new Snapshot(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** The sum of both, field by field. */
    public Snapshot plus(Snapshot other) {
      return new Snapshot(
          filterChecks + other.filterChecks,
          filterNegatives + other.filterNegatives,
          filterTruePositives + other.filterTruePositives,
          filterFalsePositives + other.filterFalsePositives,
          noFilterSearches + other.noFilterSearches,
          corruptFilters + other.corruptFilters,
          filterPartitionLoads + other.filterPartitionLoads,
          indexSearches + other.indexSearches,
          dataBlockSearches + other.dataBlockSearches,
          dataBlockReads + other.dataBlockReads,
          bytesRead + other.bytesRead);
    }
  }
}
