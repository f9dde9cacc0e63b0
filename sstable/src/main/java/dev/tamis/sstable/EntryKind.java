package dev.tamis.sstable;

/** What an internal entry says about its key; two bits on disk. */
public final class EntryKind {
  /** A tombstone: the key is absent from this sequence on. The value is empty. */
  public static final int DELETE = 0;

  public static final int PUT = 1;

  /** Reserved for merge operands; refused by this version. */
  public static final int MERGE = 2;

  /** Reserved for range tombstones; refused by this version. */
  public static final int RANGE_DELETE = 3;

  private EntryKind() {}

  /** Whether this version reads and writes entries of this kind. */
  public static boolean isKnown(int kind) {
    return kind == DELETE || kind == PUT;
  }
}
