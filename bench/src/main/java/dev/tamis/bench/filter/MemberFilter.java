package dev.tamis.bench.filter;

import dev.tamis.filter.MembershipFilter;
import dev.tamis.filter.MutableFilter;

/** A public filter type. Used through a {@link HiddenCopy}, one for each type. */
final class MemberFilter implements FillableFilter {
  private final MembershipFilter filter;
  private final boolean[] answers = new boolean[FilterTrial.BATCH];
  private final long[] batch = new long[FilterTrial.BATCH];

  MemberFilter(MembershipFilter filter) {
    this.filter = filter;
  }

  @Override
  public void fill(ProbeKeys keys) {
    MutableFilter mutable = (MutableFilter) filter;
    byte[] key = new byte[ProbeKeys.KEY_BYTES];
    for (long i = 0; i < keys.count(); i++) {
      keys.write(i, key);
      mutable.addHash(mutable.hash().hash(key));
    }
  }

  @Override
  public boolean mightContain(byte[] key) {
    return filter.mightContain(key);
  }

  @Override
  public boolean takesHashes() {
    return true;
  }

  @Override
  public boolean mightContain(long hash) {
    return filter.mightContainHash(hash);
  }

  @Override
  public boolean takesBatches() {
    return true;
  }

  @Override
  public int countPositives(long[] hashes, int from, int to) {
    System.arraycopy(hashes, from, batch, 0, to - from);
    return filter.mightContainHashes(batch, to - from, answers);
  }

  @Override
  public long bytes() {
    return filter.bitSize() / Byte.SIZE;
  }

  @Override
  public double expectedRate() {
    return filter.expectedFpr(filter.keyCount());
  }
}
