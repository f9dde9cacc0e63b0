package dev.tamis.filter.gate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which versions a reader can still use, and which commits are under way: what makes sure that no
 * version denies a committed key. All methods are thread-safe; {@link #current} takes no lock.
 */
final class GateVersions {
  /*
   * A commit is announced before the source makes it visible, and ended after that. What is announced
   * goes into the recent keys of every version that is in use, and of the one being built.
   *
   * Why nothing is lost. A rebuild first opens the next set of recent keys and puts the commits under
   * way into it, then takes its snapshot. A commit that ended before is in the snapshot. One that was
   * under way, or is announced later, is in the set. There is no third kind. The switch is one write of
   * a reference: a reader has the old filter with the old set, or the new one with the new set.
   *
   * An old version keeps receiving keys while a reader has it open. A look-up that took no reader may
   * still hold one that receives none: it then began before the commit was announced, and may answer as
   * of then.
   */
  private final int recentCapacity;
  private final List<GateVersion> open = new ArrayList<>(2);
  private Map<Long, Integer> underWay;
  private RecentKeys next;
  private volatile GateVersion current;

  GateVersions(int recentCapacity, long nowNanos) {
    this.recentCapacity = recentCapacity;
    this.current =
        new GateVersion(0, Long.MIN_VALUE, nowNanos, null, new RecentKeys(recentCapacity));
  }

  GateVersion current() {
    return current;
  }

  /** A key is about to be committed. */
  synchronized void announce(long hash) {
    if (underWay == null) {
      underWay = new HashMap<>();
    }
    underWay.merge(hash, 1, Integer::sum);
    receive(current, hash);
    open.forEach(version -> receive(version, hash));
    if (next != null) {
      next.add(hash);
    }
  }

  /** The commit is over, whether it succeeded or not. */
  synchronized void end(long hash) {
    underWay.merge(hash, -1, (count, less) -> count == 1 ? null : count + less);
    if (underWay.isEmpty()) {
      underWay = null;
    }
  }

  /** A rebuild begins, before it takes its snapshot. */
  synchronized RecentKeys openNext() {
    next = new RecentKeys(recentCapacity);
    if (underWay != null) {
      underWay.keySet().forEach(next::add);
    }
    return next;
  }

  /** A rebuild failed; its recent keys are dropped. */
  synchronized void abandonNext() {
    next = null;
  }

  /** A rebuild is done: its version, with the set that {@link #openNext} gave, is what is asked. */
  synchronized void switchTo(GateVersion version) {
    if (version.recent() != next) {
      throw new IllegalStateException("not the version that is being built");
    }
    next = null;
    current = version;
  }

  /** Opens the current version for a reader. */
  synchronized GateVersion acquire() {
    GateVersion version = current;
    if (version.readers() == 0) {
      open.add(version);
    }
    version.addReaders(1);
    return version;
  }

  /** A reader gives a version back; without readers an old one is dropped. */
  synchronized void release(GateVersion version) {
    version.addReaders(-1);
    if (version.readers() == 0) {
      open.remove(version);
    }
  }

  /** The versions that readers have open and that are older than a position, oldest first. */
  synchronized List<GateVersion> openBefore(long position) {
    return open.stream().filter(version -> version.position() < position).toList();
  }

  /** How many readers have such a version open. */
  synchronized int readersBefore(long position) {
    return openBefore(position).stream().mapToInt(GateVersion::readers).sum();
  }

  private static void receive(GateVersion version, long hash) {
    if (version.filter() != null) { // without one, the answer is "maybe" anyway
      version.recent().add(hash);
    }
  }
}
