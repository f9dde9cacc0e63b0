package dev.tamis.bench.job;

import java.util.List;

/**
 * What one step took.
 *
 * @param stage the state of the store, {@code loaded} or {@code compacted}
 * @param step what was done
 * @param operations how many calls were measured
 * @param nanos time inside these calls in all; checking the answers is not counted
 * @param p50Nanos half of the calls took at most this long
 * @param p99Nanos 99 of 100 did
 * @param p999Nanos 999 of 1,000 did
 * @param maxNanos the longest call
 * @param levels what happened in each level meanwhile; empty for steps that do not read
 */
record StepResult(
    String stage,
    String step,
    long operations,
    long nanos,
    double operationsPerSecond,
    long p50Nanos,
    long p99Nanos,
    long p999Nanos,
    long maxNanos,
    List<LevelChange> levels) {}
