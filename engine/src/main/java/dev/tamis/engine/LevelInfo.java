package dev.tamis.engine;

/**
 * One level of the tree and what its filters did since the store was opened.
 *
 * @param level 0 for the newest tables, which may overlap; deeper levels are sorted runs
 * @param tables how many tables
 * @param bytes their size on disk
 * @param entries versions and tombstones in them
 * @param filterBytes size of their filters on disk, with the header line of each partition
 * @param bitsPerKey filter bits for each distinct key, 0 without filters
 * @param expectedFilterRate false-positive rate expected from the sizes, weighted by keys
 * @param filterChecks lookups that asked a filter here
 * @param filterNegatives of these, answered "absent": no index or data block was touched
 * @param filterTruePositives answered "maybe", and some version of the key was in the table
 * @param filterTombstones of these true positives, those that met a delete
 * @param filterInvisibles of these true positives, those that met only versions too new to be seen
 * @param filterFalsePositives answered "maybe", and the key was not in the table
 * @param noFilterSearches lookups that searched a table without asking a filter
 * @param searchesIgnoringFilter of these, because the read wanted no filter to be asked
 * @param searchesPastDamage of these, because the filter's partition is damaged
 * @param corruptFilters filter partitions found damaged and treated as "maybe"
 * @param dataBlockSearches data blocks looked into by point reads
 * @param dataBlockReads data blocks of these that were read from disk
 */
public record LevelInfo(
    int level,
    int tables,
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
    long dataBlockSearches,
    long dataBlockReads) {

  /**
   * False positives among the lookups for keys that the table did not hold, or {@code NaN} while
   * there were none.
   */
  public double measuredFilterRate() {
    long absent = filterNegatives + filterFalsePositives;
    return absent == 0 ? Double.NaN : (double) filterFalsePositives / absent;
  }
}
