package dev.tamis.engine;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The frozen memtables that wait for the flush thread, the waiting for it, and its loop. At most
 * two are frozen: beyond that a writer waits, since memory would grow without bound.
 */
final class FlushQueue {
  private static final int MAX_FROZEN = 2;

  private final BackgroundMonitor monitor;
  private final StoreHealth health;
  private final Deque<MemTables.Frozen> frozen = new ArrayDeque<>();
  private List<String> keptLogs;
  private long flushedSequence;
  private long failures;

  /** Whether somebody asked for a flush since the last one began: no reason to pause. */
  private boolean isWanted;

  /**
   * @param keptLogs sealed logs whose writes are in the first memtable
   */
  FlushQueue(BackgroundMonitor monitor, StoreHealth health, List<String> keptLogs) {
    this.monitor = monitor;
    this.health = health;
    this.keptLogs = keptLogs;
  }

  /** Takes a frozen memtable over. */
  void add(MemTables.Frozen table) {
    monitor.locked(
        () -> {
          frozen.addLast(table);
          monitor.signal();
        });
  }

  /** Waits until one more memtable may be frozen. */
  void awaitRoom() throws IOException {
    monitor.awaitRoom(
        () -> frozen.size() < MAX_FROZEN, monitor.flushing, "memtables wait to be flushed");
  }

  /** If the last flush failed, has it tried again now, and waits for it. */
  void retryFailed() throws IOException {
    long sequence =
        monitor.locked(
            () ->
                monitor.flushing.failure() == null || frozen.isEmpty()
                    ? 0L
                    : frozen.getLast().lastSequence());
    if (sequence > 0) {
      awaitFlushed(sequence);
    }
  }

  /** Waits until everything up to a sequence is in tables; throws what the flush throws. */
  void awaitFlushed(long sequence) throws IOException {
    long failuresBefore =
        monitor.locked(
            () -> {
              isWanted = true;
              monitor.signal();
              return failures;
            });
    monitor.await(
        () -> frozen.isEmpty() || flushedSequence >= sequence,
        () -> failures > failuresBefore ? monitor.flushing.failure() : null,
        "flush failed");
  }

  /** Waits until no memtable is frozen. */
  void awaitEmpty() throws IOException {
    monitor.await(frozen::isEmpty, monitor.flushing::failure, "a flush is due");
  }

  /** Body of the flush thread. */
  void run(Flush flush) {
    long pauseMillis = BackgroundMonitor.FIRST_PAUSE_MILLIS;
    while (monitor.awaitWork(() -> !frozen.isEmpty())) {
      MemTables.Frozen next = take();
      try {
        flush.run(next, keptLogs, monitor.cancellation);
        keptLogs = List.of();
        pauseMillis = BackgroundMonitor.FIRST_PAUSE_MILLIS;
        succeeded(next);
      } catch (Cancellation.Cancelled e) {
        return;
      } catch (IOException e) {
        failed(e);
        monitor.pause(pauseMillis, () -> isWanted);
        pauseMillis = BackgroundMonitor.nextPauseMillis(pauseMillis);
      } catch (Throwable e) {
        health.fail(e);
        failed(e);
        return;
      }
    }
  }

  private MemTables.Frozen take() {
    return monitor.locked(
        () -> {
          isWanted = false;
          return frozen.getFirst();
        });
  }

  private void succeeded(MemTables.Frozen table) {
    monitor.locked(
        () -> {
          frozen.removeFirst();
          flushedSequence = table.lastSequence();
          monitor.flushing.ended(null);
        });
  }

  private void failed(Throwable cause) {
    monitor.locked(
        () -> {
          failures++;
          monitor.flushing.ended(cause);
        });
  }
}
