package dev.tamis.filter.gate;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * The exact store behind a gate, as far as the gate needs it: its keys, all at once and of one
 * moment. Used by one rebuild at a time; {@link #position} by any number of threads.
 */
public interface GateSource {
  /**
   * All keys of one moment.
   *
   * <p>The gate's whole safety rests on this: the snapshot has every key whose commit was finished
   * before this call began. Keys of commits still under way may be in it or not.
   *
   * @throws IOException if the source cannot be read; the gate then keeps the filter it has
   */
  Snapshot snapshot() throws IOException;

  /**
   * How far the source has come: a number that grows with every change, such as a sequence number
   * or a log position. Cheap. The gate only compares it with {@link Snapshot#position}.
   */
  long position();

  /** The keys of one moment. Used by one thread and closed by it. */
  interface Snapshot extends AutoCloseable {
    /** The source's position at that moment. */
    long position();

    /** About how many keys there are; the filter is made for so many. */
    long keyCount();

    /**
     * Gives every key to the consumer. The consumer keeps no array, so one may be used again.
     *
     * @throws IOException if a key cannot be read; what was given is then dropped
     */
    void forEachKey(Consumer<byte[]> consumer) throws IOException;

    @Override
    default void close() throws IOException {}
  }
}
