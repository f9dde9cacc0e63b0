package dev.tamis.sstable;

import dev.tamis.storage.CorruptionException;
import dev.tamis.storage.LittleEndian;
import dev.tamis.storage.UnknownFormatException;

/**
 * A decoded data block: sorted entries in one array, searched in place. Immutable and safe for any
 * number of threads; an evicted block lives as long as somebody still reads it.
 *
 * <pre>
 *   0   u16  entry count n, at least 1
 *   2   u16  length p of the prefix that all keys share
 *   4   u32  payload length: the end of the last entry
 *   8   u56  base sequence        15  u8  sequence width w, 0 to 8
 *   16  p bytes      the shared prefix
 *       n bytes      one fingerprint per entry: a byte of its user key's hash
 *       n x u16      where each entry starts, counted from the first
 *       n x w bytes  sequence minus base sequence
 *       entries      varint (suffix length * 4 + kind), key suffix, value up to the next entry
 * </pre>
 *
 * <p>A point search compares one byte per entry, eight entries at a time, and looks at a key only
 * where the byte agrees: 33 ns for a hit and 18 for a miss in a 4 KB block, where binary search
 * over restart points takes 105 and 114, and a hash index in the block 100 and 57. It costs three
 * bytes an entry, most of which LZ4 and the stripped prefix win back, and makes seeking and moving
 * backwards trivial, since every entry can be addressed.
 *
 * <p>Everything that could lead a search outside the array is checked when the block is decoded,
 * also for content whose checksum is right.
 */
final class DataBlock extends CachedBlock {
  static final int HEADER_BYTES = 16;

  /** Fingerprint and offset; the sequence comes on top. */
  static final int FIXED_BYTES_PER_ENTRY = 3;

  /** Answer of {@link #find}: no version of the key is here. */
  static final int ABSENT = -1;

  /** Answer of {@link #find}: there are versions of the key, all newer than wanted. */
  static final int INVISIBLE = -2;

  private static final int OBJECT_BYTES = 80;

  /** Versions of one key to step over before a search by sequence is the faster way. */
  private static final int MAX_STEPS = 4;

  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long ALL_BUT_HIGH_BITS = 0x7F7F7F7F7F7F7F7FL;

  private final byte[] bytes;
  private final int count;
  private final int prefixLength;
  private final int fingerprints;
  private final int offsets;
  private final int sequences;
  private final int sequenceWidth;
  private final long baseSequence;
  private final int entries;
  private final int end;

  private DataBlock(byte[] bytes, int count, int prefixLength, int end) {
    super(bytes.length + OBJECT_BYTES);
    this.bytes = bytes;
    this.count = count;
    this.prefixLength = prefixLength;
    this.end = end;
    this.sequenceWidth = bytes[15];
    this.baseSequence = LittleEndian.getLong(bytes, 8) & TableFormat.MAX_SEQUENCE;
    this.fingerprints = HEADER_BYTES + prefixLength;
    this.offsets = fingerprints + count;
    this.sequences = offsets + 2 * count;
    this.entries = sequences + sequenceWidth * count;
  }

  /**
   * Decodes a payload whose checksum was verified. The array is kept and must have {@link
   * TableFormat#SLACK_BYTES} more than {@code length}.
   *
   * @throws CorruptionException if the structure is not sound
   * @throws UnknownFormatException if an entry is of a kind this version does not know
   */
  static DataBlock decode(String file, long fileOffset, byte[] bytes, int length)
      throws CorruptionException, UnknownFormatException {
    if (length < HEADER_BYTES) {
      throw corrupt(file, fileOffset, "length", "at least " + HEADER_BYTES, length);
    }
    int count = LittleEndian.getU16(bytes, 0);
    int prefixLength = LittleEndian.getU16(bytes, 2);
    int end = LittleEndian.getInt(bytes, 4);
    int width = bytes[15];
    if (end != length) {
      throw corrupt(file, fileOffset, "payload length", length, end);
    }
    if (count == 0 || width < 0 || width > Long.BYTES) {
      throw corrupt(
          file,
          fileOffset,
          "header",
          "entries and a sequence width of 0 to 8",
          count + ", " + width);
    }
    long fixed = HEADER_BYTES + prefixLength + (long) count * (FIXED_BYTES_PER_ENTRY + width);
    if (fixed >= length) {
      throw corrupt(file, fileOffset, "tables", "at most " + length, fixed);
    }
    DataBlock block = new DataBlock(bytes, count, prefixLength, end);
    block.check(file, fileOffset);
    return block;
  }

