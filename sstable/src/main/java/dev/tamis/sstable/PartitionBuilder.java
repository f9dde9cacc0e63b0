package dev.tamis.sstable;

import dev.tamis.filter.FilterPartitionBuilder;
import dev.tamis.filter.KeyHash;
import dev.tamis.filter.RibbonPartitionBuilder;

/** Makes the filter partitions of a table, one after the other. */
interface PartitionBuilder {
  /** Adds a key by its hash. */
  void add(long keyHash);

  /** Keys added since the last {@link #reset}. */
  int keyCount();

  /** The partition of the keys added, as it goes into the file. */
  byte[] build(double bitsPerKey, int crcSalt);

  /** Forgets the keys. */
  void reset();

  /** Partitions of a kind. */
  static PartitionBuilder of(FilterKind kind, KeyHash hash) {
    return kind == FilterKind.RIBBON ? ofRibbons(hash) : ofLines(hash);
  }

  /** Partitions of cache lines. */
  static PartitionBuilder ofLines(KeyHash hash) {
    FilterPartitionBuilder lines = new FilterPartitionBuilder(hash);
    return new PartitionBuilder() {
      @Override
      public void add(long keyHash) {
        lines.add(keyHash);
      }

      @Override
      public int keyCount() {
        return lines.keyCount();
      }

      @Override
      public byte[] build(double bitsPerKey, int crcSalt) {
        return lines.build(bitsPerKey, crcSalt);
      }

      @Override
      public void reset() {
        lines.reset();
      }
    };
  }

  /** Partitions that are ribbons, where that pays. */
  static PartitionBuilder ofRibbons(KeyHash hash) {
    RibbonPartitionBuilder ribbons = new RibbonPartitionBuilder(hash);
    return new PartitionBuilder() {
      @Override
      public void add(long keyHash) {
        ribbons.add(keyHash);
      }

      @Override
      public int keyCount() {
        return ribbons.keyCount();
      }

      @Override
      public byte[] build(double bitsPerKey, int crcSalt) {
        return ribbons.build(bitsPerKey, crcSalt);
      }

      @Override
      public void reset() {
        ribbons.reset();
      }
    };
  }
}
