package dev.tamis.filter;

/** Every type without false negatives, made in the same way. */
enum FilterKind {
  BLOCKED(1) {
    @Override
    MembershipFilter make(long[] hashes, int count, double rate, KeyHash hash) {
      return filled(BlockedBloomFilter.builder(), hashes, count, rate, hash);
    }
  },
  BLOCKED_CONCURRENT(1) {
    @Override
    MembershipFilter make(long[] hashes, int count, double rate, KeyHash hash) {
      return filled(BlockedBloomFilter.builder().concurrent(), hashes, count, rate, hash);
    }
  },
  STANDARD(2) {
    @Override
    MembershipFilter make(long[] hashes, int count, double rate, KeyHash hash) {
      return filled(BloomFilter.builder(), hashes, count, rate, hash);
    }
  },
  STANDARD_CONCURRENT(2) {
    @Override
    MembershipFilter make(long[] hashes, int count, double rate, KeyHash hash) {
      return filled(BloomFilter.builder().concurrent(), hashes, count, rate, hash);
    }
  },
  COUNTING(3) {
    @Override
    MembershipFilter make(long[] hashes, int count, double rate, KeyHash hash) {
      return filled(CountingBloomFilter.builder(), hashes, count, rate, hash);
    }
  },
  SCALABLE(4) {
    @Override
    MembershipFilter make(long[] hashes, int count, double rate, KeyHash hash) {
      return filled(ScalableBloomFilter.builder(), hashes, count, rate, hash);
    }
  },
  CUCKOO(5) {
    @Override
    MembershipFilter make(long[] hashes, int count, double rate, KeyHash hash) {
      return filled(CuckooFilter.builder(), hashes, count, rate, hash);
    }
  },
  RIBBON(6) {
    @Override
    MembershipFilter make(long[] hashes, int count, double rate, KeyHash hash) {
      RibbonBuilder builder = new RibbonBuilder(hash);
      builder.addHashes(hashes, count);
      return builder.buildWithRate(rate);
    }
  };

  /** The type's number in FORMAT.md. */
  final int type;

  FilterKind(int type) {
    this.type = type;
  }

  /** A filter made for {@code count} keys of the rate, with those keys. */
  abstract MembershipFilter make(long[] hashes, int count, double rate, KeyHash hash);

  private static MembershipFilter filled(
      FilterBuilder<? extends MutableFilter> builder,
      long[] hashes,
      int count,
      double rate,
      KeyHash hash) {
    MutableFilter filter = builder.hash(hash).expectedKeys(count).falsePositiveRate(rate).build();
    filter.addHashes(hashes, count);
    return filter;
  }
}
