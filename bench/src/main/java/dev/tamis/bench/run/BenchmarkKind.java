package dev.tamis.bench.run;

import dev.tamis.bench.console.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The benchmarks by db_bench's names. */
@SuppressWarnings("ImmutableEnumChecker") // Its functions are lambdas without state.
public enum BenchmarkKind {
  FILLSEQ(
      "fillseq",
      Access.FILL,
      "writes all keys in ascending order",
      store -> puts(store, NumberOrder.ascending(store.workload()))),
  FILLBATCH(
      "fillbatch",
      Access.FILL,
      "the same in batches of 1,000, or of --batch_size",
      store ->
          new BatchPuts(
              store,
              NumberOrder.ascending(store.workload()),
              store.workload().batchSizeOfFillbatch())),
  FILLRANDOM(
      "fillrandom",
      Access.FILL,
      "writes random keys, num times; 37 % are never met",
      store -> puts(store, NumberOrder.random(store.workload()))),
  FILLUNIQUERANDOM(
      "filluniquerandom",
      Access.FILL,
      "writes every key once, in random order, one thread",
      store -> puts(store, NumberOrder.permuted(store.workload()))),
  FILLSYNC(
      "fillsync",
      Access.FILL,
      "num / 1000 random keys, each put synced",
      store -> new Puts(store, NumberOrder.random(store.workload()), true)),
  OVERWRITE(
      "overwrite",
      Access.WRITE,
      "writes random keys over those that are there",
      store -> puts(store, NumberOrder.random(store.workload()))),
  READSEQ(
      "readseq",
      Access.READ,
      "passes all entries upwards; an operation is an entry",
      store -> new Scans(false, check("readseq", store))),
  READREVERSE(
      "readreverse",
      Access.READ,
      "the same downwards",
      store -> new Scans(true, check("readreverse", store))),
  READTOCACHE(
      "readtocache",
      Access.READ,
      "readseq over all keys from one thread",
      store -> new Scans(false, check("readtocache", store))),
  READRANDOM(
      "readrandom",
      Access.READ,
      "reads random keys",
      store -> reads("readrandom", store, NumberOrder.random(store.workload()), null)),
  READMISSING(
      "readmissing",
      Access.READ,
      "reads absent keys that lie between present ones",
      store -> new MissingReads(store, check("readmissing", store))),
  READHOT(
      "readhot",
      Access.READ,
      "reads keys some of which are hot (Zipf, 0.99)",
      store ->
          reads(
              "readhot", store, NumberOrder.zipfian(store.workload(), Constants.HOT_THETA), null)),
  MULTIREADRANDOM(
      "multireadrandom",
      Access.READ,
      "readrandom, 32 or --batch_size keys in one call",
      store -> new MultiReads(store, check("multireadrandom", store), false)),
  MULTIREADMISSING(
      "multireadmissing",
      Access.READ,
      "readmissing in the same way",
      store -> new MultiReads(store, check("multireadmissing", store), true)),
  SEEKRANDOM(
      "seekrandom",
      Access.READ,
      "a new cursor, a random key, then --seek_nexts entries",
      store -> new Seeks(store, check("seekrandom", store), null)),
  SEEKRANDOMWHILEWRITING(
      "seekrandomwhilewriting",
      Access.MIXED,
      "seekrandom, while one more thread overwrites",
      store -> new Seeks(store, check("seekrandomwhilewriting", store), new PacedPuts(store))),
  READWHILEWRITING(
      "readwhilewriting",
      Access.MIXED,
      "readrandom, while one more thread overwrites",
      store ->
          reads(
              "readwhilewriting",
              store,
              NumberOrder.random(store.workload()),
              new PacedPuts(store))),
  READRANDOMWRITERANDOM(
      "readrandomwriterandom",
      Access.MIXED,
      "each thread does both, --readwritepercent reads",
      store -> new ReadsAndPuts(store, check("readrandomwriterandom", store))),
  MIXGRAPH(
      "mixgraph",
      Access.MIXED,
      "gets, puts and short scans of a social graph",
      store -> new MixGraph(store, check("mixgraph", store))),
  DELETESEQ(
      "deleteseq",
      Access.WRITE,
      "deletes all keys in ascending order",
      store -> new Deletes(store, NumberOrder.ascending(store.workload()))),
  DELETERANDOM(
      "deleterandom",
      Access.WRITE,
      "deletes random keys, num times",
      store -> new Deletes(store, NumberOrder.random(store.workload()))),
  COMPACT("compact", "merges everything into its final shape", StoreSteps::compact),
  WAITFORCOMPACTION(
      "waitforcompaction",
      "waits until no flush or compaction runs or is due",
      StoreSteps::awaitQuiet),
  STATS("stats", "prints the engine's own statistics", StoreSteps::stats),
  LEVELSTATS("levelstats", "prints the same for its levels", StoreSteps::levelStats),
  VERIFY("verify", "lets the engine check everything it can check", StoreSteps::verify),
  OPEN("open", "closes the store and opens it", StoreSteps::reopen);

