package dev.tamis.engine;

import dev.tamis.sstable.EntryCursor;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Opens cursors and keeps track of those not closed. An open cursor pins the version it reads, so
 * its tables stay. One that was forgotten gives its version back when the garbage collector has
 * noticed, and is counted as leaked; a cursor costs kept files, never a crash.
 */
final class Cursors {
  private static final class Pin extends WeakReference<Cursor> {
    private final Version version;

    Pin(Cursor cursor, Version version, ReferenceQueue<Cursor> queue) {
      super(cursor, queue);
      this.version = version;
    }
  }

  private final VersionSet versions;
  private final Snapshots snapshots;
  private final LongSupplier visibleSequence;
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<Pin> open = new HashSet<>();
  private final ReferenceQueue<Cursor> forgotten = new ReferenceQueue<>();
  private long leaked;
  private boolean closed;

  Cursors(VersionSet versions, Snapshots snapshots, LongSupplier visibleSequence) {
    this.versions = versions;
    this.snapshots = snapshots;
    this.visibleSequence = visibleSequence;
  }

  Cursor open(ReadOptions options, byte[] lower, byte[] upper) {
    releaseForgotten();
    ReadView view = versions.pin();
    try {
      // After the view, as in a get.
      long sequence =
          options.snapshot() == null
              ? visibleSequence.getAsLong()
              : options.snapshot().sequenceFor(snapshots);
      Pin[] pin = new Pin[1];
      Cursor cursor =
          new Cursor(
              new MergingCursor(inputs(view, options.isFillingCache())),
              sequence,
              lower,
              upper,
              () -> release(pin[0]));
      pin[0] = new Pin(cursor, view.version(), forgotten);
      lock.lock();
      try {
        if (closed) {
          throw new IllegalStateException("store is closed");
        }
        open.add(pin[0]);
      } finally {
        lock.unlock();
      }
      return cursor;
    } catch (RuntimeException | Error e) {
      versions.unpin(view.version());
      throw e;
    }
  }

  int openCount() {
    releaseForgotten();
    lock.lock();
    try {
      return open.size();
    } finally {
      lock.unlock();
    }
  }

  /** Cursors that were garbage collected without having been closed. */
  long leakedCount() {
    releaseForgotten();
    lock.lock();
    try {
      return leaked;
    } finally {
      lock.unlock();
    }
  }

  /** Makes the cursors that are still open unusable. */
  void close() {
    List<Pin> pins;
    lock.lock();
    try {
      closed = true;
      pins = new ArrayList<>(open);
      open.clear();
    } finally {
      lock.unlock();
    }
    for (Pin pin : pins) {
      Cursor cursor = pin.get();
      if (cursor != null) {
        cursor.storeClosed();
      }
    }
  }

  private void release(Pin pin) {
    boolean wasOpen;
    lock.lock();
    try {
      wasOpen = open.remove(pin);
    } finally {
      lock.unlock();
    }
    if (wasOpen) {
      versions.unpin(pin.version);
    }
  }

  private void releaseForgotten() {
    for (Reference<?> pin = forgotten.poll(); pin != null; pin = forgotten.poll()) {
      boolean wasOpen;
      lock.lock();
      try {
        wasOpen = open.contains(pin);
        leaked += wasOpen ? 1 : 0;
      } finally {
        lock.unlock();
      }
      release((Pin) pin);
    }
  }

  private static EntryCursor[] inputs(ReadView view, boolean fillCache) {
    List<EntryCursor> inputs = new ArrayList<>();
    inputs.add(view.active().cursor());
    view.frozen().forEach(table -> inputs.add(table.cursor()));
    for (TableFile.Open table : view.version().tables(0)) {
      inputs.add(table.table().cursor(fillCache));
    }
    for (int level = 1; level < Version.LEVELS; level++) {
      if (!view.version().tables(level).isEmpty()) {
        inputs.add(new LevelCursor(new LevelRun(view.version().run(level), fillCache)));
      }
    }
    return inputs.toArray(EntryCursor[]::new);
  }
}
