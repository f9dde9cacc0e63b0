package dev.tamis.bench;

/** Shows how far the job is. */
interface Progress {

  /**
   * Begins a step.
   *
   * @param total how many operations it will have, or 1 where it cannot be known
   */
  Step begin(String name, long total);

  /** One step; closing it says that it is over, whether it went well or not. */
  interface Step extends AutoCloseable {
    void advanceTo(long done);

    @Override
    void close();
  }
}
