package dev.tamis.bench.run;

/** The order in which a benchmark goes through the numbers of keys. */
final class NumberOrder {
  private enum Kind {
    ASCENDING,
    RANDOM,
    PERMUTED,
    ZIPFIAN
  }

  private final Kind kind;
  private final long num;
  private final Permutation permutation;
  private final Zipf zipf;

  private NumberOrder(Kind kind, long num, Permutation permutation, Zipf zipf) {
    this.kind = kind;
    this.num = num;
    this.permutation = permutation;
    this.zipf = zipf;
  }

  /** From 0 up, from 0 again after the last. */
  static NumberOrder ascending(Workload workload) {
    return new NumberOrder(Kind.ASCENDING, workload.num(), null, null);
  }

  /** Each with the same probability, with replacement. */
  static NumberOrder random(Workload workload) {
    return new NumberOrder(Kind.RANDOM, workload.num(), null, null);
  }

  /** Each once, in an order that looks random. */
  static NumberOrder permuted(Workload workload) {
    Permutation permutation = new Permutation(workload.num(), workload.seed());
    return new NumberOrder(Kind.PERMUTED, workload.num(), permutation, null);
  }

  /** Some far more often than others; the hot ones are spread over all keys. */
  static NumberOrder zipfian(Workload workload, double theta) {
    return new NumberOrder(
        Kind.ZIPFIAN,
        workload.num(),
        new Permutation(workload.num(), workload.seed()),
        new Zipf(workload.num(), theta));
  }

  /** The number for a worker's operation after so many. */
  long next(Worker worker, long done) {
    return switch (kind) {
      case ASCENDING -> done % num;
      case RANDOM -> worker.random.nextLong(num);
      case PERMUTED -> permutation.apply(done % num);
      case ZIPFIAN -> permutation.apply(zipf.next(worker.random));
    };
  }
}
