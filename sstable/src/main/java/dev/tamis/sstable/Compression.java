package dev.tamis.sstable;

/** How the blocks of a table are compressed; a block that does not shrink is stored as it is. */
public enum Compression {
  NONE,
  LZ4
}
