package dev.tamis.filter.gate;

import dev.tamis.filter.MembershipFilter;

/**
 * A filter with the keys that it may lack. Together they cover the source; which of the two has a
 * key does not matter. Only the recent keys and the number of readers change.
 */
final class GateVersion {
  /** Answers. */
  enum Answer {
    /** The key is not in the source. */
    NO,
    /** The filter or the recent keys have it. */
    MAYBE,
    /** This version is not known to cover the source. */
    UNCOVERED
  }

  private final long number;
  private final long position;
  private final long sinceNanos;
  private final MembershipFilter filter;
  private final RecentKeys recent;
  private int readers;

  /**
   * A version.
   *
   * @param number 0 for the one without a filter, then rising
   * @param position of the source, when the filter's snapshot was taken
   * @param sinceNanos reading of the clock just before that
   * @param filter null if there is none yet
   */
  GateVersion(
      long number, long position, long sinceNanos, MembershipFilter filter, RecentKeys recent) {
    this.number = number;
    this.position = position;
    this.sinceNanos = sinceNanos;
    this.filter = filter;
    this.recent = recent;
  }

  /** The answer for a key of this hash, given from which position on versions are safe. */
  Answer ask(long hash, long watermark) {
    if (filter == null || position < watermark || recent.overflowed()) {
      return Answer.UNCOVERED;
    }
    return filter.mightContainHash(hash) || recent.contains(hash) ? Answer.MAYBE : Answer.NO;
  }

  long number() {
    return number;
  }

  long position() {
    return position;
  }

  long sinceNanos() {
    return sinceNanos;
  }

  /** The filter, or null. */
  MembershipFilter filter() {
    return filter;
  }

  RecentKeys recent() {
    return recent;
  }

  /** Readers that have this version open. Guarded by {@link GateVersions}' lock. */
  int readers() {
    return readers;
  }

  /** Counts readers. Guarded by {@link GateVersions}' lock. */
  void addReaders(int change) {
    readers += change;
  }
}
