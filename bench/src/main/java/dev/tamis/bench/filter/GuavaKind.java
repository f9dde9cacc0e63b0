package dev.tamis.bench.filter;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;

/** Guava's Bloom filter with the same memory and its own hash, murmur3 of 128 bits. */
final class GuavaKind implements FilterKind {
  private static final double LN2 = Math.log(2);

  @Override
  public String name() {
    return FilterKinds.GUAVA;
  }

  /** Guava takes a rate; this is the one for which it takes so many bits. */
  @Override
  @SuppressWarnings("UnstableApiUsage")
  public BuiltFilter build(ProbeKeys keys, double bitsPerKey) {
    BloomFilter<byte[]> filter =
        BloomFilter.create(
            Funnels.byteArrayFunnel(), keys.count(), Math.exp(-bitsPerKey * LN2 * LN2));
    byte[] key = new byte[ProbeKeys.KEY_BYTES];
    for (long i = 0; i < keys.count(); i++) {
      keys.write(i, key);
      filter.put(key);
    }
    return new Built(filter, keys.count(), bitsPerKey);
  }

  private record Built(BloomFilter<byte[]> filter, long keys, double bitsPerKey)
      implements BuiltFilter {
    @Override
    public boolean mightContain(byte[] key) {
      return filter.mightContain(key);
    }

    @Override
    public long bytes() {
      return (long) Math.ceil(keys * bitsPerKey / Long.SIZE) * Long.BYTES;
    }

    @Override
    public double expectedRate() {
      long hashes = Math.max(1, Math.round(bitsPerKey * LN2));
      double bits = bytes() * (double) Byte.SIZE;
      return Math.pow(-Math.expm1(-hashes * (double) keys / bits), (double) hashes);
    }
  }
}
