package dev.tamis.bench.filter;

import dev.tamis.filter.BlockedBloomFilter;
import dev.tamis.filter.BloomFilter;
import dev.tamis.filter.CountingBloomFilter;
import dev.tamis.filter.CuckooFilter;
import dev.tamis.filter.KeyHash;
import dev.tamis.filter.ScalableBloomFilter;
import java.util.List;

/** Everything that is measured: one line for each kind. */
final class FilterKinds {
  static final String KEY = "(the key alone)";
  static final String HASH = "(key and hash alone)";
  static final String LINE = "(one random line read)";
  static final String PARTITION = "Tamis split line";
  static final String BLOCKED = "Tamis BlockedBloomFilter";
  static final String GUAVA = "Guava BloomFilter";

  private FilterKinds() {}

  static List<FilterKind> all(KeyHash hash) {
    return List.of(
        new ReferenceKinds.KeyAlone(),
        new ReferenceKinds.HashAlone(hash),
        new ReferenceKinds.LineAlone(hash),
        new TamisKinds.Partition(hash),
        new TamisKinds.Memtable(hash),
        new MemberKind(BLOCKED, BlockedBloomFilter::builder, hash),
        new MemberKind("Tamis BloomFilter", BloomFilter::builder, hash),
        new MemberKind("Tamis CountingBloomFilter", CountingBloomFilter::builder, hash),
        new MemberKind("Tamis ScalableBloomFilter", ScalableBloomFilter::builder, hash),
        new MemberKind("Tamis CuckooFilter", CuckooFilter::builder, hash),
        new RibbonKind(hash),
        new GuavaKind(),
        new HashSetKind());
  }
}
