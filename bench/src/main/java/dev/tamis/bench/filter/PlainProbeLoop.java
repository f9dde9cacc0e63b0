package dev.tamis.bench.filter;

/** The loops, straight. Used through {@link ProbeLoop#copy}. */
final class PlainProbeLoop implements ProbeLoop {

  PlainProbeLoop() {}

  @Override
  public long present(BuiltFilter filter, ProbeKeys keys, long from, long to) {
    byte[] key = new byte[ProbeKeys.KEY_BYTES];
    long positives = 0;
    for (long i = from; i < to; i++) {
      keys.write(keys.somePresent(i), key);
      if (filter.mightContain(key)) {
        positives++;
      }
    }
    return positives;
  }

  @Override
  public long absent(BuiltFilter filter, ProbeKeys keys, long from, long to) {
    byte[] key = new byte[ProbeKeys.KEY_BYTES];
    long positives = 0;
    for (long i = from; i < to; i++) {
      keys.write(keys.absent(i), key);
      if (filter.mightContain(key)) {
        positives++;
      }
    }
    return positives;
  }

  @Override
  public long hashed(BuiltFilter filter, long[] hashes) {
    long positives = 0;
    for (long hash : hashes) {
      if (filter.mightContain(hash)) {
        positives++;
      }
    }
    return positives;
  }

  @Override
  public long batched(BuiltFilter filter, long[] hashes, int batch) {
    long positives = 0;
    for (int i = 0; i < hashes.length; i += batch) {
      positives += filter.countPositives(hashes, i, Math.min(i + batch, hashes.length));
    }
    return positives;
  }
}
