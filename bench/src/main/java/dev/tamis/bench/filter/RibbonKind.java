package dev.tamis.bench.filter;

import dev.tamis.filter.KeyHash;
import dev.tamis.filter.RibbonBuilder;

/** The ribbon filter, which is solved when all keys are known. */
final class RibbonKind implements FilterKind {
  /** One column, with the room that any number of keys needs. */
  private static final double FEWEST_BITS = 1.25;

  private final HiddenCopy<FillableFilter> copy =
      new HiddenCopy<>(MemberFilter.class, FillableFilter.class);
  private final KeyHash hash;

  RibbonKind(KeyHash hash) {
    this.hash = hash;
  }

  @Override
  public String name() {
    return "Tamis RibbonFilter";
  }

  @Override
  public boolean takesBits(double bitsPerKey) {
    return bitsPerKey >= FEWEST_BITS;
  }

  @Override
  public long mostKeys() {
    return RibbonBuilder.MAX_KEYS;
  }

  @Override
  public BuiltFilter build(ProbeKeys keys, double bitsPerKey) {
    RibbonBuilder builder = new RibbonBuilder(hash);
    byte[] key = new byte[ProbeKeys.KEY_BYTES];
    for (long i = 0; i < keys.count(); i++) {
      keys.write(i, key);
      builder.addHash(hash.hash(key));
    }
    return copy.make(builder.buildWithBitsPerKey(bitsPerKey));
  }
}
