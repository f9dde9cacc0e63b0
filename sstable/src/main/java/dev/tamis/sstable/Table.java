package dev.tamis.sstable;

/** An immutable sorted table. */
public final class Table {
  /** What a lookup returns, by identity, when the newest visible version is a delete. */
  public static final byte[] TOMBSTONE = new byte[0];

  private Table() {}
}
