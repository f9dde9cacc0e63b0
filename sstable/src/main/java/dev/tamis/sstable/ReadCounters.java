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
  private final LongAdder filterTombstones = new LongAdder();
  private final LongAdder filterInvisibles = new LongAdder();
  private final LongAdder filterFalsePositives = new LongAdder();
  private final LongAdder filterFailedSearches = new LongAdder();
  private final LongAdder searchesWithoutFilter = new LongAdder();
  private final LongAdder searchesIgnoringFilter = new LongAdder();
  private final LongAdder searchesPastDamage = new LongAdder();
  private final LongAdder noFilterFailedSearches = new LongAdder();
  private final LongAdder corruptFilters = new LongAdder();
  private final LongAdder filterPartitionLoads = new LongAdder();
  private final LongAdder dataBlockReads = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();

  /** The filter said "absent"; nothing else was touched. */
  void filterNegative() {
    filterNegatives.increment();
  }

  /**
   * A search ended.
   *
   * @param answer of the filter before it
   * @param found whether there is any version of the key
   * @param value what the read returns
   */
  void searched(int answer, boolean found, byte[] value) {
    if (answer != FilterSlots.MAYBE) {
      unfiltered(answer).increment();
    } else if (!found) {
      filterFalsePositives.increment();
    } else if (value == null) {
      filterInvisibles.increment();
    } else if (value == Table.TOMBSTONE) {
      filterTombstones.increment();
    } else {
      filterTruePositives.increment();
    }
  }

  private LongAdder unfiltered(int answer) {
    return switch (answer) {
      case FilterSlots.NONE -> searchesWithoutFilter;
      case FilterSlots.IGNORED -> searchesIgnoringFilter;
      default -> searchesPastDamage;
    };
  }

  /** A search threw. */
  void searchFailed(int answer) {
    if (answer == FilterSlots.MAYBE) {
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
    long tombstones = filterTombstones.sum();
    long invisibles = filterInvisibles.sum();
    long found = filterTruePositives.sum() + tombstones + invisibles;
    long wasted = filterFalsePositives.sum();
    long failed = filterFailedSearches.sum();
    long ignoring = searchesIgnoringFilter.sum();
    long pastDamage = searchesPastDamage.sum();
    long unfiltered = searchesWithoutFilter.sum() + ignoring + pastDamage;
    long unfilteredFailed = noFilterFailedSearches.sum();
    long completed = found + wasted + unfiltered;
    return new Snapshot(
        negatives + found + wasted + failed,
        negatives,
        found,
        tombstones,
        invisibles,
        wasted,
        unfiltered + unfilteredFailed,
        ignoring,
        pastDamage,
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
   * @param filterTombstones of the true positives, those that met a delete
   * @param filterInvisibles of the true positives, those that met only versions too new to be seen
   * @param filterFalsePositives checks that answered "maybe" where it holds none
   * @param noFilterSearches reads that went to the index without asking a filter
   * @param searchesIgnoringFilter of these, because the read wanted no filter to be asked
   * @param searchesPastDamage of these, because the filter's partition is damaged
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
      long filterTombstones,
      long filterInvisibles,
      long filterFalsePositives,
      long noFilterSearches,
      long searchesIgnoringFilter,
      long searchesPastDamage,
      long corruptFilters,
      long filterPartitionLoads,
      long indexSearches,
      long dataBlockSearches,
      long dataBlockReads,
      long bytesRead) {

    /** Before anything was read. */
    public static final Snapshot NONE = new Snapshot(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** The sum of both, field by field. */
    public Snapshot plus(Snapshot other) {
      return new Snapshot(
          filterChecks + other.filterChecks,
          filterNegatives + other.filterNegatives,
          filterTruePositives + other.filterTruePositives,
          filterTombstones + other.filterTombstones,
          filterInvisibles + other.filterInvisibles,
          filterFalsePositives + other.filterFalsePositives,
          noFilterSearches + other.noFilterSearches,
          searchesIgnoringFilter + other.searchesIgnoringFilter,
          searchesPastDamage + other.searchesPastDamage,
          corruptFilters + other.corruptFilters,
          filterPartitionLoads + other.filterPartitionLoads,
          indexSearches + other.indexSearches,
          dataBlockSearches + other.dataBlockSearches,
          dataBlockReads + other.dataBlockReads,
          bytesRead + other.bytesRead);
    }
  }
}
