package dev.tamis.engine;

import dev.tamis.storage.LittleEndian;

/**
 * Where the parts of a table file are, read from its footer (sstable/FORMAT.md), to damage them.
 */
record TableRegions(
    long dataEnd,
    long filterOffset,
    long filterLength,
    long indexOffset,
    long indexLength,
    long fileId) {
  private static final int FOOTER_BYTES = 128;

  static TableRegions of(byte[] file) {
    int footer = file.length - FOOTER_BYTES;
    return new TableRegions(
        LittleEndian.getLong(file, footer),
        LittleEndian.getLong(file, footer + 8),
        LittleEndian.getLong(file, footer + 16),
        LittleEndian.getLong(file, footer + 24),
        LittleEndian.getLong(file, footer + 32),
        LittleEndian.getLong(file, footer + 96 + 16));
  }
}
