package dev.tamis.bench.run;

/** Asks the threads of one benchmark to end; they look at it before each operation. */
final class Stop {
  private volatile boolean requested;

  void request() {
    requested = true;
  }

  boolean isRequested() {
    return requested;
  }
}
