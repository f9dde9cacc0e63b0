package dev.tamis.engine;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;

/**
 * The compaction thread's work: manual compactions in the order of their calls, and in between what
 * the picker finds due. It is a thread of its own so that a long merge never keeps a full memtable
 * waiting.
 */
final class CompactionQueue {

  /** A manual compaction; completed by the compaction thread. */
  private static final class Request {
    final byte[] from;
    final byte[] to;
    boolean isDone;
    Throwable failure;

    Request(byte[] from, byte[] to) {
      this.from = from;
      this.to = to;
    }
  }

  private final BackgroundMonitor monitor;
  private final StoreHealth health;
  private final VersionSet versions;
  private final CompactionPicker picker;
  private final Deque<Request> requests = new ArrayDeque<>();

  CompactionQueue(
      BackgroundMonitor monitor, StoreHealth health, VersionSet versions, CompactionPicker picker) {
    this.monitor = monitor;
    this.health = health;
    this.versions = versions;
    this.picker = picker;
  }

  /** Waits until compactions have brought about that a condition on level 0 holds. */
  void awaitRoomInLevel0(BooleanSupplier holds) throws IOException {
    monitor.awaitRoom(holds, monitor.compacting, "level 0 is full");
  }

  /** Runs a manual compaction on the compaction thread and waits for it. */
  void compact(byte[] from, byte[] to) throws IOException {
    health.checkWritable();
    Request request = new Request(from, to);
    monitor.locked(
        () -> {
          requests.addLast(request);
          monitor.signal();
        });
    try {
      // Its own failure comes with the request; that of another one says nothing about it.
      monitor.await(() -> request.isDone, () -> null, "");
    } finally {
      monitor.locked(() -> requests.remove(request));
    }
    if (request.failure instanceof IOException e) {
      throw e;
    }
    if (request.failure instanceof Cancellation.Cancelled) {
      throw new IllegalStateException("store is closed");
    }
    if (request.failure != null) {
      health.checkWritable();
      throw new IllegalStateException("compaction failed", request.failure);
    }
  }

  /** Waits until no compaction runs or is due. */
  void awaitNothingDue() throws IOException {
    monitor.await(() -> !isDue(), monitor.compacting::failure, "a compaction is due");
  }

  /** Also while it runs: what was due is so until its outcome is in the version. */
  private boolean isDue() {
    ReadView view = versions.view();
    return !requests.isEmpty() || (view != null && picker.pick(view.version()) != null);
  }

  /** Body of the compaction thread. */
  void run(CompactionRun compaction) {
    long pauseMillis = BackgroundMonitor.FIRST_PAUSE_MILLIS;
    while (monitor.awaitWork(this::isDue)) {
      Request request = monitor.locked(requests::peekFirst);
      try {
        if (request != null) {
          compactManually(compaction, request);
        } else {
          Compaction plan = picker.pick(versions.view().version());
          if (plan != null) {
            compaction.run(plan, monitor.cancellation);
          }
        }
        pauseMillis = BackgroundMonitor.FIRST_PAUSE_MILLIS;
        ended(request, null);
      } catch (Cancellation.Cancelled e) {
        ended(request, e);
        return;
      } catch (IOException e) {
        ended(request, e);
        monitor.pause(pauseMillis, () -> !requests.isEmpty());
        pauseMillis = BackgroundMonitor.nextPauseMillis(pauseMillis);
      } catch (Throwable e) {
        health.fail(e);
        ended(request, e);
        return;
      }
    }
  }

  private void compactManually(CompactionRun compaction, Request request) throws IOException {
    int bottom = Math.max(1, versions.view().version().deepestLevel());
    for (int level = 0; level < bottom; level++) {
      Compaction plan =
          CompactionPicker.down(versions.view().version(), level, request.from, request.to);
      if (plan != null) {
        compaction.run(plan, monitor.cancellation);
      }
    }
    Version version = versions.view().version();
    for (Compaction plan : CompactionPicker.inPlace(version, bottom, request.from, request.to)) {
      compaction.run(plan, monitor.cancellation);
    }
  }

  private void ended(Request request, Throwable failure) {
    monitor.locked(
        () -> {
          if (request != null) {
            requests.remove(request);
            request.isDone = true;
            request.failure = failure;
          }
          monitor.compacting.ended(failure);
        });
  }
}
