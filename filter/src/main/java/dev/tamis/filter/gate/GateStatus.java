package dev.tamis.filter.gate;

/**
 * What a gate has done and where it stands. Counts are of the gate's whole life; they are read one
 * after the other, so that sums are exact only while nothing is asked.
 *
 * @param negatives keys that were denied by the filter: requests the source was spared
 * @param positives keys that the filter or the recent keys have
 * @param uncovered keys that were let through because no version covers the source
 * @param cachedNegatives keys that were denied by the negative cache
 * @param missesAfterPositive keys let through by a filter that the source did not have: false
 *     positives, and keys deleted since the snapshot
 * @param sourceFailures reads of the source that threw
 * @param rebuilds versions built or restored
 * @param failedRebuilds rebuilds that failed and changed nothing
 * @param checksumFailures saved filters whose bytes were damaged or of an unknown format
 * @param version number of the current version, 0 if there is none yet
 * @param position of the source at the version's snapshot
 * @param lag how far the source's last change is ahead of that, by its own positions
 * @param ageNanos since just before the version's snapshot; 0 without a version
 * @param lastRebuildNanos how long the last successful rebuild took
 * @param filterKeys keys in the filter
 * @param filterBytes memory of its cells
 * @param fillRatio part of its cells in use
 * @param currentFpr its rate of false positives, from its bits
 * @param recentKeys keys committed since the snapshot, or under way
 * @param readersBehind readers that still have a version older than the safe watermark open
 */
public record GateStatus(
    long negatives,
    long positives,
    long uncovered,
    long cachedNegatives,
    long missesAfterPositive,
    long sourceFailures,
    long rebuilds,
    long failedRebuilds,
    long checksumFailures,
    long version,
    long position,
    long lag,
    long ageNanos,
    long lastRebuildNanos,
    long filterKeys,
    long filterBytes,
    double fillRatio,
    double currentFpr,
    int recentKeys,
    int readersBehind) {

  /**
   * Part of the keys not in the source that the filter let through; NaN before any was asked for.
   * Above {@link #currentFpr} by the keys that were deleted since the snapshot.
   */
  public double measuredFpr() {
    return (double) missesAfterPositive / (missesAfterPositive + negatives);
  }
}
