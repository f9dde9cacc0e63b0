package dev.tamis.filter.gate;

import dev.tamis.filter.MembershipFilter;
import java.util.concurrent.atomic.LongAdder;

/** What a gate counts. Thread-safe. */
final class GateCounters {
  final LongAdder cachedNegatives = new LongAdder();
  final LongAdder missesAfterPositive = new LongAdder();
  final LongAdder sourceFailures = new LongAdder();
  final LongAdder rebuilds = new LongAdder();
  final LongAdder failedRebuilds = new LongAdder();
  final LongAdder checksumFailures = new LongAdder();
  volatile long lastRebuildNanos;

  private final LongAdder negatives = new LongAdder();
  private final LongAdder positives = new LongAdder();
  private final LongAdder uncovered = new LongAdder();

  void count(GateVersion.Answer answer) {
    switch (answer) {
      case NO -> negatives.increment();
      case MAYBE -> positives.increment();
      case UNCOVERED -> uncovered.increment();
    }
  }

  GateStatus status(GateVersion version, long sourcePosition, long nowNanos, int readersBehind) {
    MembershipFilter filter = version.filter();
    boolean none = filter == null;
    return new GateStatus(
        negatives.sum(),
        positives.sum(),
        uncovered.sum(),
        cachedNegatives.sum(),
        missesAfterPositive.sum(),
        sourceFailures.sum(),
        rebuilds.sum(),
        failedRebuilds.sum(),
        checksumFailures.sum(),
        version.number(),
        none ? 0 : version.position(),
        none ? sourcePosition : sourcePosition - version.position(),
        none ? 0 : nowNanos - version.sinceNanos(),
        lastRebuildNanos,
        none ? 0 : filter.keyCount(),
        none ? 0 : filter.bitSize() / Byte.SIZE,
        none ? 0 : filter.fillRatio(),
        none ? 1 : filter.currentFpr(),
        version.recent().size(),
        readersBehind);
  }
}
