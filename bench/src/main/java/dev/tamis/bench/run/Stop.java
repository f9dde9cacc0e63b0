package dev.tamis.bench.run;

/** Asks the threads of one benchmark to end; they look at it before each operation. */
public final class Stop {
  private volatile boolean requested;

  /** From now on everything is to end. */
  public void request() {
    requested = true;
  }

  /** Whether it is. */
  public boolean isRequested() {
    return requested;
  }
}
