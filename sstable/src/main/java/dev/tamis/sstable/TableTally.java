package dev.tamis.sstable;

/** Counts the entries of a table, while it is written and again when it is verified. */
final class TableTally {
  private long entries;
  private long tombstones;
  private long distinctKeys;
  private long smallestSequence = Long.MAX_VALUE;
  private long largestSequence;
  private long rawKeyBytes;
  private long rawValueBytes;
  private byte[] firstKey = new byte[0];

  void add(int keyLength, long sequence, int kind, int valueLength, boolean newKey) {
    entries++;
    if (kind == EntryKind.DELETE) {
      tombstones++;
    }
    if (newKey) {
      distinctKeys++;
    }
    smallestSequence = Math.min(smallestSequence, sequence);
    largestSequence = Math.max(largestSequence, sequence);
    rawKeyBytes += keyLength;
    rawValueBytes += valueLength;
  }

  void noteSequence(long sequence) {
    largestSequence = Math.max(largestSequence, sequence);
  }

  void firstKey(byte[] key) {
    firstKey = key;
  }

  byte[] firstKey() {
    return firstKey;
  }

  long entries() {
    return entries;
  }

  long tombstones() {
    return tombstones;
  }

  long distinctKeys() {
    return distinctKeys;
  }

  /** 0 if there are no entries. */
  long smallestSequence() {
    return entries == 0 ? 0 : smallestSequence;
  }

  long largestSequence() {
    return largestSequence;
  }

  long rawKeyBytes() {
    return rawKeyBytes;
  }

  long rawValueBytes() {
    return rawValueBytes;
  }
}
