package dev.tamis.engine;

/** How one read is done. Immutable; start from {@link #DEFAULT}. */
public final class ReadOptions {
  /** The newest state, with filters, filling the cache. */
  public static final ReadOptions DEFAULT = new ReadOptions(null, true, true);

  private final Snapshot snapshot;
  private final boolean usingFilters;
  private final boolean fillingCache;

  private ReadOptions(Snapshot snapshot, boolean usingFilters, boolean fillingCache) {
    this.snapshot = snapshot;
    this.usingFilters = usingFilters;
    this.fillingCache = fillingCache;
  }

  /** Reads the state the snapshot was taken in; {@code null} means the newest. */
  public ReadOptions withSnapshot(Snapshot value) {
    return new ReadOptions(value, usingFilters, fillingCache);
  }

  /**
   * Searches every table whose key range holds the key, whatever its filter would say. For
   * measuring what filters save; the answer is the same.
   */
  public ReadOptions ignoringFilters() {
    return new ReadOptions(snapshot, false, fillingCache);
  }

  /** Leaves the blocks that a cursor passes out of the cache. Has no effect on point reads. */
  public ReadOptions withoutCaching() {
    return new ReadOptions(snapshot, usingFilters, false);
  }

  /** The snapshot to read, or {@code null}. */
  public Snapshot snapshot() {
    return snapshot;
  }

  public boolean isUsingFilters() {
    return usingFilters;
  }

  public boolean isFillingCache() {
    return fillingCache;
  }
}