  private void check(String file, long fileOffset)
      throws CorruptionException, UnknownFormatException {
    if (offsetOf(0) != 0) {
      throw corrupt(file, fileOffset, "offset of entry 0", 0, offsetOf(0));
    }
    for (int i = 0; i < count; i++) {
      int start = start(i);
      int entryEnd = i + 1 < count ? start(i + 1) : end;
      if (start >= entryEnd || entryEnd > end) {
        throw corrupt(file, fileOffset, "end of entry " + i, start + " to " + end, entryEnd);
      }
      // May read up to two bytes of the next entry or of the slack; then the length is refused.
      long header = header(i);
      int suffixLength = suffixLength(header);
      if (suffixLength > entryEnd - suffixStart(header)
          || prefixLength + suffixLength > TableFormat.MAX_KEY_BYTES) {
        throw corrupt(file, fileOffset, "key length of entry " + i, "less", suffixLength);
      }
      if (!EntryKind.isKnown(kind(header))) {
        throw new UnknownFormatException(file, "entry kind", "delete or put", kind(header));
      }
      long sequence = sequence(i);
      if (sequence < baseSequence || sequence > TableFormat.MAX_SEQUENCE) {
        throw corrupt(file, fileOffset, "sequence of entry " + i, "at most 56 bits", sequence);
      }
    }
  }

  int count() {
    return count;
  }

  /** Reads a word of the fingerprints, which brings them into the cache. */
  long touchFingerprints() {
    return LittleEndian.getLong(bytes, fingerprints);
  }

  int prefixLength() {
    return prefixLength;
  }

  /** The array that everything is in. */
  byte[] bytes() {
    return bytes;
  }

  int prefixStart() {
    return HEADER_BYTES;
  }

  /** Length of the varint in front of an entry whose key suffix is this long. */
  static int headerBytes(int suffixLength) {
    return suffixLength < 1 << 5 ? 1 : suffixLength < 1 << 12 ? 2 : 3;
  }

