package dev.tamis.filter;

/**
 * A filter has no place for another key. The key was not added; all keys that were in the filter
 * are still there.
 */
public final class FilterFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long keyCount;
  private final long slots;

  FilterFullException(long keyCount, long slots) {
    super("filter is full: " + keyCount + " keys in " + slots + " slots");
    this.keyCount = keyCount;
    this.slots = slots;
  }

  /** Keys in the filter. */
  public long keyCount() {
    return keyCount;
  }

  /** Places for keys. */
  public long slots() {
    return slots;
  }
}
