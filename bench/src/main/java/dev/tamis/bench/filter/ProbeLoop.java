package dev.tamis.bench.filter;

/** The loops that are timed. Each answers how many of its questions were answered with "maybe". */
interface ProbeLoop {

  /** Asks for keys that were added. */
  long present(BuiltFilter filter, ProbeKeys keys, long from, long to);

  /** Asks for keys that were not. */
  long absent(BuiltFilter filter, ProbeKeys keys, long from, long to);

  /** Asks for hashes one after the other. */
  long hashed(BuiltFilter filter, long[] hashes);

  /** Asks for hashes in batches. */
  long batched(BuiltFilter filter, long[] hashes, int batch);

  /** A copy of the loops for one kind of filter. */
  static ProbeLoop copy() {
    return new HiddenCopy<>(PlainProbeLoop.class, ProbeLoop.class).make();
  }
}
