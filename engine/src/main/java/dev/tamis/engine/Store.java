package dev.tamis.engine;

import dev.tamis.filter.KeyHash;
import dev.tamis.sstable.Lz4;
import dev.tamis.sstable.MemoryBudget;
import dev.tamis.sstable.OpenFiles;
import dev.tamis.wal.Seal;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The parts of an open store, wired together, and their orderly end. What they do is in their own
 * classes; {@link StoreOpening} makes them.
 */
final class Store {
  final VersionSet versions;
  final CommitQueue commits;
  final KeyHash hash;
  final StoreCounters counters;
  final Snapshots snapshots;
  final LogSync logSync;
  final StoreHealth health;
  final FlushQueue flushes;
  final CompactionQueue compactions;
  final Cursors cursors;
  final RecoveryReport recoveryReport;
  final MemoryBudget memory;
  final boolean logged;

  private final BackgroundMonitor monitor;
  private final WriteAheadLog log;
  private final WritePressure pressure;
  private final OpenFiles files;
  private final List<Thread> threads = new ArrayList<>();
  private final List<Closeable> owned;
  private final ReentrantLock closing = new ReentrantLock();
  private boolean closed;

  /**
   * @param owned closed last, in this order
   */
  Store(
      Environment environment,
      Options options,
      RecoveredState recovered,
      Manifest manifest,
      MemoryBudget memory,
      List<Closeable> owned)
      throws IOException {
    this.memory = memory;
    logged = options.logged();
    this.files = recovered.context().files();
    this.owned = owned;
    hash = recovered.context().hash();
    recoveryReport = recovered.report();
    counters = new StoreCounters();
    HealthEvents events =
        options.healthListener() == null ? null : new HealthEvents(options.healthListener());
    health = new StoreHealth(events == null ? change -> {} : events);
    snapshots = new Snapshots();
    versions = new VersionSet(environment, manifest, health, counters, recovered);
    log =
        new WriteAheadLog(
            environment.directory(),
            recovered.numbers(),
            recovered.identity().storeId(),
            counters,
            recovered.replay().lastLog());
    List<String> keptLogs = recovered.replay().logs().stream().map(FileNames::log).toList();
    monitor = new BackgroundMonitor(health);
    flushes = new FlushQueue(monitor, health, keptLogs);
    compactions = new CompactionQueue(monitor, health, versions, new CompactionPicker(options));
    pressure = new WritePressure(versions, compactions, options.level0Tables());
    MemTables memtables =
        new MemTables(versions, log, flushes, () -> newMemTable(options), options.memtableBytes());
    long lastSequence = recovered.replay().lastSequence();
    commits =
        new CommitQueue(
            new GroupWriter(
                hash, log, logged, memtables, pressure, health, counters, lastSequence));
    logSync =
        new LogSync(
            log, health, commits::visibleSequence, lastSequence, options.syncPeriodMillis());
    cursors = new Cursors(versions, snapshots, commits::visibleSequence);
    TableOutputs outputs =
        new TableOutputs(environment, recovered.numbers(), options.tableOptions(), hash);
    FilterBudget filterBudget = new FilterBudget(options);
    Flush flush =
        new Flush(
            versions,
            log,
            logSync,
            snapshots,
            commits::visibleSequence,
            outputs,
            filterBudget,
            counters);
    CompactionRun compaction =
        new CompactionRun(
            versions,
            snapshots,
            commits::visibleSequence,
            outputs,
            filterBudget,
            options.tableBytes(),
            counters);
    versions.obsolete().delete(recovered.obsolete());
    versions.setUnlogged(!logged);
    try {
      threads.add(start(environment, "sync", logSync));
      threads.add(start(environment, "flush", () -> flushes.run(flush)));
      threads.add(start(environment, "compaction", () -> compactions.run(compaction)));
      if (events != null) {
        start(environment, "events", events);
      }
    } catch (RuntimeException | Error e) {
      monitor.stop();
      logSync.stop();
      for (int i = 0; i < threads.size(); i++) {
        join(i);
      }
      throw e;
    }
  }

  static MemTable newMemTable(Options options) {
    return new MemTable(options.memtableBytes(), options.filterBitsPerKey());
  }

  /** Puts everything committed before the call into tables. */
  void flush() throws IOException {
    flushes.retryFailed();
    commits.freeze();
    flushes.awaitFlushed(commits.visibleSequence());
  }

