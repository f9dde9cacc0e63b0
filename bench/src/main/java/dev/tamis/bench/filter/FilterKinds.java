package dev.tamis.bench.filter;

import dev.tamis.filter.KeyHash;
import java.util.List;

/** Everything that is measured: one line for each kind. */
final class FilterKinds {
  private FilterKinds() {}

  static List<FilterKind> all(KeyHash hash) {
    return List.of(
        new ReferenceKinds.KeyAlone(),
        new ReferenceKinds.HashAlone(hash),
        new ReferenceKinds.LineAlone(hash),
        new TamisKinds.Partition(hash),
        new TamisKinds.Memtable(hash),
        new GuavaKind(),
        new HashSetKind());
  }
}
