package dev.tamis.engine;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The one thread that syncs logs. Whoever needs durability waits here for a sequence number; one
 * sync serves everybody whose writes were appended before it began, and while it runs the next
 * group gathers. User threads never sync themselves, so an interrupt can't reach a sync. With a
 * period it also syncs unasked whenever so much time has passed and something was written.
 *
 * <p>A failed sync is final: the operating system may have dropped the pages and would report the
 * next sync as a success. The store becomes read-only, everybody waiting is told, and neither a
 * promise nor a seal is written any more.
 */
final class LogSync implements Runnable {
  private final WriteAheadLog log;
  private final StoreHealth health;
  private final LongSupplier visibleSequence;
  private final long periodNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition wanted = lock.newCondition();
  private final Condition synced = lock.newCondition();
  private long wantedSequence;
  private long syncedSequence;
  private boolean stopping;
  private boolean ended;

  /**
   * @param recoveredSequence what the store held when it was opened; durable already
   * @param periodMillis 0 to sync only when somebody waits
   */
  LogSync(
      WriteAheadLog log,
      StoreHealth health,
      LongSupplier visibleSequence,
      long recoveredSequence,
      long periodMillis) {
    this.log = log;
    this.health = health;
    this.visibleSequence = visibleSequence;
    this.syncedSequence = recoveredSequence;
    this.periodNanos = TimeUnit.MILLISECONDS.toNanos(periodMillis);
  }

  /** Returns once everything up to a sequence is durable, or throws if that can't be had. */
  void await(long sequence) throws IOException {
    lock.lock();
    try {
      if (sequence > wantedSequence) {
        wantedSequence = sequence;
        wanted.signal();
      }
      while (syncedSequence < sequence) {
        health.checkWritable();
        if (ended) {
          throw new IllegalStateException("store is closed");
        }
        synced.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends the thread once nobody waits for it; who comes later waits for {@link #end}. */
  void stop() {
    lock.lock();
    try {
      stopping = true;
      wanted.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The store is closed: nobody waits any more.
   *
   * @param isDurable whether everything ever written is; then those who waited got what they wanted
   */
  void end(boolean isDurable) {
    lock.lock();
    try {
      ended = true;
      if (isDurable) {
        syncedSequence = Long.MAX_VALUE;
      }
      synced.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void run() {
    try {
      while (awaitWork()) {
        // Read before syncing: what is visible by now was appended by now.
        long target = visibleSequence.getAsLong();
        log.sync();
        if (publish(target)) {
          log.promise();
        }
      }
    } catch (Throwable e) {
      health.fail(e);
      wakeWaiting();
    }
  }

  private boolean awaitWork() {
    lock.lock();
    try {
      long leftNanos = periodNanos;
      while (!stopping && wantedSequence <= syncedSequence) {
        if (periodNanos == 0) {
          wanted.awaitUninterruptibly();
        } else if (leftNanos > 0) {
          leftNanos = wanted.awaitNanos(leftNanos);
        } else {
          wantedSequence = Math.max(wantedSequence, visibleSequence.getAsLong());
          leftNanos = periodNanos;
        }
      }
      return wantedSequence > syncedSequence;
    } catch (InterruptedException e) {
      // Nobody has a reason to interrupt the store's own threads; if they do, sync at once.
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void wakeWaiting() {
    lock.lock();
    try {
      synced.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Wakes those who waited; true if nobody is waiting for more. */
  private boolean publish(long sequence) {
    lock.lock();
    try {
      syncedSequence = Math.max(syncedSequence, sequence);
      synced.signalAll();
      return wantedSequence <= syncedSequence;
    } finally {
      lock.unlock();
    }
  }
}