  /** Makes everything committed before the call survive a power cut. */
  void sync() throws IOException {
    if (logged) {
      health.checkWritable();
      logSync.await(commits.visibleSequence());
    } else {
      flush();
    }
  }

  /** Waits until nothing is to be flushed or compacted. */
  void awaitQuiet() throws IOException {
    flushes.awaitEmpty();
    compactions.awaitNothingDue();
  }

  Health describeHealth() {
    boolean isClosed = versions.view() == null;
    long delayNanos = isClosed ? 0 : pressure.delayNanos(1);
    return health.describe(isClosed, isClosed ? "" : pressure.reason(), delayNanos);
  }

  Stats stats() {
    ReadView view = versions.view();
    return new Stats(
        counters.gets.sum(),
        counters.memtableFilterChecks.sum(),
        counters.memtableFilterNegatives.sum(),
        counters.memtableHits.sum(),
        versions.inCurrentVersion(counters::runsConsidered),
        counters.runsSkippedByRange.sum(),
        counters.writes.sum(),
        counters.operations.sum(),
        counters.logRecords.sum(),
        counters.logBytes.sum(),
        counters.logSyncs.sum(),
        counters.flushes.sum(),
        counters.compactions.sum(),
        counters.trivialMoves.sum(),
        counters.tableBytesWritten.sum(),
        counters.droppedTombstones.sum(),
        counters.droppedVersions.sum(),
        versions.obsolete().count(),
        cursors.openCount(),
        cursors.leakedCount(),
        snapshots.count(),
        files.openCount(),
        view == null ? 0 : view.memtableBytes(),
        memory.usedBytes(),
        memory.filterBytes(),
        memory.filterEvictions(),
        (int)
            versions.inCurrentVersion(TableInfo::of).stream()
                .filter(TableInfo::filterRateDrifts)
                .count(),
        Lz4.implementation());
  }

  void close() throws IOException {
    closing.lock();
    // An interrupt that came before would make the sync of names fail.
    boolean interrupted = Thread.interrupted();
    try {
      if (!closed) {
        closed = true;
        monitor.letWritersPass();
        commits.close();
        Throwable failure = logged ? null : flushLast();
        monitor.stop();
        join(1);
        join(2);
        try {
          finish(failure);
        } finally {
          health.close();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      closing.unlock();
    }
  }

  /** Without a log, what is in memory would be lost; returns why it is, or null. */
  private Throwable flushLast() {
    try {
      commits.freezeLast();
      flushes.awaitFlushed(commits.visibleSequence());
      return null;
    } catch (IOException | RuntimeException | Error e) {
      return e;
    }
  }

  private void finish(Throwable earlier) throws IOException {
    // First those who still wait for their sync; after that nobody but us touches the logs.
    logSync.stop();
    join(0);
    Throwable failure = earlier;
    try {
      sealIfHealthy();
    } catch (IOException | RuntimeException | Error e) {
      failure = failure == null ? e : failure;
    }
    logSync.end(failure == null);
    cursors.close();
    rethrow(release(failure));
  }

  /**
   * After a failure nothing may say that the logs are whole; the caller is told, since writes that
   * were acknowledged as BUFFERED may not be durable.
   */
  private void sealIfHealthy() throws IOException {
    health.checkWritable();
    try {
      Map<Long, Seal> seals = log.seal();
      versions.seal(seals);
    } catch (IOException | RuntimeException | Error e) {
      health.fail(e);
      throw e;
    }
  }

  /** Releases every part, whatever the others throw: a lock that stays would outlive the store. */
  private Throwable release(Throwable earlier) {
    Throwable failure = earlier;
    List<Closeable> parts = new ArrayList<>(List.of(versions::close, log::close));
    parts.addAll(owned);
    for (Closeable part : parts) {
      try {
        part.close();
      } catch (IOException | RuntimeException | Error e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    return failure;
  }

  private static void rethrow(Throwable failure) throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }

  private void join(int thread) {
    boolean interrupted = false;
    while (true) {
      try {
        threads.get(thread).join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Thread start(Environment environment, String name, Runnable body) {
    Thread thread = environment.threads().newThread(body);
    thread.setName("tamis-" + name + " " + environment.directory());
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
