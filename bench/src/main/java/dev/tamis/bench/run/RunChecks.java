package dev.tamis.bench.run;

import dev.tamis.bench.console.InputException;
import dev.tamis.bench.console.OutputFile;
import java.util.List;

/** Refuses flags that can't give figures that mean something, before any work is done. */
final class RunChecks {
  private static final long MOST_KEYS = 10_000_000_000L;
  private static final int MOST_KEY_BYTES = 65_534;
  private static final int MOST_VALUE_BYTES = 64 << 20;
  private static final int MOST_BATCH = 1_000_000;
  private static final int MOST_THREADS = 1024;

  private final RunOptions options;
  private final MixOptions mix;

  RunChecks(RunOptions options, MixOptions mix) {
    this.options = options;
    this.mix = mix;
  }

  void check(List<BenchmarkKind> kinds) throws InputException {
    sizes();
    mixgraph();
    contradictions(kinds);
    keysAreLoaded(kinds);
    if (options.csv() != null) {
      OutputFile.requireWritable(options.csv());
    }
    if (options.json() != null) {
      OutputFile.requireWritable(options.json());
    }
  }

  private void sizes() throws InputException {
    within("--num", options.num(), 1, MOST_KEYS);
    if (options.hasReads()) {
      within("--reads", options.reads(), 1, Long.MAX_VALUE);
    }
    within("--key_size", options.keyBytes(), 1, MOST_KEY_BYTES);
    if (options.num() > Keys.capacity(options.keyBytes())) {
      throw new InputException(
          "--key_size: too short for --num: actual="
              + options.keyBytes()
              + ", which has room for "
              + Keys.capacity(options.keyBytes())
              + " numbers, expected room for "
              + options.num());
    }
    within("--value_size", options.valueBytes(), 0, MOST_VALUE_BYTES);
    if (!(options.compressionRatio() > 0 && options.compressionRatio() <= 1)) {
      throw new InputException(
          "--compression_ratio: actual=" + options.compressionRatio() + ", expected above 0, to 1");
    }
    within("--threads", options.threads(), 1, MOST_THREADS);
    within("--duration", options.durationSeconds(), 0, Integer.MAX_VALUE);
    within("--batch_size", options.batchSize(1), 1, MOST_BATCH);
    within("--seek_nexts", options.seekNexts(), 0, Integer.MAX_VALUE);
    within("--readwritepercent", options.readPercent(), 0, 100);
    within("--benchmark_write_rate_limit", options.writeBytesPerSecond(), 0, Long.MAX_VALUE);
    within("--cache_size", options.store().cacheBytes(), 0, Long.MAX_VALUE);
    within("--write_buffer_size", options.store().writeBufferBytes(), 1, Long.MAX_VALUE);
    within("--block_size", options.store().blockBytes(), 1, Integer.MAX_VALUE);
    within("--stats_interval_seconds", options.statsIntervalSeconds(), 0, Integer.MAX_VALUE);
    within("--repeat", options.repeat(), 1, Integer.MAX_VALUE);
    if (!(options.store().bloomBits() >= 0)) {
      throw new InputException(
          "--bloom_bits: actual=" + options.store().bloomBits() + ", expected 0 or more");
    }
    if (!(options.warmupSeconds() >= 0)) {
      throw new InputException(
          "--warmup_seconds: actual=" + options.warmupSeconds() + ", expected 0 or more");
    }
    if (!List.of(StoreOptions.LZ4, StoreOptions.NONE).contains(options.store().compressionType())) {
      throw new InputException(
          "--compression_type: actual="
              + options.store().compressionType()
              + ", expected lz4 or none");
    }
  }

  private void mixgraph() throws InputException {
    if (!(mix.smallest() >= 0 && mix.ratios() > 0)) {
      throw new InputException("--mix_..._ratio: expected shares of 0 or more, not all of them 0");
    }
    if (!(mix.smallestParameter() > 0)) {
      throw new InputException("--key_dist_..., --value_..., --iter_...: expected above 0");
    }
    within("--mix_max_value_size", mix.maxValueBytes(), MixModel.MIN_VALUE_BYTES, 1 << 20);
    within("--mix_max_scan_len", mix.maxScanLength(), 1, Integer.MAX_VALUE);
  }

  private void contradictions(List<BenchmarkKind> kinds) throws InputException {
    if (options.store().useExisting() && options.store().db() == null) {
      throw new InputException("--use_existing_db: needs --db, the directory of the store");
    }
    if (options.hasReads() && options.durationSeconds() > 0) {
      throw new InputException("--reads and --duration: give one of them");
    }
    if (options.sync() && options.batchSize(1) > 1) {
      throw new InputException("--sync and --batch_size: only single puts can be synced");
    }
    if (options.sync() && kinds.contains(BenchmarkKind.FILLBATCH)) {
      throw new InputException("--sync and fillbatch: only single puts can be synced");
    }
    if (options.csv() != null && options.csv().equals(options.json())) {
      throw new InputException("--csv and --json: both name " + options.csv());
    }
  }

  private void keysAreLoaded(List<BenchmarkKind> kinds) throws InputException {
    boolean isLoaded = options.store().useExisting();
    for (BenchmarkKind kind : kinds) {
      isLoaded |= kind.access() == BenchmarkKind.Access.FILL;
      if (kind.needsKeys() && !isLoaded) {
        throw new InputException(
            "--benchmarks: "
                + kind.title()
                + " works on keys that nothing has loaded: put a fill before it, or give --db and"
                + " --use_existing_db");
      }
    }
  }

  private static void within(String flag, long actual, long from, long to) throws InputException {
    if (actual < from || actual > to) {
      throw new InputException(
          flag
              + ": actual="
              + actual
              + (to == Long.MAX_VALUE || to == Integer.MAX_VALUE
                  ? ", expected " + from + " or more"
                  : ", expected " + from + " to " + to));
    }
  }
}
