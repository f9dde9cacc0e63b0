package dev.tamis.bench.run;

import java.util.SplittableRandom;

/**
 * The published model of a social graph's store: Cao, Dong, Vemuri and Du, Characterizing,
 * Modeling, and Benchmarking RocksDB Key-Value Workloads at Facebook, FAST 2020. The parameters
 * have db_bench's names; their defaults are those that the authors fitted.
 *
 * <p>How hot a key is follows a power law: its rank is {@code (u / a)^(1 / b)} for an even u, and
 * ranks are spread over all keys. Lengths of values and of scans follow a generalized Pareto
 * distribution, {@code sigma * (u^-k - 1) / k}.
 *
 * @param getShare share of gets
 * @param putShare share of puts; what is left are seeks
 */
record MixModel(
    double getShare,
    double putShare,
    double keyDistA,
    double keyDistB,
    double valueK,
    double valueSigma,
    double iterK,
    double iterSigma,
    int maxValueBytes,
    int maxScanLength) {

  /** Values are at least so long, as in db_bench. */
  static final int MIN_VALUE_BYTES = 10;

  /** A number below a limit. */
  long number(SplittableRandom random, long limit) {
    long rank = (long) Math.ceil(Math.pow(random.nextDouble() / keyDistA, 1 / keyDistB));
    return Long.remainderUnsigned(spread(rank), limit);
  }

  int valueBytes(SplittableRandom random) {
    long bytes = pareto(random, valueK, valueSigma);
    if (bytes < MIN_VALUE_BYTES) {
      return MIN_VALUE_BYTES;
    }
    return (int)
        (bytes <= maxValueBytes ? bytes : Math.max(MIN_VALUE_BYTES, bytes % maxValueBytes));
  }

  int scanLength(SplittableRandom random) {
    return (int) (pareto(random, iterK, iterSigma) % maxScanLength);
  }

  private static long pareto(SplittableRandom random, double k, double sigma) {
    double u = 1 - random.nextDouble();
    return (long) Math.ceil(sigma * (Math.pow(u, -k) - 1) / k);
  }

  /** The finalizer of SplitMix64: every bit of a rank reaches every bit of the number. */
  private static long spread(long rank) {
    long mixed = (rank ^ (rank >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
