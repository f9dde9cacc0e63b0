package dev.tamis.bench.filter;

/** A filter with its keys. */
interface BuiltFilter {

  /** Whether the key may have been added, its hash included. */
  boolean mightContain(byte[] key);

  /** Whether {@link #mightContain(long)} can be asked. */
  default boolean takesHashes() {
    return false;
  }

  /** Whether a key of this hash may have been added. */
  default boolean mightContain(long hash) {
    throw new UnsupportedOperationException("takes keys only");
  }

  /** Whether {@link #countPositives} can be asked. */
  default boolean takesBatches() {
    return false;
  }

  /** How many of these hashes may have been added. */
  default int countPositives(long[] hashes, int from, int to) {
    throw new UnsupportedOperationException("has no bulk form");
  }

  /** Memory that it takes. */
  long bytes();

  /** Rate of false positives by theory; 0 where there are none, NaN where it is no filter. */
  double expectedRate();
}
