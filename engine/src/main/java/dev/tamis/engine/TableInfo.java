package dev.tamis.engine;

import dev.tamis.sstable.ReadCounters;
import java.util.ArrayList;
import java.util.List;

/**
 * One table and what its filter did since it came to its level or the store was opened.
 *
 * @param level where it is
 * @param name of its file
 * @param bytes its size on disk
 * @param entries versions and tombstones in it
 * @param filterBytes size of its filter on disk, with the header line of each partition
 * @param bitsPerKey filter bits for each distinct key as built, 0 without a filter
 * @param expectedFilterRate false-positive rate it was built for, 1 without a filter
 * @param filterChecks lookups that asked the filter
 * @param filterNegatives of these, answered "absent"
 * @param filterTruePositives answered "maybe", and some version of the key was there
 * @param filterTombstones of these true positives, those that met a delete
 * @param filterInvisibles of these true positives, those that met only versions too new to be seen
 * @param filterFalsePositives answered "maybe", and the key was not there
 * @param noFilterSearches lookups that searched the table without asking a filter
 * @param searchesIgnoringFilter of these, because the read wanted no filter to be asked
 * @param searchesPastDamage of these, because the filter's partition is damaged
 * @param corruptFilters filter partitions found damaged and treated as "maybe"
 * @param filterPartitionLoads filter partitions read from the file
 */
public record TableInfo(
    int level,
    String name,
    long bytes,
    long entries,
    long filterBytes,
    double bitsPerKey,
    double expectedFilterRate,
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
    long filterPartitionLoads) {

  /** How far a filter may be from the rate it was built for: partitions of a few keys are. */
  private static final double SLACK = 1.15;

  /** Natural logarithm of one in a million, negated. */
  private static final double SURE = 13.8;

  static List<TableInfo> of(Version version) {
    List<TableInfo> tables = new ArrayList<>();
    for (int level = 0; level < Version.LEVELS; level++) {
      for (TableFile.Open open : version.tables(level)) {
        tables.add(of(level, open.file(), open.counters().snapshot()));
      }
    }
    return tables;
  }

  private static TableInfo of(int level, TableFile file, ReadCounters.Snapshot counts) {
    return new TableInfo(
        level,
        file.name(),
        file.sizeBytes(),
        file.entries(),
        file.filterBytes(),
        file.filterBitsPerKey(),
        file.expectedFilterRate(),
        counts.filterChecks(),
        counts.filterNegatives(),
        counts.filterTruePositives(),
        counts.filterTombstones(),
        counts.filterInvisibles(),
        counts.filterFalsePositives(),
        counts.noFilterSearches(),
        counts.searchesIgnoringFilter(),
        counts.searchesPastDamage(),
        counts.corruptFilters(),
        counts.filterPartitionLoads());
  }

  /**
   * Whether the filter lets more through than it was built for, by more than chance explains once
   * in a million. Reasons: absent keys that were chosen to pass, or one such key asked for again
   * and again; a hash that does not suit the keys.
   *
   * <p>The chance of k false positives or more among n lookups for absent keys at a rate p is at
   * most exp(-n D), where D is the divergence of k/n from p (Chernoff's bound of the binomial
   * tail).
   */
  public boolean filterRateDrifts() {
    double absent = filterNegatives + filterFalsePositives;
    double expected = Math.min(1, SLACK * expectedFilterRate);
    double measured = absent == 0 ? 0 : filterFalsePositives / absent;
    if (measured <= expected) {
      return false;
    }
    double divergence =
        measured * Math.log(measured / expected)
            + (measured == 1 ? 0 : (1 - measured) * Math.log((1 - measured) / (1 - expected)));
    return absent * divergence > SURE;
  }
}
