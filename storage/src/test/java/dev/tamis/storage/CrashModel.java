package dev.tamis.storage;

/**
 * What is left of unsynced bytes and names when a process or a machine dies. All but {@link
 * #KEEP_ALL} are power cuts: everything in the image is durable. Synced bytes and synced names are
 * always kept.
 */
public enum CrashModel {
  /**
   * The process is killed and the system lives: all is there, and what was unsynced is still
   * unsynced, so a power cut of the image can take it.
   */
  KEEP_ALL,
  /** Nothing unsynced is left. */
  DROP_ALL,
  /** Everything up to one point in the global order of writes and name operations. */
  PREFIX,
  /** Each unsynced 4 KiB block is there or is not; a hole reads as zeros. */
  BLOCKS,
  /** As {@link #PREFIX}, and the last write is cut at any byte or has 512-byte sectors missing. */
  TORN,
  /**
   * Names and lengths reach the disk before bytes: new bytes are zeros or garbage, or the length is
   * the synced one though all names are there.
   */
  SIZE_FIRST,
  /** Any subset of the pending name operations; bytes of each file are kept or dropped. */
  DIR_SUBSET
}
