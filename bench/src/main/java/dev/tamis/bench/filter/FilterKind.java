package dev.tamis.bench.filter;

/** A kind of filter that can be measured; {@link FilterKinds} lists them. */
interface FilterKind {

  /** What the tables call it. */
  String name();

  /** Whether more bits per key change anything; if not, it is measured once per number of keys. */
  default boolean dependsOnBits() {
    return true;
  }

  /** Whether it can be made of so many bits per key; if not, it is left out. */
  default boolean takesBits(double bitsPerKey) {
    return true;
  }

  /** The most keys it is measured with. */
  default long mostKeys() {
    return Long.MAX_VALUE;
  }

  /** A filter of all keys of {@code keys}. This is what the build time measures. */
  BuiltFilter build(ProbeKeys keys, double bitsPerKey);
}
