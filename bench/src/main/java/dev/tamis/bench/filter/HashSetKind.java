package dev.tamis.bench.filter;

import java.util.HashSet;
import java.util.Set;

/** The plain way: all keys in memory, as 64-bit numbers, and no false positives. */
final class HashSetKind implements FilterKind {
  /** A table entry, the node and the boxed number, with compressed pointers. */
  private static final long ENTRY_BYTES = 32 + 16 + 8;

  private static final long POINTER_BYTES = 4;
  private static final double LOAD = 0.75;
  private static final long MOST_KEYS = 20_000_000;

  @Override
  public String name() {
    return "HashSet<Long>";
  }

  @Override
  public boolean dependsOnBits() {
    return false;
  }

  @Override
  public long mostKeys() {
    return MOST_KEYS;
  }

  @Override
  public BuiltFilter build(ProbeKeys keys, double bitsPerKey) {
    Set<Long> set = new HashSet<>();
    byte[] key = new byte[ProbeKeys.KEY_BYTES];
    for (long i = 0; i < keys.count(); i++) {
      keys.write(i, key);
      set.add(ProbeKeys.asLong(key));
    }
    return new Built(set);
  }

  private record Built(Set<Long> set) implements BuiltFilter {
    @Override
    public boolean mightContain(byte[] key) {
      return set.contains(ProbeKeys.asLong(key));
    }

    @Override
    public long bytes() {
      long slots = Long.highestOneBit((long) Math.ceil(set.size() / LOAD) * 2 - 1);
      return set.size() * ENTRY_BYTES + slots * POINTER_BYTES;
    }

    @Override
    public double expectedRate() {
      return 0;
    }
  }
}