  /** What a benchmark does to a store. */
  public enum Access {
    /** Starts with an empty store, and writes. */
    FILL,
    /** Writes to keys that are there. */
    WRITE,
    /** Reads keys that are there. */
    READ,
    /** Reads and writes keys that are there. */
    MIXED,
    /** One step with the store as a whole. */
    STEP
  }

  /** Makes the loop of a benchmark for one run. */
  @FunctionalInterface
  interface Factory {
    Benchmark on(BenchStore store);
  }

  private static final class Constants {
    static final double HOT_THETA = 0.99;
    static final int SYNC_SHARE = 1000;
  }

  private final String title;
  private final Access access;
  private final String meaning;
  private final Factory factory;
  private final StoreStep step;

  BenchmarkKind(String title, Access access, String meaning, Factory factory) {
    this.title = title;
    this.access = access;
    this.meaning = meaning;
    this.factory = factory;
    this.step = null;
  }

  BenchmarkKind(String title, String meaning, StoreStep step) {
    this.title = title;
    this.access = Access.STEP;
    this.meaning = meaning;
    this.factory = null;
    this.step = step;
  }

  /** The benchmarks of a comma-separated list, in its order. */
  public static List<BenchmarkKind> parse(String list) throws InputException {
    List<BenchmarkKind> kinds = new ArrayList<>();
    for (String name : list.split(",", -1)) {
      kinds.add(
          Arrays.stream(values())
              .filter(kind -> kind.title.equals(name.strip()))
              .findFirst()
              .orElseThrow(() -> unknown(name.strip())));
    }
    return kinds;
  }

  /** A line each: name and meaning. */
  static String[] helpLines() {
    return Arrays.stream(values())
        .map(kind -> String.format(Locale.ROOT, "  %-23s %s", kind.title, kind.meaning))
        .map(line -> line.replace("%", "%%"))
        .toArray(String[]::new);
  }

  private static InputException unknown(String name) {
    return new InputException(
        "--benchmarks: unknown: actual="
            + name
            + ", expected one of "
            + Arrays.stream(values()).map(kind -> kind.title).collect(Collectors.joining(" ")));
  }

  /** The name on the command line. */
  public String title() {
    return title;
  }

  /** What it does to a store. */
  public Access access() {
    return access;
  }

  /** The loop for one run on a store; only of those that have one. */
  Benchmark on(BenchStore store) {
    return factory.on(store);
  }

  /** The step; only of {@link Access#STEP}. */
  StoreStep step() {
    return step;
  }

  /** Whether it works on keys that have to be there. */
  boolean needsKeys() {
    return access != Access.FILL && access != Access.STEP;
  }

  /** Whether {@code --duration} says how long it goes on. */
  boolean heedsDuration() {
    return switch (this) {
      case FILLRANDOM, FILLSYNC -> true;
      case FILLSEQ, FILLBATCH, FILLUNIQUERANDOM, READSEQ, READREVERSE, READTOCACHE, DELETESEQ ->
          false;
      default -> access != Access.STEP;
    };
  }

  /** Whether one thread does it, however many there are. */
  boolean isSingleThreaded() {
    return this == FILLUNIQUERANDOM || this == READTOCACHE;
  }

  /** Operations of each thread. */
  long operations(Workload workload) {
    if (this == FILLSYNC) {
      return Math.max(1, workload.num() / Constants.SYNC_SHARE);
    }
    boolean writes = access == Access.FILL || access == Access.WRITE || this == READTOCACHE;
    return writes ? workload.num() : workload.reads();
  }

  private static Benchmark puts(BenchStore store, NumberOrder order) {
    Workload workload = store.workload();
    return workload.batchSize() > 1
        ? new BatchPuts(store, order, workload.batchSize())
        : new Puts(store, order, workload.sync());
  }

  private static Benchmark reads(
      String name, BenchStore store, NumberOrder order, Benchmark beside) {
    return new PointReads(store, order, check(name, store), beside);
  }

  private static ReadCheck check(String name, BenchStore store) {
    return new ReadCheck(name, store);
  }
}
