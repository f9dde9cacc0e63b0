package dev.tamis.engine;

/**
 * How a store is doing.
 *
 * @param state what it can do
 * @param cause the first failure behind a state other than {@code OPEN}, else {@code null}
 * @param writePressure why writes are slowed or held back at this moment, or empty
 * @param writeDelayNanos how long each write is held back at this moment, in nanoseconds; {@link
 *     Long#MAX_VALUE} while writes wait for background work
 */
public record Health(State state, Throwable cause, String writePressure, long writeDelayNanos) {

  /** What a store can do. */
  public enum State {
    /** Everything. */
    OPEN,
    /** Reads and writes work, some background work failed and is retried; the cause says why. */
    DEGRADED,
    /** Reads work; the first failure is the cause of every refused write. */
    READ_ONLY,
    /** Nothing. */
    CLOSED
  }
}
