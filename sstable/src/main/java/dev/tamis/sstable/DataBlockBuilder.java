package dev.tamis.sstable;

import dev.tamis.storage.LittleEndian;
import java.util.Arrays;

/**
 * Collects entries in order and encodes them as the payload of a data block; the layout is in
 * {@link DataBlock}. Entries are staged with whole keys, since the prefix that all keys of a block
 * share is known only when it ends. Not safe for use by several threads.
 */
final class DataBlockBuilder {
  private byte[] staged = new byte[64 * 1024];
  private int stagedBytes;
  private int[] keyStarts = new int[256];
  private int[] keyLengths = new int[256];
  private byte[] kinds = new byte[256];
  private byte[] fingerprints = new byte[256];
  private long[] sequences = new long[256];
  private int count;
  private int prefixLength;
  private long smallestSequence;
  private long largestSequence;

  /** Key and value bytes and upper bounds of the entry headers. */
  private int entryBytes;

  private byte[] encoded = new byte[TableFormat.MAX_DATA_BLOCK_BYTES];

  boolean isEmpty() {
    return count == 0;
  }

  /** Key and value bytes waiting to be encoded. */
  int stagedBytes() {
    return stagedBytes;
  }

  /**
   * Payload bytes the block would have with this entry in it, at most a few below the truth: a key
   * that leaves fewer shared bytes lengthens every entry before it, so this is asked first.
   */
  int sizeWith(byte[] key, int keyOffset, int keyLength, long sequence, int valueLength) {
    int prefix = prefixWith(key, keyOffset, keyLength);
    long low = count == 0 ? sequence : Math.min(smallestSequence, sequence);
    long high = count == 0 ? sequence : Math.max(largestSequence, sequence);
    int perEntry = DataBlock.FIXED_BYTES_PER_ENTRY + widthOf(high - low) - prefix;
    int entries = entryBytes + DataBlock.headerBytes(keyLength) + keyLength + valueLength;
    return DataBlock.HEADER_BYTES + prefix + (count + 1) * perEntry + entries;
  }

  void add(
      byte[] key,
      int keyOffset,
      int keyLength,
      long sequence,
      int kind,
      byte[] value,
      int valueOffset,
      int valueLength,
      int fingerprint) {
    if (count == keyStarts.length) {
      grow();
    }
    prefixLength = prefixWith(key, keyOffset, keyLength);
    smallestSequence = count == 0 ? sequence : Math.min(smallestSequence, sequence);
    largestSequence = count == 0 ? sequence : Math.max(largestSequence, sequence);
    entryBytes += DataBlock.headerBytes(keyLength) + keyLength + valueLength;
    int needed = stagedBytes + keyLength + valueLength;
    if (needed > staged.length) {
      staged = Arrays.copyOf(staged, Math.max(needed, 2 * staged.length));
    }
    System.arraycopy(key, keyOffset, staged, stagedBytes, keyLength);
    System.arraycopy(value, valueOffset, staged, stagedBytes + keyLength, valueLength);
    keyStarts[count] = stagedBytes;
    keyLengths[count] = keyLength;
    kinds[count] = (byte) kind;
    fingerprints[count] = (byte) fingerprint;
    sequences[count] = sequence;
    stagedBytes = needed;
    count++;
  }

  /** Encodes the block into {@link #encoded} and returns its length. Requires: not empty. */
  int encode() {
    int width = widthOf(largestSequence - smallestSequence);
    int fixed = DataBlock.FIXED_BYTES_PER_ENTRY + width;
    int bound = DataBlock.HEADER_BYTES + prefixLength + count * (fixed - prefixLength) + entryBytes;
    if (bound + TableFormat.SLACK_BYTES > encoded.length) {
      encoded = new byte[bound + TableFormat.SLACK_BYTES];
    }
    byte[] out = encoded;
    System.arraycopy(staged, 0, out, DataBlock.HEADER_BYTES, prefixLength);
    int at = DataBlock.HEADER_BYTES + prefixLength;
    System.arraycopy(fingerprints, 0, out, at, count);
    int offsets = at + count;
    int deltas = offsets + 2 * count;
    int entries = deltas + width * count;
    int end = entries;
    for (int i = 0; i < count; i++) {
      LittleEndian.putU16(out, offsets + 2 * i, end - entries);
      int suffix = keyLengths[i] - prefixLength;
      end = DataBlock.putHeader(out, end, suffix, kinds[i]);
      int next = i + 1 < count ? keyStarts[i + 1] : stagedBytes;
      int from = keyStarts[i] + prefixLength;
      System.arraycopy(staged, from, out, end, next - from);
      end += next - from;
    }
    for (int i = 0; i < count; i++) {
      long delta = sequences[i] - smallestSequence;
      for (int b = 0; b < width; b++) {
        out[deltas + i * width + b] = (byte) (delta >>> (8 * b));
      }
    }
    LittleEndian.putU16(out, 0, count);
    LittleEndian.putU16(out, 2, prefixLength);
    LittleEndian.putInt(out, 4, end);
    LittleEndian.putLong(out, 8, smallestSequence | (long) width << 56);
    return end;
  }

  /** The array that {@link #encode} filled. */
  byte[] encoded() {
    return encoded;
  }

  void clear() {
    count = 0;
    stagedBytes = 0;
    entryBytes = 0;
    prefixLength = 0;
  }

  private int prefixWith(byte[] key, int keyOffset, int keyLength) {
    if (count == 0) {
      return keyLength;
    }
    int most = Math.min(prefixLength, keyLength);
    return KeyOrder.commonPrefix(staged, 0, most, key, keyOffset, most);
  }

  /** Bytes that hold every number from 0 to {@code largest}. */
  private static int widthOf(long largest) {
    return (64 - Long.numberOfLeadingZeros(largest) + 7) >>> 3;
  }

  private void grow() {
    int capacity = 2 * count;
    keyStarts = Arrays.copyOf(keyStarts, capacity);
    keyLengths = Arrays.copyOf(keyLengths, capacity);
    kinds = Arrays.copyOf(kinds, capacity);
    fingerprints = Arrays.copyOf(fingerprints, capacity);
    sequences = Arrays.copyOf(sequences, capacity);
  }
}
