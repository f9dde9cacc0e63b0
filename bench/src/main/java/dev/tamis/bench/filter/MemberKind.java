package dev.tamis.bench.filter;

import dev.tamis.filter.FilterBuilder;
import dev.tamis.filter.KeyHash;
import dev.tamis.filter.MutableFilter;
import java.util.function.Supplier;

/**
 * A public filter type that is filled key by key. The stable filter is none: it forgets by design,
 * so there are no keys that it must find.
 */
final class MemberKind implements FilterKind {
  private final HiddenCopy<FillableFilter> copy =
      new HiddenCopy<>(MemberFilter.class, FillableFilter.class);
  private final String name;
  private final Supplier<FilterBuilder<? extends MutableFilter>> builders;
  private final KeyHash hash;

  MemberKind(String name, Supplier<FilterBuilder<? extends MutableFilter>> builders, KeyHash hash) {
    this.name = name;
    this.builders = builders;
    this.hash = hash;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String toString() {
    return name;
  }

  /** Tried with one key: the types have different limits. */
  @Override
  public boolean takesBits(double bitsPerKey) {
    try {
      builders.get().expectedKeys(1).bitsPerKey(bitsPerKey).build();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public BuiltFilter build(ProbeKeys keys, double bitsPerKey) {
    FillableFilter filter =
        copy.make(
            builders.get().expectedKeys(keys.count()).bitsPerKey(bitsPerKey).hash(hash).build());
    filter.fill(keys);
    return filter;
  }
}
