package dev.tamis.storage;

/**
 * The machine died here. An {@link Error}, so that no handler for I/O errors takes it for one of
 * its own; code under test must not catch it and go on.
 */
public final class SimulatedCrash extends Error {
  private static final long serialVersionUID = 1L;

  private final long operation;

  SimulatedCrash(long operation) {
    super("simulated crash at operation " + operation);
    this.operation = operation;
  }

  /** The write-type operation at which it happened, counted from 1. */
  public long operation() {
    return operation;
  }
}
