package dev.tamis.bench.job;

import dev.tamis.bench.console.Progress;
import dev.tamis.bench.console.WrongAnswerException;
import dev.tamis.engine.Db;
import dev.tamis.engine.LevelInfo;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The store at work on real data: load, read in every way, compact fully, close, open again, and
 * read once more. One thread; every answer is checked.
 *
 * <p>{@link #close} may be called from another thread and ends a run: the store is closed, and the
 * running step fails with {@link IllegalStateException}.
 */
final class MainJob implements Closeable {
  static final String LOADED = "loaded";
  static final String COMPACTED = "compacted";
  static final String LOAD = "load";
  static final String FLUSH = "flush and settle";
  static final String COMPACT = "compact fully";
  static final String REOPEN = "close and open";

  private final DataSet data;
  private final Path directory;
  private final StoreShape shape;
  private final long seed;
  private final Progress progress;
  private final List<StepResult> steps = new ArrayList<>();
  private final ReentrantLock opening = new ReentrantLock();
  private Db db;
  private boolean closed;

  MainJob(DataSet data, Path directory, StoreShape shape, long seed, Progress progress) {
    this.data = data;
    this.directory = directory;
    this.shape = shape;
    this.seed = seed;
    this.progress = progress;
  }

  /** Does everything, once; the store is closed afterwards, also after a failure. */
  MainJobResult run() throws IOException, WrongAnswerException {
    SplittableRandom random = new SplittableRandom(seed);
    List<Entry> writes = data.writes(random.split());
    List<Entry> present = data.reads(random.split());
    List<byte[]> absent = AbsentKeys.between(data, random.split());
    try (this) {
      Db store = open();
      load(store, writes);
      timed(LOADED, FLUSH, () -> settle(store));
      int loadedLevels = levelsWithTables(store.levels());
      String lz4 = store.stats().lz4();
      List<StepResult> loaded = new ReadRound(store, LOADED, progress).run(data, present, absent);
      steps.addAll(loaded);
      timed(COMPACTED, COMPACT, () -> store.compact(null, null));
      timed(COMPACTED, REOPEN, this::reopen);
      List<StepResult> compacted =
          new ReadRound(current(), COMPACTED, progress).run(data, present, absent);
      steps.addAll(compacted);
      List<FilterRow> filters = new ArrayList<>(FilterRow.of(loaded.get(1), loaded.get(2)));
      filters.addAll(FilterRow.of(compacted.get(1), compacted.get(2)));
      return new MainJobResult(
          seed,
          MainJobResult.Machine.here(lz4),
          MainJobResult.Data.of(data, absent.size()),
          shape,
          loadedLevels,
          List.copyOf(steps),
          filters);
    }
  }

  private void load(Db store, List<Entry> writes) throws IOException {
    StepMeter meter = new StepMeter();
    try (Progress.Step bar = progress.begin(LOADED + ": " + LOAD, writes.size())) {
      long done = 0;
      for (Entry entry : writes) {
        long start = System.nanoTime();
        store.put(entry.key(), entry.value());
        meter.record(System.nanoTime() - start);
        bar.advanceTo(++done);
      }
    }
    steps.add(meter.result(LOADED, LOAD, List.of()));
  }

  private void timed(String stage, String step, Action action) throws IOException {
    StepMeter meter = new StepMeter();
    try (Progress.Step bar = progress.begin(stage + ": " + step, 1)) {
      long start = System.nanoTime();
      action.run();
      meter.record(System.nanoTime() - start);
      bar.advanceTo(1);
    }
    steps.add(meter.result(stage, step, List.of()));
  }

  private static void settle(Db store) throws IOException {
    store.flush();
    store.awaitQuiet();
  }

  private static int levelsWithTables(List<LevelInfo> levels) {
    return (int) levels.stream().filter(level -> level.tables() > 0).count();
  }

  private Db open() throws IOException {
    opening.lock();
    try {
      if (closed) {
        throw new IllegalStateException("the job is closed");
      }
      db = Db.open(directory, shape.options());
      return db;
    } finally {
      opening.unlock();
    }
  }

  private void reopen() throws IOException {
    current().close();
    open();
  }

  private Db current() {
    opening.lock();
    try {
      return db;
    } finally {
      opening.unlock();
    }
  }

  @Override
  public void close() throws IOException {
    opening.lock();
    try {
      closed = true;
      if (db != null) {
        db.close();
      }
    } finally {
      opening.unlock();
    }
  }

  private interface Action {
    void run() throws IOException;
  }
}
