package dev.tamis.filter.gate;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Finds out whether a rebuild is due, and tells a listener once per version and reason. */
final class RebuildSignal {
  private final GateListener listener;
  private final int recentCapacity;
  private final long maxAgeNanos;
  private final Set<RebuildReason> told = EnumSet.noneOf(RebuildReason.class);
  private long toldVersion;

  RebuildSignal(GateListener listener, int recentCapacity, long maxAgeNanos) {
    this.listener = listener;
    this.recentCapacity = recentCapacity;
    this.maxAgeNanos = maxAgeNanos;
  }

  /** The most urgent reason to replace a version. */
  Optional<RebuildReason> reason(GateVersion version, long watermark, long nowNanos) {
    if (version.filter() == null) {
      return Optional.of(RebuildReason.NO_FILTER);
    }
    if (version.position() < watermark) {
      return Optional.of(RebuildReason.BEHIND_WATERMARK);
    }
    if (version.recent().overflowed()) {
      return Optional.of(RebuildReason.RECENT_KEYS_OVERFLOWED);
    }
    if (version.recent().size() >= (recentCapacity + 1) / 2) {
      return Optional.of(RebuildReason.MANY_RECENT_KEYS);
    }
    if (nowNanos - version.sinceNanos() > maxAgeNanos) {
      return Optional.of(RebuildReason.TOO_OLD);
    }
    return version.filter().overfilled() ? Optional.of(RebuildReason.OVERFILLED) : Optional.empty();
  }

  /** Tells the listener if there is a reason that it was not told of. */
  void check(GateVersion version, long watermark, long nowNanos) {
    reason(version, watermark, nowNanos)
        .filter(reason -> isNew(version.number(), reason))
        .ifPresent(reason -> listener.rebuildDue(version.number(), reason));
  }

  private synchronized boolean isNew(long version, RebuildReason reason) {
    if (version < toldVersion) {
      return false;
    }
    if (version > toldVersion) {
      told.clear();
      toldVersion = version;
    }
    return told.add(reason);
  }
}
