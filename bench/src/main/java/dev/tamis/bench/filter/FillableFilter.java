package dev.tamis.bench.filter;

/** A filter that is filled key by key. */
interface FillableFilter extends BuiltFilter {

  /** Adds all keys. */
  void fill(ProbeKeys keys);
}
