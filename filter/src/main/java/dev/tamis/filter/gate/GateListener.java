package dev.tamis.filter.gate;

/**
 * Is told what an operator has to know. Methods are called in the thread that noticed, without a
 * lock; they may start a rebuild in another thread and should return soon.
 */
public interface GateListener {
  /** A listener that does nothing. */
  GateListener NONE = new GateListener() {};

  /**
   * A rebuild is due; told once per version and reason.
   *
   * @param version the version that should be replaced
   */
  default void rebuildDue(long version, RebuildReason reason) {}

  /**
   * A reader still has a version open that is older than the source's safe watermark. It gets
   * "maybe" for every key until it is refreshed. Told at every new watermark.
   */
  default void readerBehind(long version, long position, long watermark) {}
}