  /** Writes the varint in front of an entry and returns the offset behind it. */
  static int putHeader(byte[] out, int offset, int suffixLength, int kind) {
    int at = offset;
    int rest = suffixLength << 2 | kind;
    while (rest >= 0x80) {
      out[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    out[at++] = (byte) rest;
    return at;
  }

  /**
   * The decoded start of entry i in one number, so that nothing is allocated: where its key suffix
   * starts (high half), its suffix length and kind (low half).
   */
  long header(int i) {
    int at = start(i);
    int value = bytes[at++];
    if (value < 0) {
      value &= 0x7F;
      int second = bytes[at++];
      value |= (second & 0x7F) << 7;
      if (second < 0) {
        value |= (bytes[at++] & 0xFF) << 14;
      }
    }
    return (long) at << 32 | value;
  }

  static int suffixStart(long header) {
    return (int) (header >>> 32);
  }

  static int suffixLength(long header) {
    return (int) header >>> 2;
  }

  static int kind(long header) {
    return (int) header & 3;
  }

  static int valueStart(long header) {
    return suffixStart(header) + suffixLength(header);
  }

  /** Where the value of entry i ends. */
  int valueEnd(int i) {
    return i + 1 < count ? start(i + 1) : end;
  }

  long sequence(int i) {
    int width = sequenceWidth;
    if (width == 0) {
      return baseSequence;
    }
    long eight = LittleEndian.getLong(bytes, sequences + i * width);
    return baseSequence + (eight & (-1L >>> (64 - 8 * width)));
  }

  int fingerprint(int i) {
    return bytes[fingerprints + i] & 0xFF;
  }

  boolean isDelete(int i) {
    return kind(header(i)) == EntryKind.DELETE;
  }

  /** The value of entry i in some form. */
  byte[] takeValue(int i, ValueForm form) {
    return form.take(bytes, valueStart(header(i)), valueEnd(i));
  }

  /**
   * The newest version of a key that is visible at a sequence, by fingerprint.
   *
   * @return its index, {@link #ABSENT} or {@link #INVISIBLE}
   */
  int find(byte[] key, long sequence, int fingerprint) {
    int suffix = key.length - prefixLength;
    if (suffix < 0 || !KeyOrder.equal(bytes, HEADER_BYTES, key, 0, prefixLength)) {
      return ABSENT;
    }
    long pattern = fingerprint * LOW_BITS;
    int tooNew = 0;
    for (int base = 0; base < count; base += Long.BYTES) {
      // The bytes behind the last fingerprint are offsets, sequences, entries or slack: masked off.
      long differing = LittleEndian.getLong(bytes, fingerprints + base) ^ pattern;
      long equal =
          ~((differing & ALL_BUT_HIGH_BITS) + ALL_BUT_HIGH_BITS | differing | ALL_BUT_HIGH_BITS);
      if (count - base < Long.BYTES) {
        equal &= (1L << (8 * (count - base))) - 1;
      }
      while (equal != 0) {
        int i = base + (Long.numberOfTrailingZeros(equal) >>> 3);
        equal &= equal - 1;
        long header = header(i);
        if (suffixLength(header) == suffix
            && KeyOrder.equal(bytes, suffixStart(header), key, prefixLength, suffix)) {
          if (sequence(i) <= sequence) {
            return i;
          }
          if (++tooNew > MAX_STEPS) {
            return findByOrder(key, sequence);
          }
        }
      }
    }
    return tooNew > 0 ? INVISIBLE : ABSENT;
  }

  /** The same by binary search over the keys, for tables with another hash. */
  int findByOrder(byte[] key, long sequence) {
    int i = lowerBound(key, 0, key.length, sequence);
    if (i < count && compareKey(i, key, 0, key.length) == 0) {
      return i;
    }
    return i > 0 && compareKey(i - 1, key, 0, key.length) == 0 ? INVISIBLE : ABSENT;
  }

  /** The first entry at or after (key, sequence), or {@link #count}. */
  int lowerBound(byte[] key, int offset, int length, long sequence) {
    int order =
        KeyOrder.compare(
            bytes, HEADER_BYTES, prefixLength, key, offset, Math.min(length, prefixLength));
    if (order != 0) {
      return order > 0 ? 0 : count;
    }
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int keyOrder = compareSuffix(middle, key, offset, length);
      if (keyOrder < 0 || (keyOrder == 0 && sequence(middle) > sequence)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Order of entry i's user key against a key. */
  int compareKey(int i, byte[] key, int offset, int length) {
    int order =
        KeyOrder.compare(
            bytes, HEADER_BYTES, prefixLength, key, offset, Math.min(length, prefixLength));
    return order != 0 ? order : compareSuffix(i, key, offset, length);
  }

  private int compareSuffix(int i, byte[] key, int offset, int length) {
    long header = header(i);
    return KeyOrder.compare(
        bytes,
        suffixStart(header),
        suffixLength(header),
        key,
        offset + prefixLength,
        length - prefixLength);
  }

  private int offsetOf(int i) {
    return LittleEndian.getU16(bytes, offsets + 2 * i);
  }

  private int start(int i) {
    return entries + offsetOf(i);
  }

  private static CorruptionException corrupt(
      String file, long offset, String what, Object expected, Object actual) {
    return new CorruptionException(file, offset, "data block " + what, expected, actual);
  }
}
